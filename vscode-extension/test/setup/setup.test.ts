import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, describe, test } from "node:test";
import type * as vscode from "vscode";
import { Setup } from "../../src/setup/setup";
import { settings, window } from "../fake_vscode";

const root = mkdtempSync(join(tmpdir(), "kotlin-rca-setup-"));
after(() => {
  rmSync(root, { recursive: true, force: true });
});

/** What was shown, and what the person answers to the next messages. */
let shown: string[] = [];
let answers: (string | undefined)[] = [];
let steps: string[] = [];
let stops: string[] = [];
let number = 0;

beforeEach(() => {
  [shown, answers, steps, stops] = [[], [], [], []];
  for (const name of Object.keys(settings)) Reflect.deleteProperty(settings, name);
  const show = (message: string): Promise<string | undefined> => {
    shown.push(message);
    return Promise.resolve(answers.shift());
  };
  window["showInformationMessage"] = show;
  window["showErrorMessage"] = show;
  window["withProgress"] = (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
    task({ report: () => undefined }, { onCancellationRequested: () => ({ dispose: () => undefined }) });
});

function setup(carries = true, memory = new Map<string, unknown>()): Setup {
  number += 1;
  const carried = join(root, `${number}`, "server");
  mkdirSync(carried, { recursive: true });
  const bundle = { wheel: "rca.whl", version: "0.1.0", sha256: "a", constraints: "c.txt", constraintsSha256: "b", torch: "2" };
  if (carries) writeFileSync(join(carried, "bundle.json"), JSON.stringify(bundle));
  const quiet = { info: () => undefined, debug: () => undefined, error: () => undefined, show: () => undefined };
  const store = { get: (key: string) => memory.get(key), update: (key: string, value: unknown) => Promise.resolve(memory.set(key, value)) };
  return new Setup(join(root, `${number}`, "storage"), carried, store as unknown as vscode.Memento, quiet as unknown as vscode.LogOutputChannel, (step) => steps.push(step), (reason) => stops.push(reason));
}

describe("offer", () => {
  test("asks with the size, and a person who says no is not asked again", async () => {
    const memory = new Map<string, unknown>();
    answers = ["Not Now"];
    assert.equal(await setup(true, memory).offer(), undefined);
    assert.match(shown[0] ?? "", /0\.2 GB.*0\.6 GB/);
    assert.equal(await setup(true, memory).offer(), undefined);
    assert.equal(shown.length, 1);
  });

  test("does not ask where the extension carries no server", async () => {
    assert.equal(await setup(false).offer(), undefined);
    assert.deepEqual(shown, []);
  });

  test("does what was agreed to, and names what stands in the way", async () => {
    settings["rca.python.path"] = "/gone/python3";
    answers = ["Set Up"];
    assert.equal(await setup().offer(), "failed");
    assert.match(shown[1] ?? "", /rca\.python\.path names \/gone\/python3, which is not Python/);
    assert.equal(stops.length, 1);
  });
});

describe("work", () => {
  test("is tried again when asked to, with settings as they are then", async () => {
    settings["rca.python.path"] = "/gone/python3";
    settings["rca.python.wheels"] = join(root, "no-wheels");
    answers = ["Try Again"];
    assert.equal(await setup().work(), "failed");
    assert.equal(shown.length, 2);
    assert.match(shown[0] ?? "", /contains no wheels/);
  });

  test("is done once at a time", async () => {
    settings["rca.python.path"] = "/gone/python3";
    const one = setup();
    const [first, second] = [one.work(), one.work()];
    assert.ok(one.isWorking && first === second);
    assert.equal(await first, "failed");
    assert.equal(one.isWorking, false);
    assert.equal(shown.length, 1);
  });

  test("a build that carries no server says so", async () => {
    assert.equal(await setup(false).work(), "failed");
    assert.match(shown[0] ?? "", /does not include the server/);
  });
});

test("where nothing was set up there is no interpreter", async () => {
  assert.equal(await setup().python(), undefined);
});
