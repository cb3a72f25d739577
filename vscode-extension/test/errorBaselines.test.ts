import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { ErrorBaselines } from "../src/errorBaselines";
import type { ErrorEvent } from "../src/generated/contract";
import { installed } from "./fake_vscode";

const repository = { rootUri: "file:///app", state: { HEAD: { commit: "a0" } } };

function event(id: string, lastSeen: string): ErrorEvent {
  return { id, lastSeen } as unknown as ErrorEvent;
}

afterEach(() => {
  Reflect.deleteProperty(installed, "vscode.git");
});

test("of an error is known which commit was there when it came by last, whenever its report is opened", async () => {
  installed["vscode.git"] = { activate: () => Promise.resolve({ getAPI: () => ({ repositories: [repository] }) }) };
  const baselines = new ErrorBaselines();
  const commit = async (id: string): Promise<string | undefined> => (await baselines.of(id))?.commits.get("file:///app");
  baselines.note([event("one", "10:00")]);
  assert.equal(await commit("one"), "a0");
  repository.state.HEAD = { commit: "a1" }; // the fix
  baselines.note([event("two", "10:05"), event("one", "10:00")]);
  assert.deepEqual([await commit("one"), await commit("two")], ["a0", "a1"]);
  baselines.note([event("one", "10:10")]); // it was no fix
  assert.deepEqual([await commit("one"), baselines.of("two")], ["a1", undefined]);
});
