import assert from "node:assert/strict";
import { test } from "node:test";
import type { EditorCallersQuestion } from "../src/generated/contract";
import { besideOthers, OtherLanguageServers, type Editor, type Place } from "../src/otherLanguageServers";

const QUESTION: EditorCallersQuestion = {
  uri: "file:///ws/A.kt",
  position: { line: 4, character: 9 },
  kind: "function",
  timeoutMs: 60,
};
const PLACE: Place = { uri: "file:///ws/B.kt", line: 2, character: 7 };

function editor(parts: Partial<Editor>): Editor {
  return { kotlinExtensions: () => ["fwcd.kotlin"], incomingCalls: () => Promise.resolve([]), references: () => Promise.resolve([]), ...parts };
}

const never = (): Promise<never> => new Promise(() => undefined);

test("both questions are asked at the declaration, and positions count from 1 on the wire", async () => {
  const asked: Place[] = [];
  const others = new OtherLanguageServers(
    editor({
      incomingCalls: (at) => {
        asked.push(at);
        return Promise.resolve([PLACE]);
      },
      references: (at) => {
        asked.push(at);
        return Promise.resolve([{ ...PLACE, line: 5 }]);
      },
    }),
  );
  assert.deepEqual(await others.callers(QUESTION), {
    servers: ["fwcd.kotlin"],
    calls: [
      { uri: PLACE.uri, position: { line: 3, character: 8 }, source: "call_hierarchy" },
      { uri: PLACE.uri, position: { line: 6, character: 8 }, source: "references" },
    ],
  });
  assert.deepEqual(asked, Array(2).fill({ uri: QUESTION.uri, line: 3, character: 8 }));
});

test("without another Kotlin server nobody is asked", async () => {
  const others = new OtherLanguageServers(editor({ kotlinExtensions: () => [], incomingCalls: () => assert.fail("asked") }));
  assert.deepEqual(await others.callers(QUESTION), { servers: [], calls: [] });
});

test("our own server is silent exactly while others are asked, a failure included", async () => {
  let during = false;
  const others: OtherLanguageServers = new OtherLanguageServers(
    editor({
      incomingCalls: () => {
        during = others.isAsking;
        return Promise.reject(new Error("broken"));
      },
      references: () => Promise.reject(new Error("broken too")),
    }),
  );
  assert.equal(others.isAsking, false);
  await assert.rejects(others.callers(QUESTION), /fwcd\.kotlin did not answer/);
  assert.equal(during, true);
  assert.equal(others.isAsking, false);
});

test("who does not answer in time is left out, and what came is given", async () => {
  const others = new OtherLanguageServers(editor({ incomingCalls: never, references: () => Promise.resolve([PLACE]) }));
  const { calls } = await others.callers(QUESTION);
  assert.deepEqual(calls.map(({ source }) => source), ["references"]);
});

test("where nobody answers in time that is told, and is no empty answer", async () => {
  const others = new OtherLanguageServers(editor({ incomingCalls: never, references: never }));
  await assert.rejects(others.callers(QUESTION), /did not answer/);
  assert.equal(others.isAsking, false);
});

test("an empty answer is an answer", async () => {
  assert.deepEqual(await new OtherLanguageServers(editor({})).callers(QUESTION), { servers: ["fwcd.kotlin"], calls: [] });
});

test("the setting decides who answers the editor, and without one whether another server is there", () => {
  assert.equal(besideOthers("auto", []), "on");
  assert.equal(besideOthers("auto", ["fwcd.kotlin"]), "off");
  assert.equal(besideOthers("on", ["fwcd.kotlin"]), "on");
  assert.equal(besideOthers("off", []), "off");
});
