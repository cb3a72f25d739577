import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import type { OutputChunk } from "../src/generated/contract";
import { OutputPusher, type OutputSource } from "../src/outputPusher";

const BUILD: OutputSource = { run: "1", kind: "terminal", name: "./gradlew build" };
let sent: OutputChunk[] = [];
let lost = 0;
let isTaken = true;
let pusher: OutputPusher;
const ignore = (): void => undefined;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  sent = [];
  lost = 0;
  isTaken = true;
  pusher = new OutputPusher(
    (chunk) => {
      sent.push(chunk);
      return Promise.resolve();
    },
    (source, characters) => {
      assert.equal(source.name, BUILD.name);
      lost += characters;
    },
    () => isTaken,
  );
});

afterEach(() => {
  pusher.dispose();
  mock.timers.reset();
});

async function pass(times = 1): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    mock.timers.tick(150);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("pieces of a source travel together, its end with the last of them", async () => {
  pusher.add(BUILD, "a");
  pusher.add(BUILD, "b");
  await pass();
  pusher.add(BUILD, "c");
  pusher.end(BUILD);
  await pass();
  assert.deepEqual(
    sent.map(({ text, ended }) => [text, ended]),
    [
      ["ab", false],
      ["c", true],
    ],
  );
});

test("what a source reported travels with its text, whether it goes on or has ended since", async () => {
  const trace = "a.T > adds FAILED\n";
  pusher.add(BUILD, "a");
  pusher.report(BUILD, trace);
  await pass();
  pusher.add(BUILD, "b");
  pusher.report(BUILD, trace);
  pusher.end(BUILD, 1);
  await pass();
  assert.deepEqual(
    sent.map(({ text, ended, reports }) => [text, ended, reports]),
    [
      ["a", false, trace],
      ["b", true, trace],
    ],
  );
});

test("a flood is cut into pieces, and its oldest lines are dropped and counted", async () => {
  const line = `FAIL ${"x".repeat(1018)}\n`;
  for (let index = 0; index < 20_000; index += 1) pusher.add(BUILD, line);
  pusher.add(BUILD, "the end\n");
  pusher.end(BUILD);
  await pass(60);
  assert.ok(sent.every(({ text }) => text.length <= 512 * 1024));
  const all = sent.map(({ text }) => text).join("");
  assert.ok(all.length < 9 * 1024 * 1024);
  assert.equal(lost, 20_000 * 1024 + "the end\n".length - all.length);
  assert.ok(all.endsWith("the end\n"));
  assert.deepEqual(sent.filter(({ ended }) => ended).length, 1);
  assert.ok(sent.at(-1)?.ended);
});

test("what was added comes out as it went in, however it was cut", async () => {
  const whole = Array.from({ length: 90_000 }, (_, line) => `line ${line} of a log\n`).join("");
  for (let at = 0, size = 1; at < whole.length; at += size, size = (size * 7 + 3) % 70_001) pusher.add(BUILD, whole.slice(at, at + size));
  await pass(10);
  assert.ok(sent.length >= 4);
  assert.equal(sent.map(({ text }) => text).join(""), whole);
  assert.equal(lost, 0);
});

test("a server that does not take it holds up nothing: 50 MB wait in bounded memory, and one piece is on its way", async () => {
  const taken: number[] = [];
  let goOn: (() => void) | undefined;
  const stuck = new OutputPusher(({ text }) => {
    taken.push(text.length);
    return goOn === undefined ? new Promise((resolve) => (goOn = resolve)) : Promise.resolve();
  }, ignore, () => true);
  const line = `FAIL ${"y".repeat(1018)}\n`;
  for (let index = 0; index < 50_000; index += 1) {
    stuck.add(BUILD, line);
    if (index % 1_000 === 0) await pass();
  }
  const whileStuck = taken.length;
  goOn?.();
  await pass(30);
  assert.equal(whileStuck, 1);
  assert.ok(taken.length > 8);
  assert.ok(taken.reduce((sum, length) => sum + length, 0) <= 9 * 1024 * 1024);
  stuck.dispose();
});

