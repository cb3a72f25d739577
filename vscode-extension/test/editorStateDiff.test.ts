import assert from "node:assert/strict";
import { test } from "node:test";
import { changedParts } from "../src/editorStateDiff";

const cursor = { line: 3, character: 1 };

test("everything is sent at first", () => {
  const state = { activeFile: "A.kt", cursorPosition: cursor, selectedText: null };
  assert.deepEqual(changedParts({}, state), state);
});

test("only what differs is sent, and nothing where nothing does", () => {
  const sent = { activeFile: "A.kt", cursorPosition: cursor, diagnostics: [] };
  assert.equal(changedParts(sent, { activeFile: "A.kt", cursorPosition: { ...cursor } }), undefined);
  assert.deepEqual(changedParts(sent, { activeFile: "A.kt", cursorPosition: { line: 4, character: 1 } }), {
    cursorPosition: { line: 4, character: 1 },
  });
});

test("what is gone is sent as null", () => {
  assert.deepEqual(changedParts({ selectedText: "x" }, { selectedText: null }), { selectedText: null });
  assert.deepEqual(changedParts({}, { selectedText: null }), { selectedText: null });
});
