import assert from "node:assert/strict";
import { test } from "node:test";
import { problemsText, type Problem } from "../src/problemsText";

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
  let asked = 0;
  const many = function* (): Generator<Problem> {
    for (asked = 1; asked <= 5_000; asked += 1) yield { path: "/A.kt", line: asked, column: 1, message: "m" };
  };
  assert.equal(problemsText(many())?.split("\n").length, 50);
  assert.ok(asked <= 51);
});
