import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "../src/context";
import type { ServerState } from "../src/server";
import { beginLate } from "../src/upkeep";

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
