import assert from "node:assert/strict";
import { test } from "node:test";
import type { FoundTest, FoundTestClass, TestResult } from "../src/generated/contract";
import { combined, isInvocation, isResultOf, milliseconds } from "../src/testResults";
import { MOST_FILTERS, testCall } from "../src/testSelection";
import type { TestNode } from "../src/testTree";

const CLASS: FoundTestClass = {
  id: ":app test shop.BasketTest",
  outer: null,
  className: "shop.BasketTest",
  name: "BasketTest",
  package: "shop",
  module: ":app",
  sourceSet: "test",
  needsDevice: false,
  framework: "junit5",
  tests: 2,
  runsByDefault: true,
  filePath: "app/src/test/kotlin/shop/BasketTest.kt",
  line: 3,
};
const TEST: FoundTest = { path: ["adds"], label: "adds", kind: "test", isDisabled: false, filePath: CLASS.filePath, line: 5, endLine: 7 };
const RESULT: TestResult = { className: "shop.BasketTest", name: "adds", method: "adds", status: "passed", seconds: 0.5, text: "", expected: null, actual: null, filePath: null, line: null };

const ofTest = (name: string, found = CLASS): TestNode => ({ kind: "test", found, test: { ...TEST, path: name.split(" > ") } });
const ofClass = (className: string): TestNode => ({ kind: "class", found: { ...CLASS, className } });

test("all tests run without a filter", () => {
  assert.deepEqual(testCall(undefined, []), {});
});

test("single tests are named by class and function, whatever a filter cannot name may be anything", () => {
  assert.deepEqual(testCall([ofTest("adds"), ofTest("a < b; really?")], ["shop.BasketTest"]), {
    tests: ["shop.BasketTest#adds", "shop.BasketTest#a * b* really*"],
  });
});

test("tests that are calls run with their class", () => {
  const nodes = [ofTest("c > one", { ...CLASS, framework: "kotest" }), ofTest("c > two", { ...CLASS, framework: "kotest" })];
  assert.deepEqual(testCall(nodes, ["shop.BasketTest"]), { tests: ["shop.BasketTest"] });
});

test("a package runs as its classes, and a module of many classes as a whole", () => {
  assert.deepEqual(testCall([{ kind: "package" }], ["a.A", "a.B"]), { tests: ["a.A", "a.B"] });
  const many = Array.from({ length: MOST_FILTERS + 1 }, (_one, number) => `a.C${String(number)}`);
  assert.deepEqual(testCall([{ kind: "module", module: ":app" }], many), { module: ":app" });
  assert.deepEqual(testCall([{ kind: "module", module: ":" }], many), {});
  assert.deepEqual(testCall(many.map(ofClass), many), { module: ":app" });
});

test("a result is of a function, a display name, or a test inside of contexts", () => {
  assert.ok(isResultOf(RESULT, TEST));
  assert.ok(isResultOf({ ...RESULT, name: "adds()", method: "" }, TEST));
  assert.ok(isResultOf({ ...RESULT, name: "It adds", method: "It adds" }, { ...TEST, label: "It adds" }));
  assert.ok(!isResultOf({ ...RESULT, name: "subtracts", method: "subtracts" }, TEST));
  const nested = { ...TEST, path: ["a basket", "adds"] };
  assert.ok(isResultOf({ ...RESULT, name: "a basket -- adds", method: "" }, nested));
  assert.ok(!isResultOf({ ...RESULT, name: "another -- adds", method: "" }, nested));
  assert.ok(!isResultOf(RESULT, { ...TEST, kind: "context" }));
});

test("invocations have names of their own; one that failed counts most, and times add up", () => {
  const many: FoundTest = { ...TEST, kind: "parameterized" };
  const first = { ...RESULT, name: "adds(int)[1]" };
  const second: TestResult = { ...RESULT, name: "adds(int)[2]", status: "failed", seconds: null };
  assert.ok(isInvocation(first, many));
  assert.ok(!isInvocation(RESULT, many));
  assert.equal(combined([first, second]), "failed");
  assert.equal(combined([{ ...first, status: "skipped" }, first]), "passed");
  assert.equal(combined([{ ...first, status: "skipped" }]), "skipped");
  assert.equal(milliseconds([first, second]), 500);
  assert.equal(milliseconds([second]), undefined);
});
