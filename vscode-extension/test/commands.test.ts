import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Trouble } from "../src/answer";
import { COMMANDS } from "../src/commands";
import type { Context } from "../src/context";
import { window, workspace } from "./fake_vscode";

afterEach(() => {
  workspace.isTrusted = true;
});

test("a restart in Restricted Mode says why nothing starts", async () => {
  let restarts = 0;
  const context = { server: { restart: () => Promise.resolve(void (restarts += 1)) } } as unknown as Context;
  const restart = async (): Promise<void> => COMMANDS["kotlinRca.restartServer"]?.(context, undefined, undefined);
  await restart();
  workspace.isTrusted = false;
  await assert.rejects(restart(), Trouble);
  assert.equal(restarts, 1);
});

test("of a whole log that is selected the box for a search is not filled", async () => {
  let offered = "";
  window["showInputBox"] = ({ value }: { value: string }) => Promise.resolve(void (offered = value));
  window["activeTextEditor"] = { selection: {}, document: { getText: () => ` a.Boom${" at x.y".repeat(1_000_000)}` } };
  await COMMANDS["kotlinRca.searchSolutions"]?.({} as Context, undefined, undefined);
  window["activeTextEditor"] = undefined;
  assert.ok(offered.startsWith("a.Boom") && offered.length === 2_000);
});
