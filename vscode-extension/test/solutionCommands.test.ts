import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Context } from "../src/context";
import { saveSolution, startSolution } from "../src/solutionCommands";
import { solutionForm } from "../src/solutionForm";
import { ran, window, workspace } from "./fake_vscode";

const TOLD = solutionForm({ title: "a.Boom", where: undefined, diff: "" }).replace("Why did it happen?", "So.").replace(/What was changed.*/, "Thus.");
const form = { version: 1, isClosed: false, getText: () => TOLD };
const other = { version: 7, isClosed: false };

let recorded: object[] = [];
let said: string[] = [];
let forgotten: unknown[] = [];
/** What happens while the server takes its time. */
let meanwhile: () => void | Promise<void> = () => undefined;

const busy = new Set<unknown>();
const forms = {
  about: (document: unknown) => (document === form ? { errorText: "boom" } : undefined),
  once: async (document: unknown, save: () => Promise<void>) => {
    if (busy.has(document)) return;
    busy.add(document);
    await save();
    busy.delete(document);
  },
  remove: (document: unknown) => Promise.resolve(void forgotten.push(document)),
};
const server = {
  callConfirmed: async (_name: string, params: object) => {
    recorded.push(params);
    await meanwhile();
    return { success: true, data: {}, meta: {} };
  },
};
const context = { forms, server } as unknown as Context;
const closes = (): number => ran.filter(([name]) => name === "workbench.action.revertAndCloseActiveEditor").length;

beforeEach(() => {
  [recorded, said, forgotten, meanwhile] = [[], [], [], () => undefined];
  [form.version, form.isClosed, ran.length] = [1, false, 0];
  const say = (words: string): Promise<void> => Promise.resolve(void said.push(words));
  Object.assign(window, {
    activeTextEditor: { document: form },
    withProgress: (_options: unknown, work: () => unknown) => work(),
    showTextDocument: (document: unknown) => Promise.resolve(void (window["activeTextEditor"] = { document })),
    showInformationMessage: say,
    showWarningMessage: say,
  });
});

afterEach(() => {
  window["activeTextEditor"] = undefined;
});

test("a solution that is kept closes its form and no other editor", async () => {
  await saveSolution(context);
  assert.deepEqual([recorded.length, closes(), forgotten], [1, 1, [form]]);
  window["activeTextEditor"] = { document: form };
  window["showTextDocument"] = () => Promise.resolve(void (window["activeTextEditor"] = { document: other }));
  await saveSolution(context);
  assert.equal(closes(), 1, "the editor that is active by now would lose what is not saved");
});

test("what is written while a solution is being kept is not thrown away", async () => {
  meanwhile = () => void (form.version += 1);
  await saveSolution(context);
  assert.deepEqual([recorded.length, closes(), forgotten], [1, 0, []]);
  assert.match(said.join(), /Save it again/);
});

test("a form that was closed meanwhile is not opened again", async () => {
  meanwhile = () => void (form.isClosed = true);
  await saveSolution(context);
  assert.deepEqual([closes(), forgotten], [0, [form]]);
});

test("a solution is kept once, however often that is pressed", async () => {
  let end = (): void => undefined;
  meanwhile = () => new Promise((resolve) => (end = resolve));
  const first = saveSolution(context);
  await saveSolution(context);
  end();
  await first;
  assert.equal(recorded.length, 1);
});

test("the form of an app that does not respond is about that, not about the thread that held the lock", async () => {
  let content = "";
  Object.assign(workspace, { openTextDocument: (options: { content: string }) => Promise.resolve(void (content = options.content)) });
  const exceptions = [{ relation: "primary", type: "ANR", message: "Input dispatching timed out" }, { relation: "cause", type: "Holder", message: "held by thread 7" }];
  const report = { source: { params: { errorText: "x" } }, baseline: { time: 0, commits: new Map() }, result: { culprit: null, error: { kind: "anr", exceptions, diagnostics: [] } } };
  let column: unknown;
  window["showTextDocument"] = (_document: unknown, where: { viewColumn: unknown }) => Promise.resolve(void (column = where.viewColumn));
  await startSolution({ report, forms: { add: () => Promise.resolve() }, panel: { columnBeside: 2 } } as unknown as Context);
  assert.match(content, /ANR: Input dispatching timed out/);
  assert.equal(column, 2, "beside the report, which may be where the first editor is");
});
