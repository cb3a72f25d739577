import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { settingProblems } from "../src/settings";
import { levers } from "./fake_vscode";

afterEach(() => {
  levers.setBy = {};
});

const told = (): string[] => settingProblems().map(({ name }) => name);

test("wrong settings are found at any depth, and the editor is asked once for all", () => {
  levers.setBy = { globalValue: { codeNavigation: "maybe", server: { command: "rca" }, knowledge: { starter: "yes" } } };
  levers.settingsInspected = 0;
  assert.deepEqual(told().toSorted(), ["rca.codeNavigation", "rca.knowledge.starter"]);
  assert.equal(levers.settingsInspected, 1);
});

test("of a setting that is set in several places the nearest counts", () => {
  levers.setBy = { globalValue: { codeNavigation: "maybe" }, workspaceValue: { codeNavigation: "on" } };
  assert.deepEqual(told(), []);
  levers.setBy = { workspaceValue: { codeNavigation: "on" }, workspaceFolderValue: { codeNavigation: 3 } };
  assert.deepEqual(told(), ["rca.codeNavigation"]);
});

test("a part that is no group of settings, or nothing set at all, is no problem of the search", () => {
  assert.deepEqual(told(), []);
  levers.setBy = { globalValue: { server: null, knowledge: "none" } };
  assert.deepEqual(told(), []);
});
