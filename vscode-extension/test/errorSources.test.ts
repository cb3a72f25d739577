import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { COMMANDS } from "../src/commands";
import type { Context } from "../src/context";
import { file, settledTerminal, whateverHoldsOne, type Search } from "../src/errorSources";
import type { Baseline } from "../src/gitChanges";
import type { CommandRun } from "../src/terminal";
import { Tail } from "../src/terminalText";
import { Uri, env, window } from "./fake_vscode";

const search = { token: {}, say: () => undefined } as unknown as Search;

/** A server that takes each text with "Boom" in it for an error. */
const server = {
  call: (_name: string, { errorText = "" }: { errorText?: string }): Promise<unknown> =>
    Promise.resolve({ success: true, data: { kind: errorText.includes("Boom") ? "jvm_exception" : "unknown" }, meta: {} }),
};
const kept: CommandRun[] = [];
const context = { server, terminals: { kept }, errors: { all: [] } } as unknown as Context;

function printed(commandLine: string, text: string, touched: number): CommandRun {
  const output = new Tail(1_000);
  output.append(text);
  return { commandLine, terminal: { name: "sleep" }, terminalName: "bash", touched, output, isRead: true } as unknown as CommandRun;
}

function editor(text: string, selected: string, isDirty = false): void {
  const document = { uri: Uri.file("/ws/error.log"), isDirty, getText: (range?: unknown) => (range === undefined ? text : selected) };
  window["activeTextEditor"] = { document, selection: {} };
}

let clipboard = "";
const { readText } = env.clipboard;

beforeEach(() => {
  kept.length = 0;
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

test("of the terminals the newest text that holds an error is taken, however its command ended", async () => {
  kept.push(printed("./gradlew build", "a.Boom FAILED", 1), printed("adb logcat -d", "FATAL b.Boom", 2), printed("ls", "a b c", 3));
  editor("", "");
  for (const find of [whateverHoldsOne, settledTerminal]) {
    const source = await find({ ...context, terminals: { kept, current: kept[2] } } as unknown as Context, search);
    assert.deepEqual([source?.from.slice(0, 37), source?.params.errorText], ["Terminal bash, command `adb logcat -d", "FATAL b.Boom"]);
  }
});

test("of an output that was too long to be kept the error is taken that the list has of it", async () => {
  const flood = printed("adb logcat -d", `a.Boom\n${"nothing\n".repeat(1_000)}`, 2);
  kept.push(printed("./run", "Exception b.Boom", 1), Object.assign(flood, { began: 1_000 }));
  editor("", "");
  const event = { id: "e", sources: ["adb logcat -d"], lastSeen: new Date(2_000).toISOString() };
  const found = async (all: readonly object[]): Promise<unknown> => {
    const listing = { ...context, errors: { all }, server: { ...server, errorText: (id: string) => Promise.resolve(`a.Boom of ${id}`) } };
    return (await whateverHoldsOne(listing as unknown as Context, search)).params.errorText;
  };
  assert.equal(await found([event]), "a.Boom of e");
  assert.equal(await found([{ ...event, lastSeen: new Date(0).toISOString() }]), "Exception b.Boom", "it was printed by an earlier run");
  assert.equal(await found([]), "Exception b.Boom");
});

test("a clipboard that was analyzed before does not hide what a terminal printed", async () => {
  clipboard = "once a.Boom";
  editor("", "");
  assert.equal((await whateverHoldsOne(context, search)).from, "the clipboard");
  assert.equal((await whateverHoldsOne(context, search)).from, "the clipboard", "there is nothing else");
  kept.push(printed("./run", "Exception b.Boom", 1));
  assert.match((await whateverHoldsOne(context, search)).from, /Terminal bash, command `.\/run`/);
});

test("of a file that is not saved the text counts that the person sees", () => {
  editor("a.Boom", "", true);
  assert.deepEqual(file(undefined), { from: "error.log", params: { errorText: "a.Boom" } });
  editor("a.Boom", "", false);
  assert.deepEqual(file(undefined), { from: "error.log", params: { filePath: "error.log" } });
});

test("what fixed an error is looked for from when it came by, not from when its report was opened", async () => {
  const then: Baseline = { time: 1, commits: new Map([["file:///app", "a0"]]) };
  const result = { error: { kind: "jvm_exception", exceptions: [], diagnostics: [], nativeFrames: [], others: [], failedTasks: [], whatWentWrong: null, obfuscated: false, truncated: false, process: null, thread: null, signal: null }, culprit: null, context: null, frames: [], callers: [], suspectChanges: [], similarSolutions: [], webResults: [], verdict: "novel", brief: "" };
  const marked: string[] = [];
  const opened = {
    terminals: { kept },
    server: { markError: (id: string, state: string) => Promise.resolve(void marked.push(`${id} ${state}`)), errorText: () => Promise.resolve("a.Boom"), call: () => Promise.resolve({ success: true, data: result, meta: {} }) },
    errors: { baselines: { of: (id: string) => (id === "e" ? Promise.resolve(then) : undefined) } },
    editorState: { flush: () => Promise.resolve() },
    culprit: { set: () => undefined },
    panel: { show: () => undefined, turn: 1 },
  } as unknown as Context;
  const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
  window["withProgress"] = (_options: unknown, work: (progress: unknown, token: unknown) => unknown) => work({ report: () => undefined }, token);
  await COMMANDS["kotlinRca.openErrorReport"]?.(opened, { kind: "error", event: { id: "e", sources: [] } }, undefined);
  const baseline = (): Baseline | undefined => opened.report?.baseline;
  assert.equal(baseline(), then);
  assert.deepEqual(marked, ["e seen"], "whoever opens its report has seen it");
  await COMMANDS["kotlinRca.openErrorReport"]?.(opened, { kind: "error", event: { id: "unknown", sources: [] } }, undefined);
  assert.notEqual(baseline(), then);
});
