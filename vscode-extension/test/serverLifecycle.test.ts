import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "../src/context";
import type { ServerState } from "../src/server";
import type { Html } from "../src/html";
import type { Act } from "../src/reportPanel";
import { statusFacts } from "../src/statusDetails";
import { startServerIfSetUp, setUpServer } from "../src/serverLifecycle";
import { showStatus } from "../src/statusPage";
import { EventEmitter, commands, settings, window } from "./fake_vscode";
import { settled } from "./waiting";

async function startsWith(state: ServerState, isThere: boolean, isWorking = false): Promise<boolean> {
  let started = false;
  const start = (): Promise<void> => Promise.resolve(void (started = true));
  await startServerIfSetUp({ server: { state, start }, setup: { isWorking, isThere: () => Promise.resolve(isThere) } } as unknown as Context);
  return started;
}

test("a window that found no server starts it once another window has set it up", async () => {
  const notFound: ServerState = { kind: "notFound", tried: [] };
  assert.equal(await startsWith(notFound, true), true);
  assert.equal(await startsWith(notFound, false), false);
  assert.equal(await startsWith(notFound, true, true), false);
  assert.equal(await startsWith({ kind: "notFound", tried: [], setting: "rca.server.command" }, true), false);
  assert.equal(await startsWith({ kind: "stopped" }, true), false);
});

test("the status page shows how things are after its button was pressed, and takes the mark of a report that it replaces", async () => {
  let state: ServerState = { kind: "failed", reason: "it crashed repeatedly" };
  let shown = "";
  let marked = true;
  let press: (act: Act) => Promise<void> = () => Promise.reject(new Error("nothing is shown"));
  const panel = {
    turn: 7,
    show: (_title: string, page: Html, act: typeof press): void => {
      shown = page.markup;
      press = act;
    },
    redraw: (turn: number, page: Html): void => {
      if (turn === 7) shown = page.markup;
    },
  };
  const facts = { index: { state: "ready" } };
  const states = new EventEmitter<ServerState>();
  const server = { settled: () => Promise.resolve(state), status: () => Promise.resolve(facts), onDidChangeState: states.event };
  const culprit = { set: (of: unknown): void => void (marked = of !== null) };
  await showStatus({ panel, server, culprit, version: "1" } as unknown as Context);
  assert.match(shown, /is not running/);
  assert.match(shown, /data-act="setUp"/, "what was set up may be broken");
  assert.equal(marked, false);
  const { executeCommand } = commands;
  commands.executeCommand = () => {
    state = { kind: "running", launch: { command: "rca", args: [], foundIn: "PATH" } };
    return Promise.resolve(undefined);
  };
  await press({ act: "restart" });
  commands.executeCommand = executeCommand;
  assert.match(shown, /<strong>ready<\/strong>/);
  assert.doesNotMatch(shown, /data-act="setUp"/);
  // A page that says "ready" while the server is off would be worse than none.
  state = { kind: "untrusted" };
  states.fire(state);
  await settled();
  assert.match(shown, /off in Restricted Mode/);
  panel.turn = 8;
  state = { kind: "stopped" };
  states.fire(state);
  await settled();
  assert.match(shown, /off in Restricted Mode/, "another page is shown by now");
});

test("what the server says of itself is told in words", () => {
  const { markup } = statusFacts({
    version: "1.2.0",
    python: "3.11.7",
    workspace: ["/ws"],
    index: { state: "indexing", appPackages: ["com.shop"] },
    links: { linked: 3, files: 10 },
    libraries: { state: "read", archives: 7, missing: ["a:b:1"] },
    knowledge: { records: 5, bySource: { starter: 4, user: 1 }, modelReady: false },
    network: [],
  });
  for (const words of ["1.2.0; Python 3.11.7", "indexing; calls are linked in 3 of 10 files; packages com.shop", "7 archives; 1 are not on this machine: a:b:1", "5 (4 that ship with the server, 1 recorded here); found by words", "asks before each search"]) {
    assert.ok(markup.includes(words), words);
  }
  assert.doesNotMatch(markup, /[{}]|undefined/);
  assert.doesNotMatch(statusFacts({}).markup, /undefined|null/);
});

test("who sets the server up is told that a setting names another one", async () => {
  const said: string[] = [];
  window["showWarningMessage"] = (words: string) => Promise.resolve(void said.push(words));
  const does = (): Promise<void> => Promise.resolve();
  let ending = "done";
  const context = { server: { stop: does, restart: does }, setup: { work: () => Promise.resolve(ending) } } as unknown as Context;
  await setUpServer(context);
  assert.deepEqual(said, []);
  settings["rca.server.command"] = "/old/rca";
  await setUpServer(context);
  ending = "cancelled";
  await setUpServer(context);
  Reflect.deleteProperty(settings, "rca.server.command");
  assert.equal(said.length, 1);
  assert.match(said.join(), /rca\.server\.command names another/);
});
