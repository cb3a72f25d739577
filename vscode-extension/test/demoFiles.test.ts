import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { UserError } from "../src/toolAnswer";
import { FAILING_TASK, failingCommand, layOut } from "../src/demoFiles";

const root = mkdtempSync(join(tmpdir(), "kotlin-rca-demo-"));
const carried = join(root, "carried");
const script = "import { carryDemo } from './scripts/carry.mjs'; carryDemo(process.argv[1])";
execFileSync(process.execPath, ["--input-type=module", "-e", script, carried]);
after(() => {
  rmSync(root, { recursive: true, force: true });
});

test("the demo has its history, its errors, a clean tree, and a task that fails", async () => {
  const target = join(root, "mine", "larder");
  chmodSync(join(carried, "added", "gradlew"), 0o644);
  await layOut(carried, target);
  const git = (...args: string[]): string => execFileSync("git", ["-C", target, ...args], { encoding: "utf8" });
  assert.equal(git("log", "--oneline").trim().split("\n").length, 9);
  assert.equal(git("status", "--porcelain"), "");
  assert.equal(git("remote"), "");
  let output = "";
  assert.throws(() => execFileSync(failingCommand(false), { shell: true, cwd: target, stdio: "pipe" }), (problem: { stdout: Buffer; status: number }) => {
    output = problem.stdout.toString();
    return problem.status === 1;
  });
  assert.match(output, new RegExp(`> Task ${FAILING_TASK} FAILED`));
});

test("a demo that is there already stays as it is", async () => {
  const target = join(root, "again", "larder");
  await layOut(carried, target);
  writeFileSync(join(target, "mine.txt"), "");
  await layOut(carried, target);
  assert.ok(statSync(join(target, "mine.txt")).isFile());
});

test("a folder that holds something else is left alone", async () => {
  const target = join(root, "other", "larder");
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "notes.txt"), "");
  await assert.rejects(layOut(carried, target), UserError);
});
