import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Answer } from "../src/toolAnswer";
import { findCallers } from "../src/callers";
import type { Context } from "../src/context";
import { window } from "./fake_vscode";
import { gate, settled } from "./waiting";

const CALLER = { callerName: "Shop.open", filePath: "Shop.kt", line: 12, depth: 1, callChain: ["Shop.open", "total"], evidence: "receiver_type", confidence: 0.9 };
const token = { onCancellationRequested: () => ({ dispose: () => undefined }), isCancellationRequested: false };

/** What was shown, in this order: a document or a path, with where. */
let shown: [unknown, unknown][] = [];

function context(late = 0): Context {
  let asked = 0;
  const call = (name: string): Promise<Answer<unknown>> => {
    const meta = { executionTimeMs: 1, revision: 1, truncated: false, cached: false };
    if (name !== "get_code_context") return Promise.resolve({ success: true, data: { callers: [CALLER], totalCallers: 1 }, meta });
    asked += 1;
    if (asked <= late) return Promise.resolve({ success: false, error: { code: "TOOL_TIMEOUT", message: "late" }, meta } as unknown as Answer<unknown>);
    return Promise.resolve({ success: true, data: { functionDefinition: { name: "Cart.total", startLine: 3 } }, meta });
  };
  return { server: { call } } as unknown as Context;
}

beforeEach(() => {
  shown = [];
  window["withProgress"] = (_options: unknown, work: (progress: unknown, token: unknown) => unknown) => work({ report: () => undefined }, token);
});

afterEach(() => {
  window["activeTextEditor"] = undefined;
});

test("who leaves the list of callers is back where they were, also in a file that was previewed", async () => {
  const document = { name: "the file" };
  const editor = { document, viewColumn: 2, selection: "where they were" };
  const [previewed, preview] = gate();
  window["activeTextEditor"] = editor;
  window["showTextDocument"] = async (of: unknown, where: unknown) => {
    if (of !== document) await previewed; // a preview takes its time
    shown.push([of, where]);
  };
  window["showQuickPick"] = (items: unknown[], { onDidSelectItem }: { onDidSelectItem: (item: unknown) => void }) => {
    onDidSelectItem(items[0]);
    editor.selection = "at the call";
    void settled().then(preview); // the list is left before
    return Promise.resolve(undefined);
  };
  await findCallers(context(), { filePath: "Cart.kt", line: 4 });
  await settled();
  assert.deepEqual(shown.at(-1), [document, { viewColumn: 2, selection: "where they were" }]);
});

test("the function around a line is asked for again on a machine that was too busy", async () => {
  window["showTextDocument"] = () => Promise.resolve();
  let title = "";
  window["showQuickPick"] = (_items: unknown, options: { title: string }) => Promise.resolve(void (title = options.title));
  await findCallers(context(2), { filePath: "Cart.kt", line: 4 });
  assert.match(title, /^Callers of Cart\.total/);
});
