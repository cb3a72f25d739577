import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type * as vscode from "vscode";
import { UserError } from "../src/toolAnswer";
import type { Context } from "../src/context";
import { present } from "../src/errorReports";
import { savedReport, readSavedReport } from "../src/savedReport";
import { ReportPanel } from "../src/reportPanel";
import { restoreReport } from "../src/reportRestoration";
import type { ServerState } from "../src/server";
import { EventEmitter, TabInputWebview, Uri, ran, window } from "./fake_vscode";
import { settled } from "./waiting";

const SOURCE = { from: "the clipboard", params: { errorText: "a.Boom" } };
const MOMENT = { time: 5, commits: new Map([["file:///app", "a0"]]) };
const RESULT = { error: { kind: "jvm_exception", exceptions: [{ relation: "primary", type: "a.Boom", message: null, frames: [] }], diagnostics: [], others: [], failedTasks: [], whatWentWrong: null, nativeFrames: [], obfuscated: false, truncated: false, process: null, thread: null, signal: null }, culprit: null, context: null, frames: [], callers: [], suspectChanges: [], similarSolutions: [], webResults: [], verdict: "novel", brief: "the brief" } as never;
const MADE = { source: SOURCE, result: RESULT, meta: {} as never, baseline: MOMENT };

interface Page {
  readonly page: string;
  readonly kept?: unknown;
}

/** A panel as the editor makes it: what it was told to show, and levers for its page and its tab. */
function editorPanel() {
  const heard = new EventEmitter<unknown>();
  const gone = new EventEmitter<unknown>();
  const shown: Page[] = [];
  let isClosed = false;
  const panel = {
    title: "",
    viewColumn: 2,
    reveal: () => undefined,
    dispose: () => {
      isClosed = true;
      gone.fire(undefined);
    },
    onDidDispose: gone.event,
    webview: {
      options: {},
      html: "",
      cspSource: "self:",
      asWebviewUri: (uri: unknown) => uri,
      onDidReceiveMessage: heard.event,
      postMessage: (message: Page) => Promise.resolve(shown.push(message)),
    },
  };
  const press = async (act: string): Promise<void> => {
    heard.fire({ act });
    await settled();
  };
  return { panel: panel as unknown as vscode.WebviewPanel, shown, press, options: panel.webview, isClosed: () => isClosed, page: () => shown.at(-1)?.page ?? "" };
}

/** What the page keeps of what it was sent last, as it goes through the editor's memory. */
const stateOf = (shown: readonly Page[]): unknown => JSON.parse(JSON.stringify({ kept: shown.at(-1)?.kept, subject: "Boom", top: 40, folds: [true] }));

const states = new EventEmitter<ServerState>();
let answer: () => Promise<unknown>;
let asked: unknown[];
let marked: unknown[];
let opened: ReturnType<typeof editorPanel>[];
let context: Context;
let state: unknown;

beforeEach(() => {
  [asked, marked, opened] = [[], [], []];
  answer = () => Promise.resolve({ success: true, data: RESULT, meta: {} });
  window["createWebviewPanel"] = () => {
    opened.push(editorPanel());
    return opened.at(-1)?.panel;
  };
  Object.assign(window["tabGroups"] as object, { all: [], close: () => undefined });
  ran.length = 0;
  context = {
    editorState: { flush: () => Promise.resolve() },
    culprit: { set: (culprit: unknown) => marked.push(culprit) },
    panel: new ReportPanel(Uri.file("/media") as unknown as vscode.Uri, (problem) => assert.fail(String(problem)), () => marked.push("closed")),
    server: {
      state: { kind: "running" },
      onDidChangeState: states.event,
      call: (_name: string, params: unknown) => {
        asked.push(params);
        return answer();
      },
    },
  } as unknown as Context;
  state = { kept: JSON.parse(JSON.stringify(savedReport(SOURCE, MOMENT))) as unknown };
});

test("a report comes back as it was made: the same error, analyzed anew, and what is about a report is about it", async () => {
  await present(context, MADE);
  const again = { ...context, panel: new ReportPanel(Uri.file("/media") as unknown as vscode.Uri, () => undefined, () => undefined), report: undefined } as Context;
  const back = editorPanel();
  restoreReport(again, back.panel, stateOf(opened[0]?.shown ?? []));
  assert.match(back.page(), /made anew.*the clipboard/s);
  assert.equal(again.report, undefined);
  assert.deepEqual(stateOf(back.shown), stateOf(opened[0]?.shown ?? []), "a reload before the answer finds it too");
  await settled();
  assert.deepEqual(asked, [SOURCE.params]);
  assert.match(back.page(), /Boom/);
  const report = (): Context["report"] => again.report;
  assert.deepEqual(report(), { ...MADE, page: again.panel.turn });
  assert.deepEqual(stateOf(back.shown), stateOf(opened[0]?.shown ?? []));
  assert.equal(ran.filter(([name, key, value]) => name === "setContext" && key === "kotlinRca.hasReport" && value === true).length, 2);
  assert.equal(marked.length, 2);
  assert.deepEqual(back.options.options, { enableScripts: true, localResourceRoots: [Uri.file("/media")] });
});

