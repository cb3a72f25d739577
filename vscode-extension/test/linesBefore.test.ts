import assert from "node:assert/strict";
import { test } from "node:test";
import { withLinesBefore } from "../src/linesBefore";
import type { CommandRun } from "../src/terminal";
import { Tail } from "../src/terminalText";

const TRACE = "FATAL EXCEPTION: main\njava.lang.NullPointerException\n\tat shop.Basket.total(Basket.kt:7)";

function run(commandLine: string, text: string): CommandRun {
  const output = new Tail(100_000);
  output.append(text);
  return { commandLine, order: 1, terminal: { name: "sleep" }, terminalName: "bash", output } as unknown as CommandRun;
}

function before(printed: string, errorText = TRACE, source = "adb logcat -d"): string {
  return withLinesBefore(errorText, { sources: [source] }, { kept: [run("adb logcat -d", printed)] });
}

test("an error is analyzed with the lines that its command printed before it", () => {
  const lines = "I Net: basket loaded\r\nD View: bind position 0\r\n";
  assert.equal(before(`${lines}${TRACE}\n`), `I Net: basket loaded\nD View: bind position 0\n${TRACE}`);
});

test("what a log puts before each line does not hide it", () => {
  const logged = `11:00 D View: bind position 0\n${TRACE.replace(/^/gm, "11:01 E AndroidRuntime: ")}\n`;
  assert.equal(before(logged), `11:00 D View: bind position 0\n${TRACE}`);
});

test("lines before another error, and far away, are left out", () => {
  assert.equal(before(`old line\nCaused by: java.io.IOException: closed\nI Net: loaded again\n${TRACE}`), `I Net: loaded again\n${TRACE}`);
  assert.equal(before(`${"a line of the log\n".repeat(100)}${TRACE}`).split("\n").length, 40 + 3);
});

test("an error whose output is not there is analyzed by itself", () => {
  assert.equal(before("something else\n"), TRACE);
  assert.equal(before(`a line\n${TRACE}`, TRACE, "./gradlew run"), TRACE);
});
