import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { run } from "../../src/setup/process";
import { until } from "../waiting";

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
    await until(() => !isAlive(child));
  });

  test("a program that takes too long is ended", async () => {
    const { code } = await run({ command: node, args: ["-e", "setTimeout(() => {}, 60000)"], timeout: 200 });
    assert.notEqual(code, 0);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
