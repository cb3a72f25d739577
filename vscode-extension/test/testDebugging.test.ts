import assert from "node:assert/strict";
import { test } from "node:test";
import { attachConfiguration } from "../src/testDebugging";
import { UserError } from "../src/toolAnswer";

const offering = (...types: string[]) => ({ packageJSON: { contributes: { debuggers: types.map((type) => ({ type })) } } });

test("attaches with Java's debugger where there is one, else with Kotlin's", () => {
  assert.deepEqual(attachConfiguration([offering("kotlin"), offering("node", "java")]), {
    type: "java",
    name: "Kotlin RCA: tests",
    request: "attach",
    hostName: "localhost",
    port: 5005,
  });
  assert.equal(attachConfiguration([offering("kotlin")]).type, "kotlin");
});

test("without a debugger says so, and what to do", () => {
  assert.throws(() => attachConfiguration([offering("python"), { packageJSON: {} }]), (problem: unknown) => problem instanceof UserError && problem.way?.command === "workbench.view.extensions");
});
