import assert from "node:assert/strict";
import { test } from "node:test";
import { failuresIn } from "../src/junitXml";

const report = (body: string): string => `<?xml version="1.0"?><testsuite name="org.sample.CartTest" tests="2">${body}</testsuite>`;

test("a failed test is written as Gradle prints it, entities and marked text read", () => {
  const xml = report(
    `<testcase name="adds &quot;one&quot;" classname="org.sample.CartTest" time="0.1"><failure message="m" type="t">java.lang.AssertionError: expected:&lt;1&gt;&#10;\tat org.sample.CartTest.adds(CartTest.kt:9)\n</failure></testcase>` +
      `<testcase name="raw" classname="org.sample.CartTest"><error type="x"><![CDATA[java.lang.IllegalStateException: a <b> & c\n\tat org.sample.Cart.total(Cart.kt:3)]]></error></testcase>`,
  );
  assert.deepEqual(failuresIn(xml), [
    'org.sample.CartTest > adds "one" FAILED\n    java.lang.AssertionError: expected:<1>\n        at org.sample.CartTest.adds(CartTest.kt:9)\n',
    "org.sample.CartTest > raw FAILED\n    java.lang.IllegalStateException: a <b> & c\n        at org.sample.Cart.total(Cart.kt:3)\n",
  ]);
});

test("tests that passed or were skipped say nothing", () => {
  assert.deepEqual(failuresIn(report(`<testcase name="a" classname="A"/><testcase name="b" classname="A"><skipped/></testcase>`)), []);
});

test("a failure without a trace has its type and message", () => {
  const xml = report(`<testcase name="a" classname="A"><failure type="java.lang.AssertionError" message="no &#x21;"/></testcase>`);
  assert.deepEqual(failuresIn(xml), ["A > a FAILED\n    java.lang.AssertionError: no !\n"]);
});

test("a text that is no report gives nothing, however it is cut", () => {
  const xml = report(`<testcase name="a" classname="A"><failure>x</failure></testcase>`);
  for (let end = 0; end < xml.length; end += 1) assert.ok(failuresIn(xml.slice(0, end)).length <= 1);
  assert.deepEqual(failuresIn("&#99999999; <testcase"), []);
});