test("a whole text replaces what waits", async () => {
  pusher.set(BUILD, "old");
  pusher.set(BUILD, "new");
  await pass();
  assert.deepEqual(sent, [{ ...BUILD, text: "new", replace: true, ended: false }]);
});

test("sources do not mix", async () => {
  pusher.add(BUILD, "a");
  pusher.add({ ...BUILD, run: "2" }, "b");
  await pass();
  assert.deepEqual(sent.map(({ run, text }) => run + text), ["1a", "2b"]);
});

test("a server that went away does not end it", async () => {
  let gone = true;
  const told: string[] = [];
  const other = new OutputPusher((chunk) => {
    if (gone) return Promise.reject(new Error("gone"));
    told.push(chunk.text);
    return Promise.resolve();
  }, ignore, () => true);
  other.add(BUILD, "lost");
  await pass();
  gone = false;
  other.add(BUILD, "kept");
  await pass(2);
  assert.deepEqual(told, ["kept"]);
  other.dispose();
});

test("what comes before the server runs waits for it", async () => {
  isTaken = false;
  pusher.add(BUILD, "a");
  pusher.add(BUILD, "b");
  pusher.end(BUILD, 1);
  await pass(3);
  assert.deepEqual(sent, []);
  isTaken = true;
  pusher.resume();
  await pass();
  assert.deepEqual(sent, [{ ...BUILD, text: "ab", replace: false, ended: true, exitCode: 1 }]);
});

test("where the server stops while something is on its way, the rest waits", async () => {
  pusher.add(BUILD, "a");
  isTaken = false;
  await pass();
  assert.deepEqual(sent, []);
  isTaken = true;
  pusher.resume();
  await pass();
  assert.deepEqual(sent.map(({ text }) => text), ["a"]);
});

test("what waits for a server is bounded: the sources that began first make room, and are counted", async () => {
  isTaken = false;
  const piece = "z".repeat(1024 * 1024 - 1) + "\n";
  for (let run = 0; run < 1_000; run += 1) pusher.add({ ...BUILD, run: `small ${run}` }, "s");
  for (let run = 0; run < 30; run += 1) pusher.add({ ...BUILD, run: `big ${run}` }, piece);
  isTaken = true;
  pusher.resume();
  await pass(60);
  assert.equal(new Set(sent.map(({ run }) => run)).size, 8);
  assert.equal(sent.at(-1)?.run, "big 29");
  assert.equal(lost, 1_000 + 22 * piece.length);
});

test("what a command reported elsewhere goes with its end", async () => {
  pusher.add(BUILD, "a");
  pusher.end(BUILD, 1, "a trace");
  await pass();
  assert.deepEqual(sent, [{ ...BUILD, text: "a", replace: false, ended: true, exitCode: 1, reports: "a trace" }]);
});

test("what was told before goes first, each piece with what was dismissed of it, and the last one with the end", async () => {
  const long = "x".repeat(600 * 1024);
  pusher.add(BUILD, "lost");
  pusher.set(BUILD, "c", [{ text: long, dismissed: ["1", "2"] }, { text: "b", dismissed: ["3"] }]);
  pusher.add(BUILD, "d");
  pusher.set({ ...BUILD, run: "2" }, "", [{ text: "e", dismissed: ["4"] }]);
  pusher.end({ ...BUILD, run: "2" }, 1, "a trace");
  await pass(5);
  assert.deepEqual(sent.filter(({ run }) => run === "1").map(({ text, replace, dismissed }) => [text.length, replace, dismissed]), [
    [512 * 1024, true, ["1", "2"]],
    [88 * 1024, false, ["1", "2"]],
    [1, false, ["3"]],
    [2, false, undefined],
  ]);
  assert.deepEqual(sent.filter(({ run }) => run === "2"), [{ ...BUILD, run: "2", text: "e", replace: true, ended: true, exitCode: 1, reports: "a trace", dismissed: ["4"] }]);
  assert.equal(lost, 0);
  isTaken = false;
  for (let run = 0; run < 20; run += 1) pusher.set({ ...BUILD, run: `again ${run}` }, "", [{ text: long, dismissed: ["1"] }]);
  assert.ok(lost >= 6 * long.length);
});
