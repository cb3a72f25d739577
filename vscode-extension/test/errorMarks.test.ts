import assert from "node:assert/strict";
import { test } from "node:test";
import type * as vscode from "vscode";
import { EditedLines } from "../src/editedLines";
import { ErrorMarks } from "../src/errorMarks";
import type { BuildProblem, ErrorEvent } from "../src/generated/contract";
import { levers } from "./fake_vscode";

function event(problems: Partial<BuildProblem>[]): ErrorEvent {
  return { id: "e", culprit: null, problems } as unknown as ErrorEvent;
}

function problem(filePath: string, line: number, message: string): Partial<BuildProblem> {
  return { filePath, line, column: null, severity: "error", message, tool: null };
}

function shown(): string[] {
  return levers.problemsSet.flatMap(([uri, found]) =>
    (found as { message: string; range: { start: { line: number } } }[]).map(
      ({ message, range }) => `${(uri as { path: string }).path}:${range.start.line + 1} ${message}`,
    ),
  );
}

test("messages of a build are problems, but for those that another source shows on that line", async () => {
  const start = { line: 1, character: 0 };
  levers.found = [[{ path: "/ws/A.kt" }, [{ message: "known", source: "kotlin", range: { start } }, { message: "ours", source: "kotlin-rca", range: { start } }]]];
  const marks = new ErrorMarks(new EditedLines());
  await marks.show([event([problem("A.kt", 2, "known"), problem("A.kt", 3, "known"), problem("A.kt", 2, "ours"), problem("B.kt", 2, "known")])]);
  assert.deepEqual(shown(), ["/ws/A.kt:3 known", "/ws/A.kt:2 ours", "/ws/B.kt:2 known"]);
  await marks.show([]);
  assert.deepEqual(shown(), []);
  marks.dispose();
});

test("of thousands of messages each file's problems are read once", async () => {
  levers.found = [];
  levers.problemsRead = 0;
  const marks = new ErrorMarks(new EditedLines());
  await marks.show([event(Array.from({ length: 5_000 }, (_, line) => problem(line % 2 === 0 ? "A.kt" : "B.kt", line + 1, "m")))]);
  assert.equal(shown().length, 5_000);
  assert.equal(levers.problemsRead, 2);
  marks.dispose();
});

test("lens and quick fixes go with the culprit's line while its file is edited, and name its callers", async () => {
  const lines = new EditedLines();
  const marks = new ErrorMarks(lines);
  const document = { uri: { scheme: "file", path: "/ws/A.kt" }, lineCount: 50 } as unknown as vscode.TextDocument;
  const broken = { id: "e", title: "a.B", count: 1, solution: null, problems: [], culprit: { filePath: "A.kt", line: 12 } } as unknown as ErrorEvent;
  const lensLines = (): number[] => marks.provideCodeLenses(document).map(({ range }) => (range.start as unknown as number) + 1);
  const fixes = (line: number): (string | undefined)[] => {
    const at = { start: { line: line - 1 }, end: { line: line - 1 } } as unknown as vscode.Range;
    return marks.provideCodeActions(document, at).map(({ command }) => command?.command);
  };
  await marks.show([broken]);
  levers.documentEdited.fire({ document, contentChanges: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: "import a\nimport b\n" }] });
  await marks.show([{ ...broken, count: 2 }]); // it came up again in what runs still
  assert.deepEqual(lensLines(), [14, 14]);
  assert.deepEqual(fixes(14), ["kotlinRca.openErrorReport", "kotlinRca.findCallers"]);
  assert.deepEqual(fixes(12), []);
  await marks.show([{ ...broken, culprit: { filePath: "A.kt", line: 20 } } as unknown as ErrorEvent]); // of the next build
  assert.deepEqual(lensLines(), [20, 20]);
  await marks.show([]);
  assert.equal(lines.at("e"), undefined);
  marks.dispose();
});

test("problems that stay as they are are not set anew, however often other errors come by", async () => {
  levers.found = [];
  levers.problemsWritten = 0;
  const marks = new ErrorMarks(new EditedLines());
  const build = (line = 2): ErrorEvent => event([problem("A.kt", line, "m"), problem("B.kt", 7, "n")]);
  for (let crashes = 1; crashes < 20; crashes += 1) await marks.show([{ ...event([]), id: "crash", count: crashes }, build()]);
  assert.equal(levers.problemsWritten, 1);
  await marks.show([build(3)]);
  assert.equal(levers.problemsWritten, 2);
  assert.deepEqual(shown(), ["/ws/A.kt:3 m", "/ws/B.kt:7 n"]);
  await marks.show([]);
  assert.deepEqual(shown(), []);
  marks.dispose();
});

test("a problem turns into pale information when its line is edited, until the next build says it anew", async () => {
  levers.found = [];
  const marks = new ErrorMarks(new EditedLines());
  const build = (lastSeen: string): ErrorEvent => ({ ...event([problem("A.kt", 12, "gone"), problem("A.kt", 20, "other")]), lastSeen });
  const severities = (): unknown[] => levers.problemsSet.flatMap(([, found]) => (found as { message: string; severity: number; tags?: number[]; range: { start: { line: number } } }[]).map(({ range, severity, tags }) => [range.start.line + 1, severity, tags]));
  await marks.show([build("1")]);
  assert.deepEqual(severities(), [[12, 0, undefined], [20, 0, undefined]]);
  levers.problemsSet = [];
  const document = { uri: { scheme: "file", path: "/ws/A.kt" } };
  const at = (line: number, character: number): object => ({ line, character });
  levers.documentEdited.fire({ document, contentChanges: [{ range: { start: at(0, 0), end: at(0, 0) }, text: "import a\n" }] });
  assert.deepEqual(severities(), [], "what only moves is left to the editor");
  levers.documentEdited.fire({ document, contentChanges: [{ range: { start: at(12, 4), end: at(12, 5) }, text: "x" }] });
  assert.deepEqual(severities(), [[13, 2, [1]], [21, 0, undefined]]);
  await marks.show([build("2")]);
  assert.deepEqual(severities(), [[13, 0, undefined], [21, 0, undefined]], "the build read the file as it was saved");
  marks.dispose();
});

test("what is resolved has no marks, and what was edited has a pale one", async () => {
  const lines = new EditedLines();
  const marks = new ErrorMarks(lines);
  const document = { uri: { scheme: "file", path: "/ws/A.kt" }, lineCount: 50 } as unknown as vscode.TextDocument;
  const broken = { id: "e", title: "a.B", count: 1, solution: null, problems: [problem("A.kt", 12, "gone")], culprit: { filePath: "A.kt", line: 12 }, state: "new" } as unknown as ErrorEvent;
  const titles = (): unknown[] => marks.provideCodeLenses(document).map(({ command }) => command?.title);
  await marks.show([broken]);
  assert.equal(titles().length, 2);
  levers.documentEdited.fire({ document, contentChanges: [{ range: { start: { line: 11, character: 2 }, end: { line: 11, character: 3 } }, text: "x" }] });
  assert.deepEqual(titles(), ["$(circle-outline) edited since a.B"].map((title) => title.replace("a.B", "B")));
  await marks.show([{ ...broken, state: "resolved" }]);
  assert.deepEqual([titles(), shown()], [[], []]);
  marks.dispose();
});
