import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { EditedLines } from "../src/editedLines";
import { ErrorsView } from "../src/errorsView";
import type { ErrorEvent } from "../src/generated/contract";
import { commands, levers, ran } from "./fake_vscode";

let view: ErrorsView;

beforeEach(() => {
  ran.length = 0;
  Object.assign(levers.tree, { visible: true, selection: [] });
  view = new ErrorsView(new EditedLines());
});

afterEach(() => {
  view.dispose();
});

function event(id: string): ErrorEvent {
  return { id, kind: "jvm_exception", title: id, count: 1, firstSeen: "2026-01-01T00:00:00Z", lastSeen: "2026-01-01T00:00:00Z", sources: [], culprit: null, verdict: null, solution: null,
  state: "new",
  resolvedBy: null, problems: [] };
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

test("the line that the keyboard is on is dismissed, and the next one gets it; nothing takes it from who went elsewhere", async () => {
  const [a, b, c] = [event("a"), event("b"), event("c")];
  const revealed: string[] = [];
  Object.assign(levers.tree, { reveal: (node: { event: ErrorEvent }) => Promise.resolve(void revealed.push(node.event.id)) });
  const { executeCommand } = commands;
  const on = { kind: "error", event: b };
  commands.executeCommand = (...all: unknown[]) => {
    const { selection } = levers.tree;
    if (all[0] === "list.toggleSelection") levers.tree.selection = selection.includes(on) ? selection.filter((one) => one !== on) : [...selection, on];
    return executeCommand(...all);
  };
  const dismissed: string[] = [];
  const dismiss = (id: string): Promise<void> => Promise.resolve(void dismissed.push(id));
  let now = 1_000_000;
  const clock = mock.method(Date, "now", () => now);
  try {
    for (const selection of [[{ kind: "error", event: a }], [on], []]) {
      levers.tree.selection = selection;
      view.show([a, b, c], 0);
      await view.dismissFocused(dismiss);
      assert.deepEqual(levers.tree.selection, selection, "what is selected stays so");
    }
    assert.deepEqual(dismissed, ["b", "b", "b"]);
    revealed.length = 0;
    view.show([a, c], 0);
    assert.deepEqual(revealed, ["c"]);
    view.show([a, b, c], 0);
    await assert.rejects(view.dismissFocused(() => Promise.reject(new Error("the server is gone"))));
    now += 60_000;
    view.show([a, b, c], 0);
    assert.deepEqual(revealed, ["c"]);
  } finally {
    clock.mock.restore();
    commands.executeCommand = executeCommand;
  }
});

test("a list in groups shows each error below its group, and the key that dismisses leaves a group alone", async () => {
  const memory = new Map<string, unknown>([["errors.arrangement", { groupBy: "kind", sortBy: "time", hidden: [] }]]);
  const kept = { get: (name: string) => memory.get(name), update: (name: string, value: unknown) => Promise.resolve(void memory.set(name, value)) };
  const grouped = new ErrorsView(new EditedLines(), kept as never);
  const [crash, build] = [event("crash"), { ...event("build"), kind: "gradle_build" as const }];
  grouped.show([crash, build], 0);
  const groups = grouped.getChildren();
  assert.deepEqual(groups.map((node) => [grouped.getTreeItem(node).label, grouped.getChildren(node).map((below) => below.event.id)]), [["Crashes", ["crash"]], ["Build failures", ["build"]]]);
  const [line] = grouped.getChildren(groups[1]);
  assert.ok(line);
  assert.equal(grouped.getParent(line)?.event.id, "build");
  const { executeCommand } = commands;
  commands.executeCommand = (...all: unknown[]) => {
    if (all[0] === "list.toggleSelection") levers.tree.selection = levers.tree.selection.length > 0 ? [] : [groups[0]];
    return executeCommand(...all);
  };
  const dismissed: string[] = [];
  await grouped.dismissFocused((id) => Promise.resolve(void dismissed.push(id)));
  commands.executeCommand = executeCommand;
  assert.deepEqual(dismissed, []);
  grouped.arrange({ groupBy: "none", hidden: ["Crashes"] });
  assert.deepEqual(grouped.getChildren().map((node) => node.event.id), ["build"]);
  assert.match(levers.tree.message, /hides 1 of 2/);
  assert.equal((memory.get("errors.arrangement") as { groupBy: string }).groupBy, "none");
  grouped.dispose();
});
