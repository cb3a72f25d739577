import assert from "node:assert/strict";
import { test } from "node:test";
import { AS_IT_COMES, arranged, groupNames, grouped, readArrangement, stateOf } from "../src/errorArrangement";
import type { ErrorEvent } from "../src/generated/contract";

function event(id: string, kind: ErrorEvent["kind"], count: number, filePath?: string, verdict: ErrorEvent["verdict"] = null): ErrorEvent {
  const culprit = filePath === undefined ? null : { filePath, line: 1, className: null, method: null, text: "", origin: "app" as const };
  return { id, kind, count, culprit, verdict, title: id, firstSeen: "", lastSeen: "", sources: [], solution: null, state: "new", resolvedBy: null, problems: [] };
}

const EVENTS = [event("npe", "jvm_exception", 2, "B.kt", "same"), event("gradle", "gradle_build", 9), event("anr", "anr", 1, "A.kt"), event("kotlinc", "kotlin_compile", 1, "A.kt", "novel")];

function ids(events: readonly ErrorEvent[]): string[] {
  return events.map(({ id }) => id);
}

test("errors are sorted by time, count or place; those without a place come last", () => {
  assert.deepEqual(ids(arranged(EVENTS, AS_IT_COMES)), ["npe", "gradle", "anr", "kotlinc"]);
  assert.deepEqual(ids(arranged(EVENTS, { ...AS_IT_COMES, sortBy: "count" })), ["gradle", "npe", "anr", "kotlinc"]);
  assert.deepEqual(ids(arranged(EVENTS, { ...AS_IT_COMES, sortBy: "place" })), ["anr", "kotlinc", "npe", "gradle"]);
});

test("errors are grouped by kind or by state, the group of the newest first", () => {
  const of = (groupBy: "kind" | "state"): unknown => grouped(EVENTS, { ...AS_IT_COMES, groupBy })?.map(({ name, events }) => [name, ids(events)]);
  assert.deepEqual(of("kind"), [["Crashes", ["npe", "anr"]], ["Build failures", ["gradle"]], ["Compile errors", ["kotlinc"]]]);
  assert.deepEqual(of("state"), [["Solved before", ["npe"]], ["New", ["gradle", "anr", "kotlinc"]]]);
  assert.equal(grouped(EVENTS, AS_IT_COMES), undefined);
});

test("a filter leaves out kinds and states", () => {
  assert.deepEqual(ids(arranged(EVENTS, { ...AS_IT_COMES, hidden: ["Build failures", "Solved before"] })), ["anr", "kotlinc"]);
});

test("what was kept and is no arrangement counts as none", () => {
  for (const kept of [undefined, null, 7, { groupBy: "colour", sortBy: {}, hidden: "x" }]) assert.deepEqual(readArrangement(kept), AS_IT_COMES);
  assert.deepEqual(readArrangement({ groupBy: "kind", sortBy: "place", hidden: ["New", 3] }), { groupBy: "kind", sortBy: "place", hidden: ["New"] });
});

test("an error's life is its state, and of a new one whether its solution is known; a filter offers what occurs, and what is hidden", () => {
  const back = { ...event("back", "anr", 1), state: "regressed" } as const;
  assert.deepEqual([back, { ...back, state: "seen", verdict: "same" } as const, ...EVENTS.slice(0, 2)].map(stateOf), ["Came back", "Seen", "Solved before", "New"]);
  assert.deepEqual(groupNames([back, ...EVENTS.slice(0, 1)], ["Failed tests"]), { kinds: ["Crashes", "Failed tests"], states: ["Came back", "Solved before"] });
});
