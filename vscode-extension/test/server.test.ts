import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type * as vscode from "vscode";
import { UserError } from "../src/toolAnswer";
import { selectedPython } from "../src/discoveryEnvironment";
import { Server } from "../src/server";
import type { Search } from "../src/serverDiscovery";
import { installed } from "./fake_vscode";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined } as unknown as vscode.LogOutputChannel;

function machine(more: Partial<Search>): Search {
  const no = (): Promise<undefined> => Promise.resolve(undefined);
  return { serverCommand: "", pythonPath: "", folders: [], path: [], windows: false, isExecutable: () => Promise.resolve(false), hasServer: () => Promise.resolve(false), selectedPython: no, ownPython: no, ...more };
}

afterEach(() => {
  Reflect.deleteProperty(installed, "ms-python.python");
});

test("a search that breaks is told, and nobody waits for the server for ever", async () => {
  const server = new Server(quiet, () => machine({ ownPython: () => Promise.reject(new Error("bundle.json is no JSON")) }));
  const asked = server.status();
  await server.start();
  assert.deepEqual(server.state, { kind: "failed", reason: "bundle.json is no JSON" });
  await assert.rejects(asked, UserError);
});

test("a Python extension that does not start, is old, or hangs counts as not there", async () => {
  const hang = new Promise<never>(() => undefined);
  for (const activate of [() => Promise.reject(new Error("no")), () => Promise.resolve({}), () => hang]) {
    installed["ms-python.python"] = { activate };
    assert.equal(await selectedPython(20), undefined);
  }
});
