import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { EditorStatePusher, diagnostics } from "../src/editorState";
import type { EditorState } from "../src/generated/contract";
import { Terminals } from "../src/terminal";
import { levers, window } from "./fake_vscode";
import { settled } from "./waiting";

let sent: Partial<EditorState>[];
let terminals: Terminals;
let pusher: EditorStatePusher;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  sent = [];
  levers.found = [];
  window["activeTextEditor"] = undefined;
  const report = (problem: unknown): void => {
    assert.fail(String(problem));
  };
  terminals = new Terminals(report, () => Promise.resolve(undefined));
  pusher = new EditorStatePusher(terminals, (parts) => {
    sent.push(parts);
    return Promise.resolve();
  });
});

afterEach(() => {
  pusher.dispose();
  terminals.dispose();
  mock.timers.reset();
});

async function pass(milliseconds: number): Promise<void> {
  mock.timers.tick(milliseconds);
  await settled();
}

interface Place {
  readonly character: number;
}

interface Span {
  readonly start: Place;
  readonly end: Place;
}

/** A place in a document of one line. */
function place(character: number): Place & { isBefore(other: Place): boolean } {
  return { character, isBefore: (other) => character < other.character };
}

function editor(path: string, line: number, selected = ""): void {
  window["activeTextEditor"] = {
    document: {
      uri: { scheme: "file", path },
      getText: ({ start, end }: Span) => selected.slice(start.character, end.character),
      offsetAt: ({ character }: Place) => character,
      positionAt: place,
      isClosed: false,
    },
    selection: { active: { line, character: 0 }, isEmpty: selected === "", start: place(0), end: place(selected.length) },
  };
  levers.selection.fire(undefined);
}

function problem(path: string, severity: number, message: string): [unknown, unknown[]] {
  return [{ scheme: "file", path, fsPath: path }, [{ severity, message, range: { start: { line: 0, character: 4 } }, source: "lint" }]];
}

test("a server that just started is told everything", async () => {
  editor("/ws/app/A.kt", 4, "boom");
  await pusher.restart();
  assert.deepEqual(sent, [
    {
      activeFile: "app/A.kt",
      cursorPosition: { line: 5, character: 1 },
      selectedText: "boom",
      diagnostics: [],
      terminalOutput: null,
      debugStops: [],
    },
  ]);
});

test("moving the cursor sends the cursor alone, and reads no problems", async () => {
  editor("/ws/A.kt", 0);
  await pusher.restart();
  const read = levers.problemsRead;
  editor("/ws/A.kt", 9);
  await pusher.flush();
  assert.deepEqual(sent.at(-1), { cursorPosition: { line: 10, character: 1 } });
  assert.equal(levers.problemsRead, read);
});

test("a burst of events makes one push, and soon", async () => {
  await pusher.restart();
  for (let line = 0; line < 500; line++) editor("/ws/A.kt", line);
  await pass(150);
  assert.equal(sent.length, 2);
  assert.deepEqual(sent[1]?.cursorPosition, { line: 500, character: 1 });
});

test("of a selected log only the start is copied", async () => {
  editor("/ws/app.log", 0, "x".repeat(3_000_000));
  await pusher.restart();
  assert.equal(sent[0]?.selectedText?.length, 100_000);
});

test("keys do not wait for a busy server, and do not pile up before it", async () => {
  let taken: (() => void) | undefined;
  let asked = 0;
  const busy = new EditorStatePusher(terminals, () => {
    asked += 1;
    return new Promise((resolve) => (taken = resolve));
  });
  void busy.restart();
  for (let line = 0; line < 10; line++) {
    editor("/ws/A.kt", line);
    await pass(60);
  }
  assert.equal(asked, 1);
  taken?.();
  await settled();
  await pass(150);
  assert.equal(asked, 2);
  busy.dispose();
});

test("a server that went away does not end it", async () => {
  let isGone = true;
  const told: Partial<EditorState>[] = [];
  const other = new EditorStatePusher(terminals, (parts) => {
    if (isGone) return Promise.reject(new Error("gone"));
    told.push(parts);
    return Promise.resolve();
  });
  editor("/ws/A.kt", 1);
  await pass(150); // a rejection that nobody handles would fail the test
  isGone = false;
  editor("/ws/A.kt", 2);
  await pass(150);
  assert.deepEqual(told, [{ cursorPosition: { line: 3, character: 1 } }]);
  other.dispose();
});

test("a click into a report keeps the file active, closing the file does not", async () => {
  editor("/ws/A.kt", 0);
  await pusher.restart();
  const { document } = window["activeTextEditor"] as { document: { isClosed: boolean } };
  window["activeTextEditor"] = undefined;
  levers.activeEditor.fire(undefined);
  await pusher.flush();
  assert.equal(sent.length, 1);
  document.isClosed = true;
  levers.documentClosed.fire(undefined);
  await pusher.flush();
  assert.deepEqual(sent.at(-1), { activeFile: null, cursorPosition: null });
});

test("a file outside the workspace is not named", async () => {
  editor("/etc/passwd", 0);
  await pusher.restart();
  assert.equal(sent[0]?.activeFile, null);
});

test("of thousands of problems the errors come first, and not all are sent", () => {
  levers.pathsAsked = 0;
  levers.found = [
    [{ scheme: "file", path: "/ws/A.kt" }, Array.from({ length: 5_000 }, (_, index) => problem("/ws/A.kt", 1, `warning ${index}`)[1][0])],
    problem("/ws/B.kt", 0, "error"),
  ];
  const all = diagnostics();
  assert.equal(all.length, 1_000);
  assert.equal(levers.pathsAsked, 2);
  assert.deepEqual(all[0], { severity: "error", message: "error", line: 1, column: 5, source: "lint", filePath: "B.kt" });
});
