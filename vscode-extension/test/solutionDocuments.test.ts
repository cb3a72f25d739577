import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type * as vscode from "vscode";
import { SolutionDocuments } from "../src/solutionDocuments";
import { TabInputText, levers, ran, window } from "./fake_vscode";

const memory = new Map<string, unknown>();
const store = {
  get: (key: string) => memory.get(key),
  update: (key: string, value: unknown) => Promise.resolve(void memory.set(key, JSON.parse(JSON.stringify(value)))),
} as unknown as vscode.Memento;
const opened: SolutionDocuments[] = [];

function forms(...open: string[]): SolutionDocuments {
  window["tabGroups"] = { all: [{ tabs: [{ input: "a webview" }, ...open.map((uri) => ({ input: new TabInputText(uri) }))] }] };
  const made = new SolutionDocuments(store);
  opened.push(made);
  return made;
}

const document = (uri: string): vscode.TextDocument => ({ uri }) as unknown as vscode.TextDocument;
const shown = (): unknown => ran.findLast(([, name]) => name === "kotlinRca.forms")?.[2];

beforeEach(() => {
  memory.clear();
  ran.length = 0;
});

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

test("a form knows its error after the window was reloaded", async () => {
  await forms().add(document("untitled:1"), { errorText: "e: boom", fixedIn: "A.kt" });
  ran.length = 0;
  const reloaded = forms("untitled:1");
  assert.deepEqual(reloaded.about(document("untitled:1")), { errorText: "e: boom", fixedIn: "A.kt" });
  assert.deepEqual(shown(), ["untitled:1"]);
});

test("a form that was closed is forgotten, at once or while no window had it", async () => {
  const first = forms();
  await first.add(document("untitled:1"), { errorText: "a" });
  await first.add(document("untitled:2"), { errorText: "b" });
  levers.documentClosed.fire({ ...document("untitled:1"), isClosed: true });
  assert.equal(first.about(document("untitled:1")), undefined);
  assert.deepEqual(shown(), ["untitled:2"]);
  assert.equal(forms().about(document("untitled:2")), undefined);
});

test("of a long log the end is kept", async () => {
  const one = forms();
  await one.add(document("untitled:1"), { errorText: `${"x".repeat(500_000)}the end` });
  const { errorText = "" } = one.about(document("untitled:1")) ?? {};
  assert.ok(errorText?.endsWith("the end") && errorText.length === 200_000);
});

test("a form that got another language is still one", async () => {
  const one = forms();
  await one.add(document("untitled:1"), { errorText: "a" });
  levers.documentClosed.fire({ ...document("untitled:1"), isClosed: false });
  assert.deepEqual(one.about(document("untitled:1")), { errorText: "a" });
});
