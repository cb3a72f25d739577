import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import promises from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, mock, test } from "node:test";
import { alone } from "../../src/setup/lock";
import { gate } from "../waiting";

const folder = mkdtempSync(join(tmpdir(), "kotlin-rca-lock-"));
const never = new AbortController().signal;
const nothing = (): void => undefined;
/** A number that no process has. */
const ENDED = "4194999";

afterEach(() => {
  mock.restoreAll();
});
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Hold the next call of a function of node:fs/promises where `isMeant` says so: return its arrival, and what lets it go on. */
function hold(name: "open" | "readFile", isMeant: (...args: unknown[]) => boolean, where: "before" | "after"): { arrived: Promise<void>; goOn: () => void } {
  const real = promises[name] as (...args: unknown[]) => Promise<unknown>;
  const [arrived, arrive] = gate();
  const [released, goOn] = gate();
  let isHeld = false;
  mock.method(promises, name, async (...args: unknown[]) => {
    if (isHeld || !isMeant(...args)) return real(...args);
    isHeld = true;
    const early = where === "after" ? [await real(...args)] : [];
    arrive();
    await released;
    return early.length > 0 ? early[0] : real(...args);
  });
  return { arrived, goOn };
}

test("one at a time, the other waits and is told once", async () => {
  const file = join(folder, "one.lock");
  const order: string[] = [];
  const [held, holds] = gate();
  const [told, tell] = gate();
  const first = alone(file, async () => { holds(); await told; order.push("first"); }, () => order.push("?"), never, 20);
  await held; // or the two race for the lock, and either may be the first
  const waiting = (): void => { order.push("waiting"); tell(); };
  await Promise.all([first, alone(file, () => Promise.resolve(order.push("second")), waiting, never, 20)]);
  assert.deepEqual(order, ["waiting", "first", "second"]);
});

test("many that begin at once work one after the other, and leave one file behind", async () => {
  const file = join(folder, "many.lock");
  let working = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    working += 1;
    most = Math.max(most, working);
    await new Promise((resolve) => setTimeout(resolve, 3));
    working -= 1;
  };
  await Promise.all(Array.from({ length: 12 }, () => alone(file, work, nothing, never, 50)));
  assert.equal(most, 1);
  assert.equal(readdirSync(folder).filter((name) => name.startsWith("many.lock")).length, 1);
});

test("a lock whose owner ended is taken over", async () => {
  const file = join(folder, "stale.lock");
  writeFileSync(file, ENDED);
  assert.equal(await alone(file, () => Promise.resolve("made"), nothing, never), "made");
});

test("of two that find the same lock left over, the slow one does not take it from the fast one", async () => {
  const file = join(folder, "both.lock");
  writeFileSync(file, ENDED);
  const order: string[] = [];
  const [ended, end] = gate();
  let hasGoneOn = false;
  const { arrived, goOn } = hold("readFile", (path) => path === file, "after");
  const slow = alone(file, () => { end(); return Promise.resolve(order.push("slow")); }, () => { if (hasGoneOn) end(); }, never, 30);
  await arrived; // it has read whose lock it is
  const fast = alone(file, async () => { hasGoneOn = true; goOn(); await ended; order.push("fast"); }, nothing, never, 30);
  await Promise.all([slow, fast]);
  assert.deepEqual(order, ["fast", "slow"]);
});

test("who was slow for so long that others took the lock and let go of it does not work beside a later one", async () => {
  const file = join(folder, "slow.lock");
  writeFileSync(file, ENDED);
  const order: string[] = [];
  const [ended, end] = gate();
  const { arrived, goOn } = hold("open", (path) => path === `${file}.1`, "before");
  const slow = alone(file, () => { end(); return Promise.resolve(order.push("slow")); }, end, never, 30);
  await arrived; // it is about to create the next number
  for (const name of ["second", "third"]) await alone(file, () => Promise.resolve(order.push(name)), nothing, never, 30);
  const last = alone(file, async () => { goOn(); await ended; order.push("last"); }, nothing, never, 30);
  await Promise.all([slow, last]);
  assert.deepEqual(order, ["second", "third", "last", "slow"]);
});

test("one that nobody marks any more is taken over, whoever has its owner's number now", async () => {
  for (const [name, left] of [["reused.lock", String(process.pid)], ["empty.lock", ""]] as const) {
    const file = join(folder, name);
    writeFileSync(file, left);
    assert.equal(await alone(file, () => Promise.resolve("made"), nothing, never, 5), "made");
  }
});

test("one that is held for long is not", async () => {
  const file = join(folder, "long.lock");
  const order: string[] = [];
  let looks = 0;
  const [held, holds] = gate();
  const [looked, hasLooked] = gate();
  const first = alone(file, async () => { holds(); await looked; order.push("first"); }, nothing, never, 10);
  await held;
  const { readFile } = promises;
  mock.method(promises, "readFile", (...args: Parameters<typeof readFile>) => {
    looks += 1;
    if (looks === 40) hasLooked();
    return readFile(...args);
  });
  await Promise.all([first, alone(file, () => Promise.resolve(order.push("second")), nothing, never, 30)]);
  assert.deepEqual(order, ["first", "second"]);
});

test("work that fails lets go", async () => {
  const file = join(folder, "failing.lock");
  await assert.rejects(alone(file, () => Promise.reject(new Error("no")), nothing, never));
  assert.equal(await alone(file, () => Promise.resolve(1), () => assert.fail("it is still held"), never), 1);
});

test("waiting can be cancelled", async () => {
  const file = join(folder, "held.lock");
  writeFileSync(file, String(process.pid));
  const why = new Error("enough");
  await assert.rejects(alone(file, () => Promise.resolve(1), nothing, AbortSignal.abort(why)), why);
});
