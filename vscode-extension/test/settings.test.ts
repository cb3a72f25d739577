import assert from "node:assert/strict";
import { homedir } from "node:os";
import { afterEach, test } from "node:test";
import { launchSettings, serverSettings, settingProblems } from "../src/settings";
import { folderSettings, levers, settings, workspace } from "./fake_vscode";

const { workspaceFolders } = workspace;

afterEach(() => {
  levers.setBy = {};
  levers.setByFolder = {};
  workspace.workspaceFolders = workspaceFolders;
  for (const held of [folderSettings, settings]) for (const name of Object.keys(held)) Reflect.deleteProperty(held, name);
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

function twoFolders(): void {
  workspace.workspaceFolders = ["/ws/app", "/ws/lib"].map((path) => ({ uri: { path, fsPath: path } }));
}

test("a text that the settings page left empty is sent as none", () => {
  Object.assign(settings, { "rca.mappingFile": "", "rca.network.docsUrl": null, "rca.toolset": "all" });
  const sent = serverSettings();
  assert.deepEqual([sent.mappingFile, sent.network?.docsUrl, sent.toolset], [null, null, "all"]);
});

test("settings of the extension alone are not sent: the server refuses what it does not know", () => {
  Object.assign(settings, { "rca.editor.codeLens": false, "rca.sources": {}, "rca.notifications": "new" });
  for (const name of ["editor", "sources", "notifications"]) assert.ok(!(name in serverSettings()), name);
});

test("what each of several folders sets reaches the server that works for all", () => {
  settings["rca.appPackages"] = ["com.example"];
  folderSettings["/ws/app"] = { "rca.appPackages": ["com.example", "com.shop"] };
  folderSettings["/ws/lib"] = { "rca.appPackages": ["org.lib"], "rca.mappingFile": "build/mapping.txt", "rca.codeNavigation": "off" };
  twoFolders();
  const sent = serverSettings();
  assert.deepEqual(sent.appPackages, ["com.example", "com.shop", "org.lib"]);
  assert.equal(sent.mappingFile, "build/mapping.txt");
  assert.equal(sent.codeNavigation, "on");
  assert.equal(sent.semanticHighlighting, "on");
});

test("a wrong setting of one folder undoes no other's", () => {
  folderSettings["/ws/app"] = { "rca.appPackages": ["no package!"] };
  folderSettings["/ws/lib"] = { "rca.appPackages": ["org.lib"] };
  twoFolders();
  assert.deepEqual(serverSettings().appPackages, ["org.lib"]);
});

test("wrong settings of each folder are told, the same mistake once", () => {
  levers.setByFolder = { "/ws/app": { appPackages: "a" }, "/ws/lib": { appPackages: "b", mappingFile: 3 } };
  assert.deepEqual(told(), []);
  twoFolders();
  assert.deepEqual(told(), ["rca.appPackages", "rca.mappingFile"]);
});

test("a path may begin with ~, which only a shell would read", () => {
  settings["rca.server.command"] = "~/venvs/rca/bin/rca";
  settings["rca.python.path"] = "~other/python";
  assert.deepEqual(launchSettings(), { serverCommand: `${homedir()}/venvs/rca/bin/rca`, pythonPath: "~other/python" });
});
