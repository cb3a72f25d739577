import assert from "node:assert/strict";
import { test } from "node:test";
import { registerOptional } from "../src/optionalFeature";

test("what an editor lacks is told, and costs nothing else", () => {
  const lacking: unknown[] = [];
  const lm = {} as { registerTool(): { dispose(): void } };
  registerOptional(() => lm.registerTool(), (problem) => lacking.push(problem)).dispose();
  assert.match(String(lacking[0]), /registerTool is not a function/);
});

test("what it offers is registered", () => {
  let isDisposed = false;
  registerOptional(() => ({ dispose: () => (isDisposed = true) }), (problem) => { throw problem; }).dispose();
  assert.ok(isDisposed);
});
