import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { OperationError, UserError } from "../src/toolAnswer";
import { COMMANDS, tell } from "../src/commands";
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
  await assert.rejects(restart(), UserError);
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

test("who has to do something first is told so as information, without a log; a failure is an error with the log", async () => {
  const said: [string, string, ...string[]][] = [];
  for (const how of ["showInformationMessage", "showErrorMessage"]) {
    window[how] = (words: string, ...buttons: string[]) => Promise.resolve(void said.push([how, words, ...buttons]));
  }
  const context = { log: { info: () => undefined, error: () => undefined } } as unknown as Context;
  await tell(context, new UserError("No editor is open.", "Open a file first."));
  await tell(context, new OperationError("The server is not running."));
  await tell(context, new Error("boom"));
  assert.deepEqual(said, [
    ["showInformationMessage", "No editor is open. Open a file first."],
    ["showErrorMessage", "The server is not running.", "Show Log"],
    ["showErrorMessage", "boom", "Show Log"],
  ]);
});