test("a report that a command makes meanwhile stays, and there is never a second panel", async () => {
  let late: (value: unknown) => void = () => undefined;
  answer = () => new Promise((resolve) => (late = resolve));
  const back = editorPanel();
  restoreReport(context, back.panel, state);
  await settled();
  await present(context, { ...MADE, source: { ...SOURCE, from: "the command" } });
  late({ success: true, data: RESULT, meta: {} });
  await settled();
  assert.equal(context.report?.source.from, "the command");
  assert.deepEqual([opened.length, back.isClosed()], [0, false], "it is shown in the panel that came back");
  const second = editorPanel();
  restoreReport(context, second.panel, state);
  assert.ok(second.isClosed());
  assert.equal(asked.length, 1);
});

test("a panel that waits behind another tab to be brought back goes when another one is opened", async () => {
  const closed: unknown[] = [];
  const tab = (label: string, viewType = "mainThreadWebview-kotlinRca.report"): unknown => ({ label, input: new TabInputWebview(viewType) });
  const [report, others] = [tab("Error report"), tab("Preview", "mainThreadWebview-markdown.preview")];
  Object.assign(window["tabGroups"] as object, { all: [{ tabs: [others, report] }], close: (tabs: unknown[]) => closed.push(...tabs) });
  await present(context, MADE);
  assert.deepEqual(closed, [report]);
});

test("a panel that is closed while its report is made stays closed", async () => {
  const back = editorPanel();
  restoreReport(context, back.panel, state);
  back.panel.dispose();
  await settled();
  assert.deepEqual([context.report, opened.length, marked], [undefined, 0, ["closed"]]);
});

test("where it cannot be made the page says why with a way on, and it is made when the server runs", async () => {
  answer = () => Promise.reject(new UserError("Not installed.", "Set it up.", { title: "Set Up", command: "setUp" }));
  Object.assign(context.server, { state: { kind: "notFound" } });
  const back = editorPanel();
  restoreReport(context, back.panel, state);
  await settled();
  assert.match(back.page(), /could not be made anew.*Not installed\. Set it up\..*>Set Up<.*>Try Again<.*as soon as the server runs/s);
  assert.deepEqual(stateOf(back.shown), { ...(state as object), subject: "Boom", top: 40, folds: [true] });
  await back.press("way");
  assert.deepEqual(ran, [["setUp"]]);
  await back.press("again");
  assert.match(back.page(), /could not be made anew/);
  states.fire({ kind: "starting" });
  answer = () => Promise.resolve({ success: true, data: RESULT, meta: {} });
  states.fire({ kind: "running" } as ServerState);
  await settled();
  assert.equal(context.report?.source.from, "the clipboard");
  assert.equal(asked.length, 3);
  states.fire({ kind: "running" } as ServerState);
  await settled();
  assert.equal(asked.length, 3, "once it is made nobody waits for the server any more");
});

test("a failed one gives way to what is shown in its place", async () => {
  answer = () => Promise.reject(new Error("gone"));
  restoreReport(context, editorPanel().panel, state);
  await settled();
  await present(context, MADE);
  states.fire({ kind: "running" } as ServerState);
  await settled();
  assert.equal(asked.length, 1);
});

test("what was no report, or is nothing that was kept, does not come back", () => {
  for (const wrong of [undefined, null, "kept", {}, { kept: undefined }, { kept: null }, { kept: { from: 1 } }, { kept: { from: "a", errorText: "b", time: 1 } }, { kept: { from: "a", time: 1, commits: {} } }]) {
    const back = editorPanel();
    restoreReport(context, back.panel, wrong);
    assert.ok(back.isClosed(), JSON.stringify(wrong));
  }
  assert.deepEqual(asked, []);
});

test("of a long text the end is kept, from the start of a line", () => {
  const errorText = "a line of a log\n".repeat(100_000);
  const kept = readSavedReport({ kept: savedReport({ from: "a", params: { errorText } }, MOMENT) });
  const text = kept?.source.params.errorText ?? "";
  assert.ok(text.length > 199_000 && text.length <= 200_000);
  assert.ok(text.startsWith("a line") && errorText.endsWith(text));
  const file = { from: "app.log", params: { filePath: "app.log" } };
  assert.deepEqual(readSavedReport({ kept: savedReport(file, MOMENT) }), { source: file, baseline: MOMENT });
});
