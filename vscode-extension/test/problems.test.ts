import assert from "node:assert/strict";
import { test } from "node:test";
import { problemsText } from "../src/problems";

test("errors are written as the compiler of their file writes them", () => {
  const text = problemsText([
    { path: "/app/My File.kt", line: 12, column: 5, message: "Unresolved reference 'foo'." },
    { path: "/app/A.java", line: 3, column: 1, message: "cannot find symbol" },
  ]);
  assert.equal(
    text,
    "e: file:///app/My%20File.kt:12:5 Unresolved reference 'foo'.\n/app/A.java:3: error: cannot find symbol",
  );
});

test("no errors give no text, thousands give a bounded one", () => {
  assert.equal(problemsText([]), null);
  const many = Array.from({ length: 5_000 }, (_, line) => ({ path: "/A.kt", line: line + 1, column: 1, message: "m" }));
  assert.equal(problemsText(many)?.split("\n").length, 50);
});
