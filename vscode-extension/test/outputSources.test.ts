import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import type * as vscode from "vscode";
import { TestReportReader, isBuild } from "../src/testReportReader";
import type { ErrorEvent } from "../src/generated/contract";
import { OutputSources } from "../src/outputSources";
import type { OutputPusher, OutputSource } from "../src/outputPusher";
import { Terminals } from "../src/terminal";
import { DiagnosticSeverity, EventEmitter, Position, Range, Uri, files, levers } from "./fake_vscode";
import { settled, until } from "./waiting";

let terminals: Terminals;
let sources: OutputSources;
let told: [string, OutputSource, unknown?, unknown?][] = [];

beforeEach(() => {
  terminals = new Terminals((problem) => assert.fail(String(problem)), () => Promise.resolve(undefined));
  const pusher: Pick<OutputPusher, "add" | "set" | "end" | "report"> = {
    add: (source, text) => void told.push(["add", source, text]),
    set: (source, text, before) => void told.push(["set", source, before === undefined || before.length === 0 ? text : [...before.map(({ text: one, dismissed }) => [one, ...dismissed]), text]]),
    report: (source, reports) => void told.push(["report", source, reports]),
    end: (source, exitCode, reports) => void told.push(["end", source, exitCode, reports === "" ? undefined : reports]),
  };
  sources = new OutputSources(terminals, pusher as OutputPusher, new TestReportReader(), (problem) => assert.fail(String(problem)));
  told = [];
});

afterEach(() => {
  sources.dispose();
  terminals.dispose();
  levers.found = [];
  for (const name of Object.keys(files)) Reflect.deleteProperty(files, name);
});

async function ran(terminal: object, line: string, output: string, exitCode: number | undefined, cwd?: string): Promise<void> {
  async function* read(): AsyncGenerator<string> {
    yield await Promise.resolve(output);
  }
  const execution = { commandLine: { value: line }, read, cwd: cwd === undefined ? undefined : { fsPath: cwd } };
  levers.started.fire({ terminal, execution });
  await settled();
  if (exitCode !== undefined) levers.ended.fire({ terminal, execution, exitCode });
  await settled();
}

/** Start a command that goes on; the function that is given has it print more. */
async function running(terminal: object, line: string, output: string): Promise<(more: string) => Promise<void>> {
  const pieces = new EventEmitter<string>();
  async function* read(): AsyncGenerator<string> {
    yield output;
    for (;;) {
      yield await new Promise<string>((resolve) => {
        const listening = pieces.event((piece) => {
          listening.dispose();
          resolve(piece);
        });
      });
    }
  }
  levers.started.fire({ terminal, execution: { commandLine: { value: line }, read, cwd: undefined } });
  await settled();
  return (more) => {
    pieces.fire(more);
    return settled();
  };
}

test("a command is named by its first line and its folder; one that the shell does not tell has a name of its own, and its exit code proves nothing", async () => {
  await ran({ name: "bash" }, "./gradlew build \\\n  --info", "a", 1, "/ws/app");
  await ran({ name: "cmd" }, "", "b", 1);
  await ran({ name: "cmd" }, "", "c", 0);
  const names = told.filter(([how]) => how === "end").map(([, { name, directory }]) => [name, directory]);
  assert.deepEqual(names[0], ["./gradlew build \\", "/ws/app"]);
  assert.match(String(names[1]?.[0]), /^cmd, command \d+$/);
  assert.notEqual(names[1]?.[0], names[2]?.[0]);
  assert.deepEqual(told.filter(([how]) => how === "end").map(([, , exitCode]) => exitCode), [1, undefined, undefined]);

});

test("a server in place of another one is told again what commands printed and what the problems are", async () => {
  const terminal = { name: "bash" };
  await ran(terminal, "./gradlew build", "e: boom", 1);
  await ran({ name: "other" }, "adb logcat", "FATAL", undefined);
  levers.found = [[Uri.file("/ws/A.kt"), [{ severity: DiagnosticSeverity.Error, message: "gone", range: new Range(new Position(1, 2), new Position(1, 2)) }]]];
  told = [];
  sources.tellAgain();
  assert.deepEqual(
    told.map(([what, { name }, value]) => [what, name, value]),
    [["set", "./gradlew build", "e: boom"], ["end", "./gradlew build", 1], ["set", "adb logcat", "FATAL"], ["set", "Problems", "e: file:///ws/A.kt:2:3 gone"]],
  );
});

