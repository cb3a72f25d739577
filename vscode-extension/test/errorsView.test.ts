import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { ErrorsView } from "../src/errorsView";
import type { ErrorEvent } from "../src/generated/contract";
import { levers, ran } from "./fake_vscode";

let view: ErrorsView;

beforeEach(() => {
  ran.length = 0;
  Object.assign(levers.tree, { visible: true, selection: [] });
  view = new ErrorsView();
});

afterEach(() => {
  view.dispose();
});

function event(id: string): ErrorEvent {
  return { id, kind: "jvm_exception", title: id, count: 1, firstSeen: "2026-01-01T00:00:00Z", lastSeen: "2026-01-01T00:00:00Z", sources: [], culprit: null, verdict: null, solution: null, problems: [] };
}

function context(key: string): unknown {
  return ran.findLast(([command, name]) => command === "setContext" && name === key)?.[2];
}

test("a command is about the line that is selected, where the list can be seen and still has it, else about the latest error", () => {
  const [newest, older] = [event("newest"), event("older")];
  view.show([newest, older], 0);
  assert.equal(view.chosen, newest);
  levers.tree.selection = [{ kind: "culprit", event: older }];
  assert.equal(view.chosen, older);
  levers.tree.visible = false;
  assert.equal(view.chosen, newest);
  levers.tree.visible = true;
  view.show([newest], 0);
  assert.equal(view.chosen, newest);
  view.show([], 0);
  assert.equal(view.chosen, undefined);
});

test("what the list lacks can be dismissed, also where no error is left", () => {
  view.show([], 0);
  view.lost("adb logcat", 5_000);
  assert.match(levers.tree.message, /adb logcat/);
  assert.deepEqual([context("kotlinRca.hasErrors"), context("kotlinRca.hasNotice")], [false, true]);
  view.show([], 0);
  assert.deepEqual([levers.tree.message, context("kotlinRca.hasNotice")], ["", false]);
});

test("a line says whether there is a culprit to go to", () => {
  const here = { ...event("here"), culprit: { filePath: "A.kt", line: 3 } } as unknown as ErrorEvent;
  view.show([here, event("nowhere")], 0);
  assert.deepEqual(view.getChildren().map((node) => view.getTreeItem(node).contextValue), ["error.culprit", "error"]);
});
