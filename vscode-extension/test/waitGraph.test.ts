import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { WaitEdge, WaitGraph, WaitNode } from "../src/generated/contract";
import { waitGraphSection } from "../src/waitGraphHtml";
import { waitGraphPicture } from "../src/waitGraphPicture";

const HOSTILE = '<script>alert("x")</script> & `code`';

function thread(name: string, line = 12): WaitNode {
  return { id: `thread ${name}`, kind: "thread", name, state: "BLOCKED", place: { frame: `at a.B.${name}(B.kt:${line})`, filePath: "app/src/B.kt", line } };
}

function wait(waiter: string, holder: string | null, facts: Partial<WaitEdge> = {}): WaitEdge {
  return {
    waiter: `thread ${waiter}`,
    holder: holder === null ? null : `thread ${holder}`,
    kind: "monitor",
    resource: `the monitor of \`${waiter}Lock\` <0x1>`,
    certainty: "stated",
    evidence: "The dump says so.",
    timed: false,
    ...facts,
  };
}

const DEADLOCK: WaitGraph = {
  summary: 'Deadlock: "one" and "two" wait for each other.',
  nodes: [thread("one"), thread("two"), thread("late")],
  edges: [wait("one", "two"), wait("two", "one"), wait("late", "one", { certainty: "likely" })],
  cycles: [{ nodes: ["thread one", "thread two"], certainty: "stated", statement: "…", release: "One of them must let go of `oneLock`." }],
};

function picture(): string {
  return waitGraphPicture(DEADLOCK)?.markup ?? "";
}

describe("the picture of a wait-for graph", () => {
  test("has a box for each node and an arrow for each wait", () => {
    const markup = picture();
    assert.equal([...markup.matchAll(/<rect /g)].length, 3);
    assert.equal([...markup.matchAll(/marker-end/g)].length, 3);
  });

  test("marks what is in a cycle, and what is only likely", () => {
    const markup = picture();
    assert.equal([...markup.matchAll(/class="node cycle"/g)].length, 2);
    assert.equal([...markup.matchAll(/class="edge stated cycle"/g)].length, 2);
    assert.equal([...markup.matchAll(/class="edge likely"/g)].length, 1);
  });

  test("stands in its frame, whichever way an arrow bends", () => {
    const markup = picture();
    for (const [, x = ""] of markup.matchAll(/C(-?[\d.]+) /g)) assert.ok(Number(x) >= 0, `an arrow bends to ${x}`);
  });

  test("says in words who waits for whom", () => {
    assert.match(waitGraphPicture(DEADLOCK)?.markup ?? "", /aria-label="one waits for two; two waits for one; late waits for one\."/);
  });

  test("is not drawn where no holder is known", () => {
    assert.equal(waitGraphPicture({ ...DEADLOCK, cycles: [], edges: [wait("one", null, { certainty: "unknown" })] }), undefined);
  });

  test("draws a thread that waits for itself", () => {
    const own: WaitGraph = { ...DEADLOCK, nodes: [thread("one")], edges: [wait("one", "one")], cycles: [{ nodes: ["thread one"], certainty: "likely", statement: "", release: "" }] };
    assert.match(waitGraphPicture(own)?.markup ?? "", /<path class="edge stated cycle"/);
  });

  test("leaves out nodes past the fourteenth, and says so", () => {
    const names = Array.from({ length: 20 }, (_, number) => `t${number}`);
    const graph: WaitGraph = { summary: "", nodes: names.map((name) => thread(name)), edges: names.slice(1).map((name, number) => wait(name, names[number] ?? "")) };
    assert.match(waitGraphPicture(graph)?.markup ?? "", /6 more are not drawn/);
  });

  test("holds no inline style, which the page's policy forbids", () => {
    assert.doesNotMatch(waitGraphPicture(DEADLOCK)?.markup ?? "", /style=/);
  });
});

describe("the section of a wait-for graph", () => {
  test("links the lines", () => {
    const markup = waitGraphSection({ ...DEADLOCK, edges: [wait("one", "two", { waitsAt: { frame: "at a.B.one(B.kt:12)", filePath: "app/src/B.kt", line: 12, function: "one" } }), wait("two", "one")] })?.markup ?? "";
    assert.match(markup, /data-path="app\/src\/B.kt" data-line="12"/);
  });

  test("says how a second cycle ends; how the first does stands above", () => {
    const [first] = DEADLOCK.cycles ?? [];
    assert.ok(first);
    const { markup = "" } = waitGraphSection({ ...DEADLOCK, cycles: [first, { ...first, release: "The other must let go of `twoLock`." }] }) ?? {};
    assert.match(markup, /To end it:<\/strong> The other must let go of <code>twoLock<\/code>/);
    assert.doesNotMatch(markup, /oneLock<\/code>\./);
  });

  test("escapes what the dump says", () => {
    const hostile: WaitGraph = {
      ...DEADLOCK,
      nodes: [{ ...thread("one"), name: HOSTILE }, thread("two")],
      edges: [wait("one", "two", { resource: HOSTILE, evidence: HOSTILE }), wait("two", "one")],
    };
    assert.doesNotMatch(waitGraphSection(hostile)?.markup ?? "", /<script>/);
  });

  test("is absent without a wait", () => {
    assert.equal(waitGraphSection(undefined), undefined);
    assert.equal(waitGraphSection({ summary: "No thread waits.", nodes: [], edges: [] }), undefined);
  });
});
