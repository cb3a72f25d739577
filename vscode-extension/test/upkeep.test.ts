import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "../src/context";
import type { ServerState } from "../src/server";
import type { Html } from "../src/html";
import type { Act } from "../src/reportPanel";
import { beginLate, setUpServer, showStatus } from "../src/upkeep";
import { commands, settings, window } from "./fake_vscode";

async function startsWith(state: ServerState, isThere: boolean, isWorking = false): Promise<boolean> {
  let started = false;
  const start = (): Promise<void> => Promise.resolve(void (started = true));
  await beginLate({ server: { state, start }, setup: { isWorking, isThere: () => Promise.resolve(isThere) } } as unknown as Context);
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
  const server = { settled: () => Promise.resolve(state), status: () => Promise.resolve({}) };
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
