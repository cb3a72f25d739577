import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { alone } from "../../src/setup/lock";
import { run } from "../../src/setup/process";

const node = process.execPath;
const folder = mkdtempSync(join(tmpdir(), "kotlin-rca-process-"));
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("run", () => {
  test("gives the code, both streams, and each line as it comes", async () => {
    const lines: string[] = [];
    const script = "console.log('a'); console.error('b'); process.stdout.write('end'); process.exitCode = 3";
    const { code, output } = await run({ command: node, args: ["-e", script], onLine: (line) => lines.push(line) });
    assert.equal(code, 3);
    assert.ok(output.includes("a\n") && output.includes("b\n"));
    assert.deepEqual(lines.toSorted(), ["a", "b", "end"]);
  });

  test("keeps the end of what is long", async () => {
    const { output } = await run({ command: node, args: ["-e", "console.log('x'.repeat(1e6) + 'last')"] });
    assert.ok(output.length <= 40_000 && output.trim().endsWith("last"));
  });

  test("a program that is not there is an outcome", async () => {
    const { code, output } = await run({ command: join(folder, "gone"), args: [] });
    assert.equal(code, 127);
    assert.match(output, /ENOENT/);
  });

  test("ends the program and its children when it is cancelled, and throws why", async () => {
    const abort = new AbortController();
    const why = new Error("cancelled by a person");
    const script = `const c = require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]); console.log(c.pid); setTimeout(() => {}, 60000)`;
    let child = 0;
    const running = run({
      command: node,
      args: ["-e", script],
      signal: abort.signal,
      onLine: (line) => {
        child = Number(line);
        abort.abort(why);
      },
    });
    await assert.rejects(running, why);
    await gone(child);
  });

  test("a program that takes too long is ended", async () => {
    const { code } = await run({ command: node, args: ["-e", "setTimeout(() => {}, 60000)"], timeout: 200 });
    assert.notEqual(code, 0);
  });
});

describe("alone", () => {
  const never = new AbortController().signal;

  test("one at a time, the other waits and is told once", async () => {
    const file = join(folder, "one.lock");
    const order: string[] = [];
    const [held, hold] = gate();
    const [told, tell] = gate();
    const first = alone(file, async () => { hold(); await told; order.push("first"); }, () => order.push("?"), never, 20);
    await held; // or the two race for the lock, and either may be the first
    const waiting = (): void => { order.push("waiting"); tell(); };
    await Promise.all([first, alone(file, () => Promise.resolve(order.push("second")), waiting, never, 20)]);
    assert.deepEqual(order, ["waiting", "first", "second"]);
  });

  test("a lock whose owner ended is taken over", async () => {
    const file = join(folder, "stale.lock");
    writeFileSync(file, "4194999");
    assert.equal(await alone(file, () => Promise.resolve("made"), () => undefined, never), "made");
  });

  test("one that nobody marks any more is taken over, whoever has its owner's number now", async () => {
    for (const [name, left] of [["reused.lock", String(process.pid)], ["empty.lock", ""]] as const) {
      const file = join(folder, name);
      writeFileSync(file, left);
      assert.equal(await alone(file, () => Promise.resolve("made"), () => undefined, AbortSignal.timeout(5_000), 5), "made");
    }
  });

  test("one that is held for long is not", async () => {
    const file = join(folder, "long.lock");
    const order: string[] = [];
    const [held, hold] = gate();
    const first = alone(file, async () => { hold(); await sleep(1_500); order.push("first"); }, () => undefined, never, 30);
    await held;
    await Promise.all([first, alone(file, () => Promise.resolve(order.push("second")), () => undefined, never, 30)]);
    assert.deepEqual(order, ["first", "second"]);
  });

  test("work that fails lets go", async () => {
    const file = join(folder, "failing.lock");
    await assert.rejects(alone(file, () => Promise.reject(new Error("no")), () => undefined, never));
    assert.equal(await alone(file, () => Promise.resolve(1), () => undefined, never), 1);
  });

  test("waiting can be cancelled", async () => {
    const file = join(folder, "held.lock");
    writeFileSync(file, String(process.pid));
    const why = new Error("enough");
    await assert.rejects(alone(file, () => Promise.resolve(1), () => undefined, AbortSignal.abort(why)), why);
  });
});

/** Return a promise, and the function that fulfils it. */
function gate(): [Promise<void>, () => void] {
  let open = (): void => undefined;
  return [new Promise<void>((resolve) => (open = resolve)), () => { open(); }];
}

async function gone(pid: number): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${pid} still runs`);
}
