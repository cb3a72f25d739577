import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type * as vscode from "vscode";
import { Terminals } from "../src/terminal";
import { plainText } from "../src/terminalText";
import { CancellationError, EventEmitter, levers, window } from "./fake_vscode";
import { settled } from "./waiting";

let terminals: Terminals;
const problems: unknown[] = [];
/** What the editor itself remembers of commands. */
const remembered = new Map<string, string>();

beforeEach(() => {
  terminals = new Terminals(
    (problem) => problems.push(problem),
    (commandLine) => Promise.resolve(remembered.get(commandLine)),
  );
  remembered.clear();
  window["activeTerminal"] = undefined;
  problems.length = 0;
});

afterEach(() => {
  terminals.dispose();
});

async function ran(terminal: object, line: string, output: string[], exitCode: number | undefined): Promise<void> {
  async function* read(): AsyncGenerator<string> {
    for (const chunk of output) yield await Promise.resolve(chunk);
  }
  const execution = { commandLine: { value: line }, read };
  levers.started.fire({ terminal, execution });
  await settled();
  if (exitCode !== undefined) levers.ended.fire({ terminal, execution, exitCode });
}

function current(): [string, string] | undefined {
  const run = terminals.current;
  return run && [run.commandLine, plainText(run.output.text())];
}

test("the last command of the active terminal is the current one, and those before it are kept", async () => {
  const build = {};
  const other = {};
  await ran(build, "./gradlew build", ["\u001B]633;C\u0007e: boom\r\n"], 1);
  await ran(build, "ls", ["a\r\n"], 0);
  await ran(other, "false", [], 1);
  window["activeTerminal"] = build;
  assert.deepEqual(current(), ["ls", "a\n"]);
  assert.deepEqual(terminals.kept.map(({ commandLine }) => commandLine), ["./gradlew build", "ls", "false"]);
});

test("a run keeps the name that its terminal had when it began", async () => {
  const terminal = { name: "bash" };
  await ran(terminal, "sleep 1", [], undefined);
  terminal.name = "sleep"; // as the program that runs
  assert.equal(terminals.kept[0]?.terminalName, "bash");
});

test("a command that still runs is the current one, whatever failed before", async () => {
  const terminal = {};
  await ran(terminal, "false", ["old"], 1);
  await ran(terminal, "adb logcat", ["FATAL ", "EXCEPTION"], undefined);
  window["activeTerminal"] = terminal;
  assert.deepEqual(current(), ["adb logcat", "FATAL EXCEPTION"]);
});

test("without an active terminal it is the latest command of all", async () => {
  await ran({}, "one", ["1"], 0);
  await ran({}, "two", ["2"], 0);
  assert.deepEqual(current(), ["two", "2"]);
});

test("a closed terminal is forgotten", async () => {
  const terminal = {};
  await ran(terminal, "one", ["1"], 1);
  levers.closed.fire(terminal);
  window["activeTerminal"] = terminal;
  assert.equal(current(), undefined);
  assert.equal(terminals.recentText(1_000), undefined);
});

test("a terminal that cannot be read is reported, and the next one works", async () => {
  const execution = {
    commandLine: { value: "x" },
    // eslint-disable-next-line @typescript-eslint/require-await -- fails before its first chunk
    read: async function* (): AsyncGenerator<string> {
      throw new Error("gone");
    },
  };
  levers.started.fire({ terminal: {}, execution });
  await ran({}, "next", ["fine"], 0);
  assert.match(String(problems[0]), /gone/);
  assert.deepEqual(current(), ["next", "fine"]);
});

for (const exitCode of [0, 1]) {
  test(`a command that ended with ${exitCode}, and of which the editor gave nothing, gets what the terminal holds`, async () => {
    const terminal = {};
    window["activeTerminal"] = terminal;
    remembered.set("./prints", "e: boom");
    const finished: string[] = [];
    const listening = terminals.onDidFinish((run) => finished.push(run.output.text()));
    await ran(terminal, "./prints", [], exitCode);
    await settled();
    listening.dispose();
    assert.deepEqual(current(), ["./prints", "e: boom"]);
    assert.deepEqual(finished, ["e: boom"]);
  });
}

test("a beginning that the editor did not give comes from the terminal, each line once", async () => {
  const terminal = {};
  window["activeTerminal"] = terminal;
  remembered.set("./prints", "java.lang.Boom\n\tat a.B.c(B.kt:1)\ndone\n");
  await ran(terminal, "./prints", ["\tat a.B.c(B.kt:1)\r\n", "done\r\n"], 0);
  await settled();
  assert.deepEqual(current(), ["./prints", "java.lang.Boom\n\tat a.B.c(B.kt:1)\ndone\n"]);
});

test("a command whose output began with the shell's mark is left as it came", async () => {
  const terminal = {};
  window["activeTerminal"] = terminal;
  for (const line of ["silent", "printed"]) remembered.set(line, "of another time");
  await ran(terminal, "silent", ["\u001B]633;C\u0007"], 0);
  assert.deepEqual(current(), ["silent", ""]);
  await ran(terminal, "printed", ["\u001B]63", "3;C\u0007own"], 1);
  assert.deepEqual(current(), ["printed", "own"]);
});

