import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { COMMANDS } from "../src/commands";
import type { Context } from "../src/context";
import { file, whateverHoldsOne, type Search } from "../src/errorSources";
import type { Moment } from "../src/gitDiff";
import { Uri, env, window } from "./fake_vscode";

const search = { token: {}, say: () => undefined } as unknown as Search;

/** A server that takes each text with "Boom" in it for an error. */
const server = {
  call: (_name: string, { errorText = "" }: { errorText?: string }): Promise<unknown> =>
    Promise.resolve({ success: true, data: { kind: errorText.includes("Boom") ? "jvm_exception" : "unknown" }, meta: {} }),
};
const context = { server, terminals: { suspect: () => undefined } } as unknown as Context;

function editor(text: string, selected: string, isDirty = false): void {
  const document = { uri: Uri.file("/ws/error.log"), isDirty, getText: (range?: unknown) => (range === undefined ? text : selected) };
  window["activeTextEditor"] = { document, selection: {} };
}

let clipboard = "";
const { readText } = env.clipboard;

beforeEach(() => {
  clipboard = "";
  env.clipboard.readText = () => Promise.resolve(clipboard);
});

afterEach(() => {
  window["activeTextEditor"] = undefined;
  env.clipboard.readText = readText;
});

test("a word that happens to be selected hides no error", async () => {
  clipboard = "a.Boom";
  editor("", "price");
  assert.equal((await whateverHoldsOne(context, search)).from, "the clipboard");
  editor("", "b.Boom");
  assert.deepEqual(await whateverHoldsOne(context, search), { from: "the selection", params: { errorText: "b.Boom" } });
  clipboard = "";
  editor("", "who knows what");
  assert.equal((await whateverHoldsOne(context, search)).from, "the selection", "what is selected is what the person means, where nothing else is an error");
});

test("of a file that is not saved the text counts that the person sees", () => {
  editor("a.Boom", "", true);
  assert.deepEqual(file(undefined), { from: "error.log", params: { errorText: "a.Boom" } });
  editor("a.Boom", "", false);
  assert.deepEqual(file(undefined), { from: "error.log", params: { filePath: "error.log" } });
});

test("what fixed an error is looked for from when it came by, not from when its report was opened", async () => {
  const then: Moment = { time: 1, commits: new Map([["file:///app", "a0"]]) };
  const result = { error: { kind: "jvm_exception", exceptions: [], diagnostics: [], nativeFrames: [], others: [], failedTasks: [], whatWentWrong: null, obfuscated: false, truncated: false, process: null, thread: null, signal: null }, culprit: null, context: null, frames: [], callers: [], suspectChanges: [], similarSolutions: [], webResults: [], verdict: "novel", brief: "" };
  const opened = {
    server: { errorText: () => Promise.resolve("a.Boom"), call: () => Promise.resolve({ success: true, data: result, meta: {} }) },
    errors: { moments: { of: (id: string) => (id === "e" ? Promise.resolve(then) : undefined) } },
    editorState: { flush: () => Promise.resolve() },
    culprit: { set: () => undefined },
    panel: { show: () => undefined, turn: 1 },
  } as unknown as Context;
  const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
  window["withProgress"] = (_options: unknown, work: (progress: unknown, token: unknown) => unknown) => work({ report: () => undefined }, token);
  await COMMANDS["kotlinRca.openErrorReport"]?.(opened, { kind: "error", event: { id: "e", sources: [] } }, undefined);
  const moment = (): Moment | undefined => opened.report?.moment;
  assert.equal(moment(), then);
  await COMMANDS["kotlinRca.openErrorReport"]?.(opened, { kind: "error", event: { id: "unknown", sources: [] } }, undefined);
  assert.notEqual(moment(), then);
});