test("what was dismissed is not told again, what came after that is", async () => {
  const terminal = { name: "bash" };
  await ran(terminal, "one", "e: old", 1);
  const goOn = await running({ name: "log" }, "adb logcat", "old");
  sources.dismiss();
  await ran(terminal, "two", "e: new", 1);
  await goOn("new");
  told = [];
  sources.tellAgain();
  assert.deepEqual(told.map(([what, { name }, value]) => [what, name, value]), [["set", "adb logcat", "new"], ["set", "two", "e: new"], ["end", "two", 1]]);
});

test("a single error that was dismissed is told of as such, of what was printed by then", async () => {
  await ran({ name: "bash" }, "./gradlew build", "e: boom", 1);
  const goOn = await running({ name: "log" }, "adb logcat", "one");
  sources.dismiss("a");
  sources.dismiss("b");
  await goOn("two");
  sources.dismiss("a");
  await goOn("three");
  await ran({ name: "other" }, "./gradlew test", "e: boom", 1);
  told = [];
  sources.tellAgain();
  assert.deepEqual(told.map(([what, { name }, value]) => [what, name, value]), [
    ["set", "./gradlew build", [["e: boom", "a", "b", "a"], ""]],
    ["end", "./gradlew build", 1],
    ["set", "adb logcat", [["one", "a", "b"], ["two", "a"], "three"]],
    ["set", "./gradlew test", "e: boom"],
    ["end", "./gradlew test", 1],
  ]);
});

test("of a long log that was cut at its start, what was dismissed by then stays apart from what came after", async () => {
  const goOn = await running({ name: "log" }, "adb logcat", "first\n".repeat(400_000));
  sources.dismiss("a");
  await goOn("last\n".repeat(100_000));
  told = [];
  sources.tellAgain();
  const [[, , parts] = []] = told;
  const [[old, id] = [], fresh] = parts as [[string, string]?, string?];
  assert.deepEqual([id, new Set(old?.split("\n")), fresh === "last\n".repeat(100_000)], ["a", new Set(["first", ""]), true]);
  assert.ok((old?.length ?? 0) > 400_000);
});

test("a problem that was dismissed stays so until it went and came back", () => {
  const event = (id: string, source: string): ErrorEvent => ({ id, sources: [source] }) as unknown as ErrorEvent;
  levers.found = [[Uri.file("/ws/A.kt"), [{ severity: DiagnosticSeverity.Error, message: "gone", range: new Range(new Position(1, 2), new Position(1, 2)) }]]];
  const text = "e: file:///ws/A.kt:2:3 gone";
  const retold = (): unknown => {
    told = [];
    sources.tellAgain();
    return told.map(([, , value]) => value);
  };
  sources.note([event("a", "Problems"), event("b", "./gradlew build")]);
  sources.dismiss("b");
  assert.deepEqual(retold(), [text], "it is none of the editor's");
  sources.dismiss("a");
  // What was told before the server heard of it comes late.
  sources.note([event("a", "Problems")]);
  sources.note([]);
  assert.deepEqual(retold(), [[[text, "a"], ""]]);
  sources.note([event("a", "./gradlew test")]);
  assert.deepEqual(retold(), [[[text, "a"], ""]]);
  sources.note([]);
  sources.note([event("a", "Problems")]);
  assert.deepEqual(retold(), [text]);
  sources.dismiss();
  assert.deepEqual(retold(), [[[text, "a"], ""]]);
});

test("problems of files that are neither Kotlin's nor Java's are left alone, however many there are", () => {
  const error = { severity: DiagnosticSeverity.Error, message: "wrong", range: new Range(new Position(0, 0), new Position(0, 0)) };
  levers.found = [
    ...Array.from({ length: 100 }, (_, number): [unknown, unknown[]] => [Uri.file(`/ws/web/${number}.ts`), [error]]),
    [Uri.file("/ws/settings.gradle.kts"), [error]],
  ];
  sources.tellAgain();
  assert.deepEqual(told.map(([, , text]) => text), ["e: file:///ws/settings.gradle.kts:1:1 wrong"]);
});

