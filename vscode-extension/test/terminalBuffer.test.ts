import assert from "node:assert/strict";
import { test } from "node:test";
import { outputIn } from "../src/terminalBuffer";

const WORDS = "The following is the last command run in the terminal:\n./gradlew test\nIt was run in the directory:\n/app\nIt exited with code: 1\nIt has the following output:\ne: boom\nline";

test("the output of the command is taken from the editor's words", () => {
  assert.equal(outputIn(WORDS, "./gradlew test"), "e: boom\nline");
});

test("words about another command, or without output, give nothing", () => {
  assert.equal(outputIn(WORDS, "./gradlew lint"), undefined);
  assert.equal(outputIn("No command has been run in the active terminal.", "x"), undefined);
});