test("a terminal in the background is read once it is shown, unless another command has begun there", async () => {
  const [back, other] = [{}, {}];
  window["activeTerminal"] = other;
  for (const line of ["first", "second"]) remembered.set(line, `e: ${line}`);
  const replaced: string[] = [];
  const listening = terminals.onDidReplace((run) => replaced.push(run.commandLine));
  await ran(back, "first", [], 0);
  await ran(back, "second", [], 0);
  await settled();
  assert.deepEqual(replaced, []);
  window["activeTerminal"] = back;
  levers.activeTerminal.fire(back);
  await settled();
  levers.activeTerminal.fire(back);
  await settled();
  listening.dispose();
  assert.deepEqual(replaced, ["second"]);
  assert.deepEqual(current(), ["second", "e: second"]);
});

test("of many commands the oldest go, but no terminal's last one", async () => {
  const [quiet, busy] = [{}, {}];
  await ran(quiet, "last of quiet", ["a"], 0);
  for (let number = 0; number < 60; number += 1) levers.started.fire({ terminal: busy, execution: { commandLine: { value: `${number}` }, read: async function* () { /* nothing */ } } });
  const names = terminals.kept.map(({ commandLine }) => commandLine);
  assert.deepEqual([names.length, names[0], names.at(-1)], [50, "last of quiet", "59"]);
});

test("a command whose output the editor fails to give has finished all the same", async () => {
  const breaking = new Terminals((problem) => problems.push(problem), () => Promise.reject(new Error("no such tool")));
  const finished: string[] = [];
  breaking.onDidFinish((run) => finished.push(run.commandLine));
  const terminal = {};
  window["activeTerminal"] = terminal;
  await ran(terminal, "./fails", [], 1);
  await settled();
  breaking.dispose();
  assert.deepEqual(finished, ["./fails"]);
  assert.match(String(problems[0]), /no such tool/);
});

test("a command whose terminal is closed has finished", async () => {
  const terminal = {};
  const finished: string[] = [];
  const listening = terminals.onDidFinish((run) => finished.push(run.commandLine));
  await ran(terminal, "sleep", ["a"], undefined);
  levers.closed.fire(terminal);
  await settled();
  listening.dispose();
  assert.deepEqual(finished, ["sleep"]);
});

test("a command whose terminal is closed has finished, though the editor never ends its output", async () => {
  const terminal = {};
  const finished: [string, string][] = [];
  const listening = terminals.onDidFinish((run) => finished.push([run.commandLine, run.output.text()]));
  async function* read(): AsyncGenerator<string> {
    yield "e: boom";
    await new Promise(() => undefined);
  }
  levers.started.fire({ terminal, execution: { commandLine: { value: "./gradlew build" }, read } });
  await settled();
  const run = terminals.current;
  assert.ok(run);
  const waiting = terminals.news(run, run.pieces, cancellable().token);
  levers.closed.fire(terminal);
  await waiting;
  listening.dispose();
  assert.deepEqual(finished, [["./gradlew build", "e: boom"]]);
});

test("commands are kept in the order in which they began", async () => {
  const [one, two] = [{}, {}];
  await ran(one, "fails", ["1"], 1);
  await ran(two, "runs", ["2"], undefined);
  await ran(one, "works", ["3"], 0);
  assert.deepEqual(terminals.kept.map(({ commandLine }) => commandLine), ["fails", "runs", "works"]);
});

/** A token, and how it is cancelled. */
function cancellable(): { token: vscode.CancellationToken; cancel: () => void } {
  const cancelled = new EventEmitter<unknown>();
  return {
    token: { isCancellationRequested: false, onCancellationRequested: cancelled.event },
    cancel: () => {
      cancelled.fire(undefined);
    },
  };
}

test("news of a command are what it prints more, once it pauses, and its end", async () => {
  const terminal = {};
  window["activeTerminal"] = terminal;
  const { token } = cancellable();
  let print: ((text: string) => void) | undefined;
  async function* read(): AsyncGenerator<string> {
    for (;;) {
      const text = await new Promise<string>((resolve) => (print = resolve));
      if (text === "") return;
      yield text;
    }
  }
  const execution = { commandLine: { value: "./gradlew build" }, read };
  levers.started.fire({ terminal, execution });
  const run = terminals.current;
  assert.ok(run);
  assert.equal(run.isRead, false);
  await new Promise(setImmediate);
  const first = terminals.news(run, 0, token);
  print?.("> Task :app");
  await first;
  assert.deepEqual(current(), ["./gradlew build", "> Task :app"]);
  await terminals.news(run, 0, token); // what came before somebody waited counts
  const end = terminals.news(run, run.pieces, token);
  print?.("");
  levers.ended.fire({ terminal, execution, exitCode: 1 });
  await end;
  assert.equal(run.isRead, true);
  await terminals.news(run, run.pieces, token);
});

test("who waits for a command need not", async () => {
  const terminal = {};
  window["activeTerminal"] = terminal;
  const { token, cancel } = cancellable();
  await ran(terminal, "sleep", [], undefined);
  const run = terminals.current;
  assert.ok(run);
  const waiting = terminals.news(run, 0, token);
  cancel();
  await assert.rejects(waiting, CancellationError);
});