test("a log file is followed once, however often that is asked for, until it is not followed any more", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rca-"));
  const path = join(folder, "app.log");
  writeFileSync(path, "");
  for (let times = 0; times < 3; times += 1) sources.follow(Uri.file(path) as unknown as vscode.Uri);
  assert.equal(sources.logFiles.length, 1);
  try {
    appendFileSync(path, "FATAL\n");
    await until(() => told.length > 0);
    const [source] = sources.logFiles;
    assert.ok(source);
    sources.unfollow(source);
    assert.deepEqual(told.map(([what, , text]) => [what, text]), [["add", "FATAL\n"], ["end", undefined]]);
    assert.deepEqual(sources.logFiles, []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a build whose tests failed brings the traces that it wrote, once", async () => {
  const text = '<testsuite><testcase classname="a.T" name="adds"><failure type="java.lang.AssertionError">java.lang.AssertionError: boom</failure></testcase></testsuite>';
  files["/ws/build/test-results/test/TEST-a.xml"] = { mtime: Date.now() + 50, size: text.length, text };
  const ends = (): unknown[][] => told.filter(([what]) => what === "end").map(([, { name }, exitCode, reports]) => [name, exitCode, reports]);
  await ran({ name: "bash" }, "ls", "a", 1);
  await ran({ name: "bash" }, "./gradlew help", "a", 0);
  await ran({ name: "bash" }, "./gradlew test", "> Task :test FAILED", 1, "/ws");
  await ran({ name: "task" }, "./gradlew test", "> Task :test FAILED", 1, "/ws");
  const trace = "a.T > adds FAILED\n    java.lang.AssertionError: boom\n";
  assert.deepEqual(ends(), [["ls", 1, undefined], ["./gradlew help", 0, undefined], ["./gradlew test", 1, trace], ["./gradlew test", 1, undefined]]);
  told = [];
  sources.tellAgain();
  assert.deepEqual(ends().filter(([name]) => name === "./gradlew test"), [["./gradlew test", 1, trace], ["./gradlew test", 1, undefined]]);
});

test("a build that goes on brings the traces of each of its rounds, unless the next one has begun", async () => {
  const write = (message: string, at: number): void => {
    const text = `<testsuite><testcase classname="a.T" name="adds"><failure type="E">E: ${message}</failure></testcase></testsuite>`;
    files["/ws/build/test-results/test/TEST-a.xml"] = { mtime: Date.now() + at, size: text.length, text };
  };
  const reports = (): unknown[] => told.filter(([what]) => what === "report").map(([, , text]) => text);
  const waiting = "BUILD FAILED in 1s\n\nWaiting for changes to input files... (ctrl-d to exit)\n";
  const more = await running({ name: "bash" }, "./gradlew -t test", "> Task :test FAILED\n");
  write("boom", 50);
  await more("still at it\n");
  assert.deepEqual(reports(), []);
  await more(waiting);
  assert.deepEqual(reports(), ["a.T > adds FAILED\n    E: boom\n"]);
  await more("<-----> 0% WAITING");
  await more(`Change detected, executing build...\n${waiting}`);
  assert.deepEqual(reports(), ["a.T > adds FAILED\n    E: boom\n"]);
  write("bang", 60);
  await more(`Change detected, executing build...\n${waiting}`);
  assert.deepEqual(reports().slice(1), ["a.T > adds FAILED\n    E: bang\n"]);
  write("late", 70);
  await more(`Change detected, executing build...\n${waiting}modified: a\nChange detected, executing build...\n`);
  assert.equal(reports().length, 2);
});

test("builds are told from other commands", () => {
  for (const line of ["./gradlew test", "gradle test", ".\\gradlew.bat test", "cd app && ../gradlew check", "mvn -q verify", "JAVA_HOME=/j ./mvnw test", "mvnd.cmd test"]) assert.ok(isBuild(line), line);
  for (const line of ["cat gradlew.md", "ls gradle/wrapper", "git commit -m mvn-fix", ""]) assert.ok(!isBuild(line), line);
});
