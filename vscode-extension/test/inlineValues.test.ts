import assert from "node:assert/strict";
import { test } from "node:test";
import type { DebugStop, DebugVariable } from "../src/generated/contract";
import { valuesOfLine } from "../src/inlineValues";
import { filtersOf, uncaughtOf } from "../src/exceptionBreakpoints";

function stop(...variables: DebugVariable[]): DebugStop {
  const frame = { name: "f", inWorkspace: true, filePath: "Cart.kt", line: 3, scopes: [{ name: "Local", variables }] };
  return { id: "1", session: "s", adapter: "java", reason: "exception", thread: "main", frames: [{ name: "lib", inWorkspace: false }, frame], furtherFrames: 0, readMs: 1 };
}

const items = { name: "items", value: "ArrayList@14 size=3", variables: [{ name: "0", value: "Item@2" }] };

test("the values that a line names stand behind it", () => {
  const at = stop({ name: "index", value: "3" }, { name: "this", value: "Cart@9", variables: [items, { name: "owner", value: "null" }] }, { name: "unused", value: "1" });
  assert.equal(valuesOfLine("    val item = items.get(index)", at), "items.size: 3 · index: 3");
  assert.equal(valuesOfLine("    return this.owner.name + owner!!.name", at), "this.owner: null · owner: null");
  assert.equal(valuesOfLine('    println("index") // nothing', at), "");
});

test("a value that says no more than its class is left out, a secret is not shown, and long ones are cut", () => {
  assert.equal(valuesOfLine("pay(cart, apiToken, text)", stop({ name: "cart", value: "Cart@9" }, { name: "apiToken", value: '"abc"' }, { name: "text", value: `"${"x".repeat(500)}"` })), `apiToken: ••• · text: "${"x".repeat(58)}…`);
  assert.equal(valuesOfLine("f(rates, name)", stop({ name: "rates", value: "[1, 2]", variables: [{ name: "len()", value: "2" }] }, { name: "name", value: "'size=9'" })), "rates.size: 2 · name: 'size=9'");
});

test("the filter that stops at what nothing catches is found in what adapters offer", () => {
  const named = (...names: string[]): string | undefined => uncaughtOf(filtersOf({ exceptionBreakpointFilters: names.map((filter) => ({ filter, label: filter })) }))?.filter;
  assert.equal(named("caught", "uncaught"), "uncaught");
  assert.equal(named("raised", "userUnhandled", "uncaught"), "uncaught");
  assert.equal(named("all", "user-unhandled"), "user-unhandled");
  assert.equal(uncaughtOf(filtersOf({ exceptionBreakpointFilters: [{ filter: "U", label: "Uncaught Exceptions" }] }))?.label, "Uncaught Exceptions");
  assert.equal(named("caught"), undefined);
  for (const wrong of [undefined, 5, [null, 7, {}]]) assert.equal(uncaughtOf(filtersOf({ exceptionBreakpointFilters: wrong })), undefined);
});
