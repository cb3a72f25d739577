import assert from "node:assert/strict";
import { test } from "node:test";
import { ErrorMarks } from "../src/errorMarks";
import type { BuildProblem, ErrorEvent } from "../src/generated/contract";
import { levers } from "./fake_vscode";

function event(problems: Partial<BuildProblem>[]): ErrorEvent {
  return { culprit: null, problems } as unknown as ErrorEvent;
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
  const marks = new ErrorMarks();
  await marks.show([event([problem("A.kt", 2, "known"), problem("A.kt", 3, "known"), problem("A.kt", 2, "ours"), problem("B.kt", 2, "known")])]);
  assert.deepEqual(shown(), ["/ws/A.kt:3 known", "/ws/A.kt:2 ours", "/ws/B.kt:2 known"]);
  await marks.show([]);
  assert.deepEqual(shown(), []);
  marks.dispose();
});

test("of thousands of messages each file's problems are read once", async () => {
  levers.found = [];
  levers.problemsRead = 0;
  const marks = new ErrorMarks();
  await marks.show([event(Array.from({ length: 5_000 }, (_, line) => problem(line % 2 === 0 ? "A.kt" : "B.kt", line + 1, "m")))]);
  assert.equal(shown().length, 5_000);
  assert.equal(levers.problemsRead, 2);
  marks.dispose();
});
