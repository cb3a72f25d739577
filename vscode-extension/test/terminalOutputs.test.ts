import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { html } from "../src/html";
import { reportOrigin } from "../src/reportOrigin";
import { clock, commandTexts, commandsIn, mayHoldError, nameOf, outputOf } from "../src/terminalOutputs";
import { Tail } from "../src/terminalText";
import type { CommandRun } from "../src/terminal";

function run(order: number, commandLine: string, text: string, touched: number): CommandRun {
  const output = new Tail(1_000);
  output.append(text);
  return { id: `${order}`, order, terminal: { name: "sleep" }, terminalName: "bash", commandLine, began: 0, directory: undefined, exitCode: 0, isRead: true, pieces: 1, touched, output } as unknown as CommandRun;
}

// Or what is of today when a test begins may be of yesterday when it is named.
beforeEach(() => {
  mock.timers.enable({ apis: ["Date"], now: new Date(2026, 4, 6, 12) });
});
afterEach(() => {
  mock.timers.reset();
});

test("the text that was printed last comes first, and silent commands are left out", () => {
  const kept = [run(1, "adb logcat", "FATAL", 30), run(2, "true", "\u001B]633;C\u0007", 40), run(3, "cat old", "a.Boom", 20), run(4, "cat new", "b.Boom", 20)];
  assert.deepEqual(commandTexts({ kept }).map(({ command }) => command), ["adb logcat", "cat new", "cat old"]);
});

test("a text is named by its terminal, its command's first line and when it printed last", () => {
  const touched = new Date().setHours(9, 41);
  const [text] = commandTexts({ kept: [run(1, "adb logcat -d \\\n  -b crash", "FATAL", touched)] });
  assert.ok(text);
  assert.equal(nameOf(text), "Terminal bash, command `adb logcat -d \\`, 09:41");
  assert.equal(nameOf({ ...text, command: undefined, touched: undefined }), "Terminal bash");
});

test("a time of another day has its date", () => {
  const touched = new Date(2026, 0, 2, 9, 41).getTime();
  assert.equal(clock(touched, touched + 60_000), "09:41");
  assert.match(clock(touched, touched + 86_400_000), /^(?=.*2)(?=.*Jan).* 09:41$/);
});

test("an error of the list is named by its command where that is kept, else by what printed it; another text can be chosen only there", () => {
  const lastSeen = new Date(new Date().setHours(9, 41)).toISOString();
  const kept = [run(1, "./gradlew run\n", "a.Boom", 0)];
  const ofCommand = outputOf({ sources: ["./gradlew run", "b"], lastSeen }, { kept });
  assert.deepEqual(ofCommand, { from: "Terminal bash, command `./gradlew run`, 09:41", isOfTerminal: true });
  assert.deepEqual(outputOf({ sources: ["device.log"], lastSeen }, { kept }), { from: "device.log, 09:41" });
  assert.deepEqual(outputOf({ sources: [], lastSeen }, { kept }), { from: "the Errors view" });
  assert.match(reportOrigin(ofCommand).markup, /Terminal bash, command <code>.\/gradlew run<\/code>, 09:41\. <button [^>]*data-act="chooseText">/);
  assert.equal(reportOrigin({ from: "device.log, 09:41" }).markup, html`<p class="from"><small>Read from: device.log, 09:41.</small></p>`.markup);
  assert.ok(reportOrigin({ from: "Terminal a, command `echo `x` <b>`" }).markup.includes("<code>echo `x` &lt;b&gt;</code>"));
});

test("what a terminal without shell integration holds is split at its prompts, newest first", () => {
  const held = "a.Scrolled\n# cat one\na.Boom\n\tat x\n# true\n# cat 'two'\nb.Boom\n# \n\n";
  assert.deepEqual(commandsIn(held), [
    { command: "cat 'two'", text: "b.Boom" },
    { command: "cat one", text: "a.Boom\n\tat x" },
    { command: undefined, text: "a.Scrolled" },
  ]);
  for (const whole of ["$ ./gradlew run\na.Boom\n\tat x", "~/a $ cd b\na.Boom\n~/a/b $"]) assert.deepEqual(commandsIn(whole), [{ command: undefined, text: whole }]);
  assert.deepEqual(commandsIn("\n \n"), []);
});

test("only what has a sign of an error is looked at closely", () => {
  const isSign = (text: string): boolean => mayHoldError({ text });
  for (const text of ["e: a.kt:1", "java.lang.Boom: x\n\tat a.B.c(B.kt:1)", "BUILD FAILED", "error: cannot find symbol"]) assert.ok(isSign(text), text);
  for (const text of ["total 12", "the file: a", "look at (this)"]) assert.ok(!isSign(text), text);
});
