import assert from "node:assert/strict";
import { test } from "node:test";
import { AUTOMATIC, readStop, type Ask, type Bounds, type StopPoint } from "../src/debugReading";
import type { DebugStop } from "../src/generated/contract";

const POINT: StopPoint = { id: "s:1", session: "Shop", adapter: "java", threadId: 1, reason: "exception", text: "java.lang.Error", givesExceptionInfo: true };
const locate = (path: string): { filePath: string; inWorkspace: boolean } => ({ filePath: path.replace("/ws/", ""), inWorkspace: path.startsWith("/ws/") });

type Answers = Readonly<Record<string, unknown>>;

/** An adapter with one frame whose variables are given by their references. */
function adapter(variables: Readonly<Record<number, unknown>>, more: Answers = {}): Ask {
  const answers: Answers = {
    threads: { threads: [{ id: 1, name: "main" }, { id: 2, name: "worker" }] },
    stackTrace: { stackFrames: [{ id: 7, name: "Cart.total(int)", line: 3, source: { path: "/ws/Cart.kt" } }], totalFrames: 1 },
    exceptionInfo: { exceptionId: "java.lang.Error", breakMode: "userUnhandled" },
    scopes: { scopes: [{ name: "Local", variablesReference: 10 }] },
    ...more,
  };
  return (command, args) => {
    const answer = command === "variables" ? { variables: variables[Number(args["variablesReference"])] } : answers[command];
    return typeof answer === "function" ? (answer as (given: unknown) => Promise<unknown>)(args) : Promise.resolve(answer);
  };
}

function read(ask: Ask, bounds: Partial<Bounds> = {}, point: Partial<StopPoint> = {}): Promise<DebugStop> {
  return readStop(ask, { ...POINT, ...point }, locate, { ...AUTOMATIC, ...bounds }, new AbortController().signal);
}

const never = (): Promise<unknown> => new Promise(() => undefined);

/** The same adapter, which never answers what is beneath one reference. */
function neverAt(reference: number, ask: Ask): Ask {
  return (command, args) => (args["variablesReference"] === reference ? never() : ask(command, args));
}

function values(stop: DebugStop): unknown {
  return stop.frames[0]?.scopes?.[0]?.variables;
}

test("threads, frames, the exception and values two levels deep are read", async () => {
  const stop = await read(adapter({
    10: [{ name: "items", value: "ArrayList@1 size=1", type: "ArrayList", variablesReference: 11 }, { name: "index", value: "3", variablesReference: 0 }],
    11: [{ name: "0", value: "Item@2", variablesReference: 12 }],
    12: [{ name: "price", value: "null", variablesReference: 13 }],
  }));
  assert.deepEqual([stop.thread, stop.threads, stop.frames[0]?.filePath, stop.frames[0]?.line], ["main", ["worker"], "Cart.kt", 3]);
  assert.deepEqual(stop.exception, { id: "java.lang.Error", description: "java.lang.Error", breakMode: "userUnhandled" });
  assert.deepEqual(values(stop), [
    { name: "items", value: "ArrayList@1 size=1", type: "ArrayList", variables: [{ name: "0", value: "Item@2" }] },
    { name: "index", value: "3" },
  ]);
  assert.deepEqual(stop.notes, []);
});

test("one object that never answers does not hide the locals of the callers", async () => {
  const frames = [{ id: 7, name: "first", line: 3, source: { path: "/ws/a.js" } }, { id: 8, name: "report", line: 9, source: { path: "/ws/a.js" } }];
  const stop = await read(
    neverAt(11, adapter(
      { 10: [{ name: "order", value: "Order", variablesReference: 11 }], 20: [{ name: "lines", value: "Array(0)", variablesReference: 0 }] },
      {
        stackTrace: { stackFrames: frames, totalFrames: 2 },
        scopes: ({ frameId }: { frameId: number }) => Promise.resolve({ scopes: [{ name: "Local", variablesReference: frameId === 7 ? 10 : 20 }] }),
      },
    )),
    { milliseconds: 500, answerMs: 400 },
  );
  assert.deepEqual(stop.frames[1]?.scopes, [{ name: "Local", variables: [{ name: "lines", value: "Array(0)" }] }]);
});

test("the global object of JavaScript is not opened", async () => {
  const asked: unknown[] = [];
  const ask = adapter({ 10: [{ name: "this", value: "global", type: "global", variablesReference: 11 }] });
  await read((command, args) => {
    asked.push(args["variablesReference"]);
    return ask(command, args);
  });
  assert.ok(!asked.includes(11));
});

test("nothing of the program is run: lazy variables, expensive scopes and globals are left alone", async () => {
  const asked: string[] = [];
  const ask = adapter(
    { 10: [{ name: "size", value: "", variablesReference: 11, presentationHint: { lazy: true } }, { name: "text", value: '"a"', variablesReference: 12 }] },
    { scopes: { scopes: [{ name: "Local", variablesReference: 10 }, { name: "Globals", variablesReference: 20 }, { name: "All", variablesReference: 21, expensive: true }] } },
  );
  const stop = await read((command, args) => {
    asked.push(`${command} ${Number(args["variablesReference"] ?? 0)}`);
    return ask(command, args);
  });
  assert.deepEqual(asked, ["threads 0", "exceptionInfo 0", "stackTrace 0", "scopes 0", "variables 10"]);
  assert.match(stop.frames[0]?.scopes?.[0]?.variables[0]?.note ?? "", /runs code of the program/);
  assert.deepEqual(stop.frames[0]?.scopes?.[1], { name: "All", variables: [], note: "not read: it takes long" });
});

