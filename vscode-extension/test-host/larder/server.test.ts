import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { UserError } from "../../src/toolAnswer";
import type { Context } from "../../src/context";
import type { Search } from "../../src/serverDiscovery";
import { Server } from "../../src/server";
import { errorLike, ran, running, scratch, until, withoutErrors } from "../editor";

/** What a program does that was started as the server, after it has written which process it is. */
const NEVER_ANSWERS = "while read -r line; do :; done";
/** Long, as a busy machine is slow, but shorter than what is ended here would run by itself. */
const SOON = 30_000;

describe("a server that does not start", () => {
  const folder = scratch("servers");
  const pid = join(folder, "pid");
  const log = vscode.window.createOutputChannel("Kotlin RCA test", { log: true });
  let server: Server;

  before(() => {
    mkdirSync(folder, { recursive: true });
  });

  afterEach(async () => {
    await server.stop();
    rmSync(pid, { force: true });
  });

  function serverOf(lines: string, patience?: number): Server {
    const serverCommand = join(folder, "rca");
    writeFileSync(serverCommand, `#!/bin/sh\necho $$ > "${pid}"\n${lines}\n`);
    chmodSync(serverCommand, 0o755);
    const none = (): Promise<undefined> => Promise.resolve(undefined);
    const search: Search = {
      ...{ serverCommand, pythonPath: "", folders: [], path: [], windows: false },
      ...{ isExecutable: () => Promise.resolve(true), hasServer: () => Promise.resolve(false), selectedPython: none, ownPython: none },
    };
    return new Server(log, () => search, patience);
  }

  const isAlive = (id: number): boolean => {
    try {
      return process.kill(id, 0);
    } catch {
      return false;
    }
  };
  const begun = (): Promise<number> => until("the program to begin", () => Number(readFileSync(pid, "utf8")), SOON);

  it("as it never answers is ended after a while, and who waits for it is told", async () => {
    server = serverOf(NEVER_ANSWERS, 4_000);
    const asked = assert.rejects(server.status(), UserError);
    void server.start();
    const id = await begun();
    assert.ok(isAlive(id));
    const failed = await until("the state", () => (server.state.kind === "failed" ? server.state : undefined), SOON);
    assert.match(failed.reason, /^it did not answer within 4 seconds and was stopped; restart it, or see the log$/);
    await asked;
    await until("its end", () => !isAlive(id), SOON);
  });

  it("is ended at once when it is stopped, or started anew, before it answered", async () => {
    server = serverOf(NEVER_ANSWERS);
    void server.start();
    const first = await begun();
    await server.stop();
    assert.ok(!isAlive(first));
    assert.equal(server.state.kind, "stopped");
    rmSync(pid);
    void server.start();
    const second = await begun();
    rmSync(pid);
    void server.restart();
    const third = await begun();
    assert.ok(!isAlive(second));
    assert.ok(isAlive(third));
    assert.equal(server.state.kind, "starting");
  });

  it("as it closes the connection is ended", async () => {
    server = serverOf("exec sleep 60 > /dev/null");
    await server.start();
    assert.deepEqual(server.state, { kind: "failed", reason: "it closed the connection; see the log" });
    const id = await begun();
    await until("its end", () => !isAlive(id), SOON);
  });

  it("as it ends says how it ended", async () => {
    server = serverOf("exit 3");
    await server.start();
    assert.deepEqual(server.state, { kind: "failed", reason: "it ended with exit code 3; see the log" });
  });
});

describe("a server in place of another one", () => {
  let context: Context;

  before(async () => {
    context = await running();
    await withoutErrors(context);
  });

  afterEach(() => withoutErrors(context));

  const titles = (): string[] => context.errors.getChildren().map(({ event }) => event.title);

  it("tells of the errors that were there, and of none that was dismissed until it comes up again", async () => {
    await ran(context, "cat errors/01-crash.txt errors/05-unit-test.txt; sleep 1; false");
    const dismissed = await errorLike(context, "the crash", ({ title }) => title.includes("NullPointerException"));
    await until("both", () => titles().length === 2);
    const [other] = titles().filter((title) => title !== dismissed.title);
    await vscode.commands.executeCommand("kotlinRca.dismissError", { kind: "error", event: dismissed });
    await until("it to be gone", () => titles().length === 1);
    await context.server.restart();
    await until("the other error", () => titles().length > 0);
    assert.deepEqual(titles(), [other]);
    await ran(context, "cat errors/01-crash.txt; sleep 1; false");
    const again = await errorLike(context, "it again", ({ id }) => id === dismissed.id);
    assert.equal(again.count, 1);
  });
});
