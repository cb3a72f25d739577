import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { CulpritActions } from "../src/culpritActions";
import { CulpritText, textOf } from "../src/culpritText";
import { isRead, shownEvents } from "../src/displaySettings";
import { EditedLines } from "../src/editedLines";
import { ErrorNotifications } from "../src/errorNotifications";
import type { ErrorEvent } from "../src/generated/contract";
import { Uri, settings, window, workspace } from "./fake_vscode";

afterEach(() => {
  for (const name of Object.keys(settings)) Reflect.deleteProperty(settings, name);
});

function event(id: string, line: number, count = 1): ErrorEvent {
  const culprit = { filePath: "Cart.kt", line, className: "a.Cart", method: "total", text: "", origin: "app" as const };
  return { id, kind: "jvm_exception", title: `a.${id}: no\nlines`, count, firstSeen: "2026-01-01T00:00:00Z", lastSeen: "2026-01-01T00:00:00Z", sources: [], culprit, verdict: null, solution: null,
  state: "new",
  resolvedBy: null, problems: [{ filePath: "Cart.kt", line: 1, column: 1, severity: "error", message: "m", tool: null }] };
}

const DOCUMENT = { uri: Uri.file("/ws/Cart.kt"), lineCount: 9, lineAt: (line: number) => ({ range: { end: { line, character: 5 } } }) };

test("a line's end has the newest error of it in one line", () => {
  const lines = new EditedLines();
  const drawn: { range: { start: { line: number } }; renderOptions?: { after: { contentText: string } } }[][] = [];
  window["createTextEditorDecorationType"] = () => ({ dispose: () => undefined });
  window["visibleTextEditors"] = [{ document: DOCUMENT, setDecorations: (_: unknown, marks: never) => drawn.push(marks) }];
  Object.assign(workspace, { onDidChangeConfiguration: () => ({ dispose: () => undefined }) });
  window["onDidChangeVisibleTextEditors"] = () => ({ dispose: () => undefined });
  for (const [id, line] of [["New", 3], ["Old", 3], ["Gone", 40]] as const) lines.follow(id, "Cart.kt", line);
  const text = new CulpritText(lines, Uri.file("/media") as never);
  text.show([event("New", 3, 2), event("Old", 3), event("Gone", 40)]);
  assert.deepEqual(drawn[0]?.map(({ range, renderOptions }) => [range.start.line, renderOptions?.after.contentText]), [[2, "New: no lines ×2"]]);
  assert.equal(drawn[1]?.length, 1);
  Object.assign(settings, { "rca.editor.lineEnd": false, "rca.editor.gutterIcon": false });
  text.show([event("New", 3)]);
  assert.deepEqual(drawn.slice(2), [[], []]);
  text.dispose();
  lines.dispose();
});

test("a text is cut where it is long", () => {
  assert.equal(textOf({ ...event("x", 1), title: "y".repeat(300) }).length, 120);
});

test("a culprit's line offers what can be done about its error, another line nothing", () => {
  const lines = new EditedLines();
  lines.follow("Boom", "Cart.kt", 3);
  const actions = new CulpritActions(lines);
  actions.show([event("Boom", 3)]);
  const at = (line: number): string[] => actions.provideCodeActions(DOCUMENT as never, { start: { line }, end: { line } } as never).map(({ command }) => command?.command ?? "");
  assert.deepEqual(at(2), ["kotlinRca.traceValueOrigin", "kotlinRca.copyBrief", "kotlinRca.sendToChat"]);
  assert.deepEqual(at(3), []);
  lines.dispose();
});

test("each source and a build's messages can be switched off; a watched log is always read", () => {
  const runs = [["terminal 1", "terminal"], ["terminal 2", "log"], ["task 1", "task"], ["debug x", "debug_console"], ["problems", "problems"], ["file /x", "log"]] as const;
  const read = (): string[] => runs.filter(([run, kind]) => isRead({ run, kind })).map(([run]) => run);
  assert.equal(read().length, runs.length);
  settings["rca.sources"] = { terminals: false, problems: false };
  assert.deepEqual(read(), ["debug x", "file /x"]);
  settings["rca.sources"] = { debugSessions: false };
  assert.ok(!read().includes("debug x"));
  assert.equal(shownEvents([event("x", 1)])[0]?.problems.length, 1);
  settings["rca.editor.problems"] = false;
  assert.equal(shownEvents([event("x", 1)])[0]?.problems.length, 0);
});

test("new errors are shown as one notification where that is wanted; what was there before the window is not new", () => {
  const said: string[] = [];
  window["showInformationMessage"] = (words: string) => Promise.resolve(void said.push(words));
  const notifications = new ErrorNotifications();
  notifications.note([event("Old", 1)]);
  notifications.note([event("Quiet", 1), event("Old", 1)]);
  settings["rca.notifications"] = "new";
  notifications.note([event("A", 1), event("B", 2), event("Quiet", 1)]);
  notifications.note([event("A", 1, 2)]);
  assert.deepEqual(said, ["A: no\nlines at Cart.kt:1, and 1 more"]);
});
