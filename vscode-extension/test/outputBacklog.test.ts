import assert from "node:assert/strict";
import { test } from "node:test";
import { OutputBacklog } from "../src/outputBacklog";

const MB = 1024 * 1024;
const LINE = "11-18 09:41:07.001  9214  9214 I Sample: frame drawn in 6 ms, nothing to see\n";
const TRACE = 'Exception in thread "main" java.lang.IllegalStateException: no lines\n\tat shop.Basket.total(Basket.kt:7)\n';

function quiet(bytes: number): string {
  return LINE.repeat(Math.ceil(bytes / LINE.length));
}

/** Append a text in pieces of uneven length, as a terminal does. */
function fed(backlog: OutputBacklog, text: string): OutputBacklog {
  for (let at = 0, step = 0; at < text.length; step += 1) {
    const length = 1_000 + ((step * 7_919) % 60_000);
    backlog.append(text.slice(at, at + length));
    at += length;
  }
  return backlog;
}

test("what fits is kept as it came", () => {
  const text = `${quiet(700_000)}${TRACE}no line end`;
  const backlog = fed(new OutputBacklog(4 * MB), text);
  assert.equal(backlog.size, text.length);
  assert.equal(backlog.take(5), text.slice(0, 5));
  let rest = "";
  while (backlog.size > 0) rest += backlog.take(100_000);
  assert.equal(rest, text.slice(5));
  assert.equal(backlog.take(10), "");
});

test("of a flood that nobody reads each error is kept, with the lines around it, in bounded memory", () => {
  const parts = Array.from({ length: 8 }, (_, number) => `${quiet(5 * MB)}${TRACE.replaceAll("Basket", `Basket${number}`)}`);
  const backlog = fed(new OutputBacklog(4 * MB), `${parts.join("")}${quiet(2 * MB)}the last line\n`);
  assert.equal(backlog.lost(), 0);
  assert.ok(backlog.size < 3 * MB, String(backlog.size));
  const text = backlog.take(Infinity);
  for (let number = 0; number < 8; number += 1) {
    const at = text.indexOf(`at shop.Basket${number}.total(Basket${number}.kt:7)\n`);
    assert.ok(at > 0, `error ${number}`);
    assert.ok(text.slice(at - 30_000, at).split("\n").slice(0, -3).every((line, index) => index === 0 || `${line}\n` === LINE), "the lines before it");
  }
  assert.ok(text.endsWith("the last line\n"));
  assert.ok(text.split("\n").slice(1, -1).every((line) => `${line}\n` === LINE || !line.includes("Sample")), "no line is cut in two");
});

test("words that a piece's end cuts in two are found", () => {
  const backlog = new OutputBacklog(4 * MB);
  for (const part of [quiet(3 * MB), "java.lang.Illegal", "StateExc", "eption: torn\n", quiet(3 * MB)]) backlog.append(part);
  assert.match(backlog.take(Infinity), /IllegalStateException: torn/);
});

test("what a build says of its tasks and rounds is kept", () => {
  const marks = ["> Task :app:compileKotlin\n", "BUILD SUCCESSFUL in 3s\n", "Change detected, executing build...\n", "\u001B[2J"];
  const backlog = fed(new OutputBacklog(4 * MB), marks.map((mark) => quiet(2 * MB) + mark).join("") + quiet(2 * MB));
  const text = backlog.take(Infinity);
  for (const mark of marks) assert.ok(text.includes(mark), JSON.stringify(mark));
});

test("errors without end lose their oldest lines, and that is said", () => {
  const backlog = fed(new OutputBacklog(MB), TRACE.repeat(60_000));
  assert.ok(backlog.size <= 2 * MB);
  const lost = backlog.lost();
  assert.equal(lost + backlog.size, TRACE.length * 60_000);
  assert.equal(backlog.lost(), 0, "told once");
});

test("a line without an end does not grow without bounds", () => {
  const backlog = fed(new OutputBacklog(MB), "x".repeat(20 * MB));
  assert.ok(backlog.size <= 2 * MB, String(backlog.size));
});
