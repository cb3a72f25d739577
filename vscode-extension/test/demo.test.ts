import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { runDemo } from "../src/demo";
import { window, workspace } from "./fake_vscode";

const root = mkdtempSync(join(tmpdir(), "kotlin-rca-demo-"));
const { workspaceFolders } = workspace;

after(() => {
  workspace.workspaceFolders = workspaceFolders;
  rmSync(root, { recursive: true, force: true });
});

test("the demo's task is run in a terminal that lives, not in one whose shell has ended", async () => {
  mkdirSync(join(root, "errors"));
  writeFileSync(join(root, "errors", "06-kotlinc.txt"), "");
  workspace.workspaceFolders = [{ uri: { fsPath: root } }];
  const typed: string[] = [];
  const terminal = (which: string, exitStatus?: object): object => {
    const executeCommand = (): void => void typed.push(which);
    return { name: "Kotlin RCA demo", exitStatus, show: () => undefined, shellIntegration: { executeCommand } };
  };
  window["terminals"] = [terminal("ended", { code: 0 })];
  window["createTerminal"] = () => terminal("new");
  await runDemo();
  window["terminals"] = [terminal("ended", { code: 0 }), terminal("known")];
  await runDemo();
  assert.deepEqual(typed, ["new", "known"]);
});