test("of many elements a page is asked for, also of an adapter that gives them all", async () => {
  const elements = Array.from({ length: 50 }, (_, index) => ({ name: String(index), value: "0", variablesReference: 0 }));
  const pages: unknown[] = [];
  const stop = await read((command, args) => {
    if (args["variablesReference"] === 11) pages.push(args);
    return adapter({ 10: [{ name: "all", value: "int[50]", indexedVariables: 50, variablesReference: 11 }], 11: elements })(command, args);
  });
  assert.deepEqual(pages, [{ variablesReference: 11, filter: "indexed", start: 0, count: 10 }]);
  const [all] = values(stop) as { size: number; note: string; variables: unknown[] }[];
  assert.deepEqual([all?.size, all?.note, all?.variables.length], [50, "40 more", 10]);
});

test("frames are read page by page, also from an adapter that counts wrongly or gives all at once", async () => {
  const frame = (number: number): unknown => ({ id: number, name: `f${number}`, line: 1 });
  const paged = (total: number): Answers => ({
    stackTrace: ({ startFrame, levels }: { startFrame: number; levels: number }) =>
      Promise.resolve({ stackFrames: Array.from({ length: Math.min(levels, 45 - startFrame) }, (_, index) => frame(startFrame + index)), totalFrames: total }),
  });
  for (const total of [45, 1_000_000, Number.NaN]) assert.equal((await read(adapter({}, paged(total)))).frames.length, 45, String(total));
  const all = { stackTrace: { stackFrames: Array.from({ length: 500 }, (_, index) => frame(index)), totalFrames: 500 } };
  const stop = await read(adapter({}, all));
  assert.deepEqual([stop.frames.length, stop.furtherFrames], [AUTOMATIC.frames, 500 - AUTOMATIC.frames]);
});

test("an adapter that never answers is given up, and what it said so far stays", async () => {
  const stop = await read(adapter({}, { scopes: never, exceptionInfo: never }), { answerMs: 50 });
  assert.equal(stop.frames.length, 1);
  assert.deepEqual(stop.exception, { id: "exception", description: "java.lang.Error" });
  assert.match(stop.notes?.join(" ") ?? "", /did not answer “exceptionInfo”.*did not answer “scopes”/);
  const silent = await read(never, { answerMs: 50 });
  assert.deepEqual([silent.frames, silent.thread], [[], "thread 1"]);
  assert.match(silent.notes?.join(" ") ?? "", /no longer answered/);
});

test("answers of wrong types are passed over", async () => {
  for (const wrong of [null, 5, "text", [], [null, 5], { stackFrames: "no", scopes: 7, threads: {}, variables: 0 }]) {
    const stop = await read(() => Promise.resolve(wrong));
    assert.deepEqual(stop.frames, [], JSON.stringify(wrong));
  }
  const stop = await read(adapter(
    { 10: [null, 5, {}, { name: 3, value: null, type: {}, variablesReference: "11", indexedVariables: -1 }] },
    { stackTrace: { stackFrames: [{ id: 7, name: null, line: "3", source: "x" }, { id: "8", source: { path: "/ws/A.kt" } }], totalFrames: "many" } },
  ));
  assert.deepEqual(stop.frames.map(({ name, line, inWorkspace }) => [name, line, inWorkspace]), [["?", undefined, false], ["?", undefined, true]]);
});

test("huge values are cut, and there is an end to their number, size and time", async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => ({ name: `v${index}`, value: "x".repeat(100_000), variablesReference: 10 }));
  const stop = await read(adapter({ 10: many }));
  assert.ok(JSON.stringify(stop).length < 2 * AUTOMATIC.characters);
  assert.match(stop.notes?.join(" ") ?? "", /Only the first/);
  const slow = adapter({ 10: many }, { scopes: () => new Promise((resolve) => setTimeout(() => { resolve({ scopes: [] }); }, 80)) });
  assert.match((await read(slow, { milliseconds: 50 })).notes?.join(" ") ?? "", /Reading ended|did not answer/);
});

test("what ends in the middle is not waited for", async () => {
  const ending = new AbortController();
  setTimeout(() => { ending.abort(); }, 20);
  const stop = await readStop(adapter({}, { scopes: never }), POINT, locate, AUTOMATIC, ending.signal);
  assert.match(stop.notes?.join(" ") ?? "", /went on/);
  const gone = await read(() => Promise.reject(new Error("the session is over")));
  assert.match(gone.notes?.join(" ") ?? "", /refused: the session is over/);
});

test("a source's path may be an address by the time that it is read", async () => {
  const path = { scheme: "file", authority: "", path: "/ws/a b.kt" };
  const stop = await readStop(adapter({}, { stackTrace: { stackFrames: [{ id: 1, name: "f", line: 2, source: { name: "a b.kt", path } }] } }), POINT, (one) => ({ filePath: one, inWorkspace: false }), AUTOMATIC, new AbortController().signal);
  assert.equal(stop.frames[0]?.filePath, "file:///ws/a%20b.kt");
});

test("members that adapters group beside the program's data are left out", async () => {
  const stop = await read(adapter({ 10: [{ name: "special variables", value: "", variablesReference: 11 }, { name: "b", value: "0", variablesReference: 0 }] }));
  assert.deepEqual(values(stop), [{ name: "b", value: "0" }]);
});
