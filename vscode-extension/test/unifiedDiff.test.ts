import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDiff, placeHunks } from "../src/unifiedDiff";

const DIFF = `diff --git a/app/A.kt b/app/A.kt
index 1..2 100644
--- a/app/A.kt
+++ b/app/A.kt
@@ -2,3 +2,4 @@ class A
 one
--- two
+++ two
+2.5
 three
\\ No newline at end of file
diff --git a/B.kt b/B.kt
--- a/B.kt
+++ /dev/null
@@ -1 +0,0 @@
-gone`;

function apply(text: string): string | undefined {
  const lines = text.split("\n");
  const [file] = parseDiff(DIFF);
  const edits = placeHunks(lines, file?.hunks ?? []);
  for (const { start, end, lines: fresh } of edits?.toReversed() ?? []) lines.splice(start, end - start, ...fresh);
  return edits && lines.join("\n");
}

test("a diff is read, also where a changed line looks like a header", () => {
  const [first, second] = parseDiff(DIFF);
  assert.deepEqual([first?.from, first?.to, second?.from, second?.to], ["app/A.kt", "app/A.kt", "B.kt", null]);
  assert.deepEqual(first?.hunks, [{ start: 1, removed: ["one", "-- two", "three"], added: ["one", "++ two", "2.5", "three"] }]);
});

test("a hunk goes where its old lines are now", () => {
  assert.equal(apply("zero\none\n-- two\nthree"), "zero\none\n++ two\n2.5\nthree");
  assert.equal(apply("new\nnew\nzero\none\n-- two\nthree\nend"), "new\nnew\nzero\none\n++ two\n2.5\nthree\nend");
});

test("a change that is made already, or whose lines are others now, is not made in part", () => {
  assert.equal(apply("zero\none\n++ two\n2.5\nthree"), undefined);
  assert.equal(apply(""), undefined);
});

test("lines that are added alone go where the diff says", () => {
  const hunks = parseDiff("--- a/A\n+++ b/A\n@@ -1,0 +2 @@\n+x")[0]?.hunks ?? [];
  assert.deepEqual(placeHunks(["a", "b"], hunks), [{ start: 1, end: 1, lines: ["x"] }]);
});

test("the lines around a change stay as they are, so that its place is the first changed line", () => {
  const [file] = parseDiff(DIFF);
  assert.deepEqual(placeHunks(["zero", "one", "-- two", "three"], file?.hunks ?? []), [{ start: 2, end: 3, lines: ["++ two", "2.5"] }]);
});
