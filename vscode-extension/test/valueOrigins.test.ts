import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Context } from "../src/context";
import { traceValueOrigin } from "../src/valueOrigins";
import { window } from "./fake_vscode";

const token = { onCancellationRequested: () => ({ dispose: () => undefined }), isCancellationRequested: false };
const STEP = { kind: "property_write", filePath: "src/Cart.kt", line: 9, function: "Cart.clear", text: "item = null" };
const ORIGIN = { kind: "null_literal", filePath: "src/Cart.kt", line: 9, function: "Cart.clear", text: "null", path: [STEP] };

let asked: unknown;

function context(origins: unknown[]): Context {
  const meta = { executionTimeMs: 1, revision: 1, truncated: false, cached: false, completeness: "complete" };
  const call = (name: string, params: unknown): Promise<unknown> => {
    asked = { name, params };
    return Promise.resolve({ success: true, data: { asked: "null", expression: "cart.item", origins, totalOrigins: origins.length }, meta });
  };
  return { server: { call } } as unknown as Context;
}

beforeEach(() => {
  window["withProgress"] = (_options: unknown, work: (progress: unknown, token: unknown) => unknown) => work({ report: () => undefined }, token);
  const document = { uri: { scheme: "file", path: "/ws/src/Cart.kt", fsPath: "/ws/src/Cart.kt" }, getText: () => "cart.item" };
  window["activeTextEditor"] = { document, selection: { isEmpty: false, start: { line: 3 } } };
  window["showTextDocument"] = () => Promise.resolve();
});

afterEach(() => {
  window["activeTextEditor"] = undefined;
});

test("the selection is asked about, and each origin stands above its way", async () => {
  let title = "";
  let labels: string[] = [];
  window["showQuickPick"] = (items: { label: string }[], options: { title: string }) => {
    title = options.title;
    labels = items.map(({ label }) => label.replace(/ *\$\([a-z-]+\) /, ""));
    return Promise.resolve(undefined);
  };
  await traceValueOrigin(context([ORIGIN]));
  assert.equal(title, "Where null in cart.item comes from: 1");
  assert.deepEqual(labels, ["null", "item = null"]);
  assert.deepEqual((asked as { name: string }).name, "trace_value_origin");
});

test("a value without an origin is said to have none", async () => {
  await assert.rejects(traceValueOrigin(context([])), /No origin of cart\.item was found/);
});
