import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Context } from "../src/context";
import type { Report } from "../src/errorReports";
import type { ErrorReport } from "../src/generated/contract";
import { searchAllowedWeb, searchWeb, webQuery } from "../src/webPages";
import { settings, window } from "./fake_vscode";

const error = { kind: "jvm_exception", exceptions: [{ relation: "primary", type: "java.lang.IllegalStateException", message: "Fragment not attached\nto a context", frames: [] }], diagnostics: [], nativeFrames: [], failedTasks: [], others: [], whatWentWrong: null, process: null, thread: null, signal: null } as unknown as ErrorReport;
const result = { error, culprit: null, context: null, frames: [], callers: [], suspectChanges: [], similarSolutions: [], webResults: [], verdict: "novel", brief: "" };
const report = { result, meta: {}, page: 7 } as unknown as Report;
const PAGE = { title: "It helps to wait", url: "https://example.org/q", snippet: "", source: "docs", relevanceScore: 1 };

let asked: unknown[] = [];
let drawn: [number, string][] = [];
let logged: string[] = [];

function context(answer: () => Promise<unknown>): Context {
  return {
    report,
    log: { info: (text: string) => logged.push(text) },
    panel: { redraw: (page: number, { markup }: { markup: string }) => drawn.push([page, markup]) },
    server: { call: (name: string, params: object) => { asked.push({ name, ...params }); return answer(); } },
  } as unknown as Context;
}

const found = (): Promise<unknown> => Promise.resolve({ success: true, data: { results: [PAGE] }, meta: {} });

beforeEach(() => {
  [asked, drawn, logged] = [[], [], []];
  window["withProgress"] = (_options: unknown, task: (progress: unknown, token: unknown) => unknown) => task({}, { onCancellationRequested: () => ({ dispose: () => undefined }) });
});

afterEach(() => {
  Reflect.deleteProperty(settings, "rca.network.allowedSources");
});

test("an error is asked about by its type and what it says first", () => {
  assert.equal(webQuery(error), "IllegalStateException: Fragment not attached");
  assert.equal(webQuery({ ...error, exceptions: [{ relation: "primary", type: "a.Boom", message: "x".repeat(900), frames: [] }] }).length, 200);
  assert.equal(webQuery({ ...error, exceptions: [{ relation: "primary", type: "a.Boom", message: null, frames: [] }] }), "Boom");
});

test("sources that are allowed are asked by themselves, and their pages come into the report", async () => {
  settings["rca.network.allowedSources"] = ["docs"];
  const of = context(found);
  await searchAllowedWeb(of);
  assert.deepEqual(asked, [{ name: "web_search_wiki", query: "IllegalStateException: Fragment not attached", sources: ["docs"] }]);
  assert.deepEqual(drawn.map(([page, markup]) => [page, markup.includes("It helps to wait")]), [[7, true]]);
  assert.deepEqual(of.report?.result.webResults, [PAGE]);
});

test("where none is allowed nobody is asked by itself; the button lets the server ask", async () => {
  await searchAllowedWeb(context(found));
  assert.deepEqual(asked, []);
  await searchWeb(context(found));
  assert.deepEqual(asked, [{ name: "web_search_wiki", query: "IllegalStateException: Fragment not attached" }]);
});

test("a network that is down is no trouble where nobody pressed a button", async () => {
  settings["rca.network.allowedSources"] = ["docs"];
  await searchAllowedWeb(context(() => Promise.reject(new Error("no network"))));
  assert.match(logged[0] ?? "", /no network/);
  await assert.rejects(searchWeb(context(() => Promise.reject(new Error("no network")))), /no network/);
});

test("what comes when another error is shown already is left out", async () => {
  const of = context(() => {
    of.report = { ...report };
    return found();
  });
  await searchWeb(of);
  assert.deepEqual(drawn, []);
});
