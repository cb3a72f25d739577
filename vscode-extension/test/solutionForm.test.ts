import assert from "node:assert/strict";
import { test } from "node:test";
import { readSolutionForm, solutionForm } from "../src/solutionForm";

const DIFF = "diff --git a/A.kt b/A.kt\n@@ -1 +1 @@\n-# Solution\n+val text = \"\"\"```\"\"\"";
const DRAFT = { title: "IllegalStateException: empty", where: "Basket.kt:12", diff: DIFF };

test("a form that nobody wrote in is not taken", () => {
  assert.deepEqual(readSolutionForm(solutionForm(DRAFT)), { missing: "Cause" });
});

test("what is written comes back, the change with it, whatever it holds", () => {
  const written = solutionForm(DRAFT)
    .replace(/Why did it happen\?.*/, "The list was cleared.\n\nTwice.")
    .replace(/What was changed, and.*/, "Keep it.");
  const told = readSolutionForm(written);
  assert.ok(!("missing" in told));
  assert.equal(told.error, "IllegalStateException: empty");
  assert.equal(told.rootCause, "The list was cleared.\n\nTwice.");
  assert.ok(told.solution.startsWith("Keep it.\n\n````diff\ndiff --git"));
  assert.ok(told.solution.includes(DIFF));
});

test("without a change there is no such part", () => {
  assert.doesNotMatch(solutionForm({ ...DRAFT, diff: " \n" }), /# Change/);
});

test("a heading that was deleted is missing", () => {
  assert.deepEqual(readSolutionForm("# Error\n\nx\n\n# Cause\n\ny"), { missing: "Solution" });
});

test("nothing that a person wrote is left out: headings, comments and words below a hint", () => {
  const commented = "diff --git a/a.xml b/a.xml\n+<!-- <View/> -->\n-<View/>";
  const form = solutionForm({ ...DRAFT, title: "Manifest merger failed: <!-- tools --> twice", diff: commented })
    .replace(/(Why did it happen\?.*)/, "$1\n\nThe list was cleared.")
    .replace(/(What was changed, and.*)/, "Keep it.\n\n# Why that helps\n\nNobody clears it.\n\n# Solution\n\nAnd lock it.");
  const told = readSolutionForm(form);
  assert.ok(!("missing" in told));
  assert.equal(told.error, "Manifest merger failed: <!-- tools --> twice");
  assert.equal(told.rootCause, "The list was cleared.");
  assert.match(told.solution, /^Keep it\.\n\n# Why that helps\n\nNobody clears it\.\n+And lock it\./);
  assert.ok(told.solution.includes(commented), told.solution);
});

test("of a long change it is said how much is left out", () => {
  const form = solutionForm({ ...DRAFT, diff: "+line\n".repeat(900) });
  assert.match(form, /^Cut after 200 of 900 lines\.$/m);
  assert.doesNotMatch(solutionForm(DRAFT), /Cut after/);
});
