import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { EditedLines } from "../src/editedLines";
import { levers, workspace } from "./fake_vscode";

let lines: EditedLines;
const document = { uri: { scheme: "file", path: "/ws/A.kt" } };

beforeEach(() => {
  lines = new EditedLines();
  lines.follow("culprit", "A.kt", 10);
});

afterEach(() => {
  lines.dispose();
});

/** Replace a part of the file, lines and characters from 0, and give where the tenth line is then. */
function edit(start: [number, number], end: [number, number], text: string, of: object = document): number | undefined {
  const at = ([line, character]: [number, number]): object => ({ line, character });
  levers.documentEdited.fire({ document: of, contentChanges: [{ range: { start: at(start), end: at(end) }, text }] });
  return lines.at("culprit");
}

test("a line goes down and up with what stands above it", () => {
  assert.equal(edit([2, 0], [2, 0], "a\nb\n"), 12);
  assert.equal(edit([2, 0], [4, 0], ""), 10);
  assert.equal(edit([9, 0], [9, 0], "\n"), 11);
  assert.equal(edit([9, 3], [10, 0], "x"), 10);
});

test("what is typed in it, behind it, or in another file moves it not", () => {
  assert.equal(edit([9, 4], [9, 4], "\n\n"), 10);
  assert.equal(edit([20, 0], [20, 0], "\n"), 10);
  assert.equal(edit([0, 0], [0, 0], "\n", { uri: { scheme: "file", path: "/ws/B.kt" } }), 10);
  assert.equal(edit([0, 0], [0, 0], "\n", { uri: { scheme: "git", path: "/ws/A.kt" } }), 10);
});

test("where it is removed, or its file is formatted whole, it stays as near as can be told", () => {
  assert.equal(edit([5, 2], [15, 0], ""), 6);
  lines.follow("culprit", "A.kt", 11);
  assert.equal(edit([0, 0], [30, 1], "formatted\n".repeat(30)), 11);
});

test("a line that is said anew to be where it was is where it is by now, until it is forgotten", () => {
  edit([0, 0], [0, 0], "\n");
  lines.follow("culprit", "A.kt", 10);
  assert.equal(lines.at("culprit"), 11);
  lines.forget("culprit");
  assert.equal(lines.at("culprit"), undefined);
  lines.follow("culprit", "A.kt", 10);
  assert.equal(lines.at("culprit"), 10);
});

test("the folder of a file is looked up once, however much is typed", () => {
  levers.pathsAsked = 0;
  for (let key = 0; key < 100; key += 1) edit([0, 0], [0, 0], "x");
  assert.equal(levers.pathsAsked, 1);
});

test("a file that is closed without saving is as it was saved", () => {
  const open = { ...document, isDirty: true, isClosed: false };
  assert.equal(edit([0, 0], [0, 0], "a\n", open), 11);
  levers.documentSaved.fire(open);
  assert.equal(edit([0, 0], [0, 0], "b\nc\n", open), 13);
  levers.documentClosed.fire(open); // it got another language
  assert.equal(lines.at("culprit"), 13);
  open.isClosed = true;
  levers.documentClosed.fire(open);
  assert.equal(lines.at("culprit"), 11);
});

test("a file that was changed elsewhere is as it is there, also once it is closed", () => {
  const open = { ...document, isDirty: false, isClosed: false };
  assert.equal(edit([0, 0], [0, 0], "a\n", open), 11);
  open.isClosed = true;
  levers.documentClosed.fire(open);
  assert.equal(lines.at("culprit"), 11);
});

test("a line is edited once its text is, and is not when it only moves", () => {
  const isEdited = (): boolean => lines.isEdited("culprit");
  let heard = 0;
  const listening = lines.onDidEdit(() => (heard += 1));
  edit([2, 0], [2, 0], "a\nb\n"); // it is line 12 now
  edit([11, 0], [11, 0], "above\n"); // 13
  edit([12, 20], [12, 20], "\n  below");
  edit([10, 0], [11, 0], ""); // 12
  assert.deepEqual([lines.at("culprit"), isEdited(), heard], [12, false, 0]);
  edit([11, 4], [11, 5], "x");
  assert.deepEqual([isEdited(), heard], [true, 1]);
  lines.follow("culprit", "A.kt", 10, "later");
  assert.deepEqual([lines.at("culprit"), isEdited()], [12, false], "the next run says it of the edited line");
  listening.dispose();
});

/** A file that is open, and what is typed into it. */
class Open {
  readonly uri = document.uri;
  isDirty = true;
  isClosed = false;
  text = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);

  constructor() {
    levers.documentOpened.fire(this);
  }

  get lineCount(): number {
    return this.text.length;
  }

  lineAt(line: number): { text: string | undefined } {
    return { text: this.text[line] };
  }

  /** Replace lines from one on (from 0) by others. */
  replace(from: number, count: number, ...lines: string[]): void {
    this.text.splice(from, count, ...lines);
    edit([from, 0], [from + count, 0], lines.map((line) => `${line}\n`).join(""), this);
  }

  close(): void {
    this.isClosed = true;
    levers.documentClosed.fire(this);
  }
}

function isEdited(): boolean {
  return lines.isEdited("culprit");
}

test("an edit that is undone is none, whether by a key or by typing", () => {
  const open = new Open();
  open.replace(9, 1, "line 10, changed");
  open.replace(0, 0, "above");
  assert.deepEqual([isEdited(), lines.at("culprit")], [true, 11]);
  open.replace(10, 1, "line 10");
  assert.deepEqual([isEdited(), lines.at("culprit")], [false, 11]);
  open.replace(10, 1);
  assert.equal(isEdited(), true);
  open.replace(10, 0, "line 10");
  assert.deepEqual([isEdited(), lines.at("culprit")], [false, 11], "a line that was removed is back");
});

test("what an error is said of is the text at that time, also of a file that is open already", () => {
  const open = new Open();
  open.replace(9, 1, "changed");
  workspace.textDocuments = [open];
  lines.follow("culprit", "A.kt", 10, "later");
  workspace.textDocuments = [];
  assert.equal(isEdited(), false);
  open.replace(9, 1, "line 10");
  assert.equal(isEdited(), true);
  open.replace(9, 1, "changed");
  assert.equal(isEdited(), false);
});

test("an edit whose editor is closed without saving is none", () => {
  const open = new Open();
  open.replace(9, 1, "x");
  assert.equal(isEdited(), true);
  open.close();
  assert.equal(isEdited(), false);
  const again = new Open();
  again.replace(9, 1, "x");
  levers.documentSaved.fire(again);
  again.close();
  assert.equal(isEdited(), true, "it is on the disk");
});
