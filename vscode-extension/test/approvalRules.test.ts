import assert from "node:assert/strict";
import { test } from "node:test";
import { oldRulesFault, patternsOf } from "../src/approvalRules";

test("each rule of the old list becomes a pattern of its tool", () => {
  assert.deepEqual(patternsOf([]), {});
  assert.deepEqual(
    patternsOf([
      { tool: "read_file", pattern: ".*" },
      { tool: "edit_file", pattern: "a", expires: "2027-01-01T00:00:00Z", enabled: false },
      { tool: "create_file", pattern: "b", expires: null, enabled: true },
    ]),
    { read_file: ".*", edit_file: "off until 2027-01-01T00:00:00Z a", create_file: "b" },
  );
});

test("rules of one tool become one pattern, where they end together", () => {
  assert.deepEqual(patternsOf([{ tool: "t", pattern: "a" }, { tool: "t", pattern: "b|c" }]), { t: "(?:a)|(?:b|c)" });
  assert.equal(patternsOf([{ tool: "t", pattern: "a" }, { tool: "t", pattern: "b", enabled: false }]), undefined);
});

test("a list with what is no rule is not rewritten, and told", () => {
  for (const old of [[3], [{ tool: "t" }], [{ tool: "t", pattern: " " }], [{ tool: "t", pattern: "a", expires: 4 }]]) {
    assert.equal(patternsOf(old), undefined);
    assert.equal(oldRulesFault(old), "entry 1 must be an object with “tool” and “pattern”");
  }
  assert.equal(oldRulesFault([{ tool: "t", pattern: "a" }]), undefined);
});
