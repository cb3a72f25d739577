import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { Trouble } from "./answer";
import type { Context } from "./context";
import { failingCommand, layOut } from "./demoProject";

const STORAGE = "In the extension's storage";
const CHOOSE = "In a folder of mine…";

/** Copy the example app to a folder, and open it in this window. */
export async function openDemo({ folders }: Context): Promise<void> {
  const where = await vscode.window.showQuickPick(
    [
      { label: STORAGE, detail: "It goes when the extension is uninstalled." },
      { label: CHOOSE, detail: "A folder “larder” is made in it." },
    ],
    { title: "Where should the demo project go?", placeHolder: "A small Android app with planted failures; nothing needs to be built." },
  );
  if (where === undefined) return;
  const parent = where.label === STORAGE ? folders.storage : await chosenFolder();
  if (parent === undefined) return;
  const target = join(parent, "larder");
  await layOut(join(folders.extension, "demo"), target);
  await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.file(target), { forceReuseWindow: true });
}

/** The folder of this window that holds the demo, where one does. */
export function demoFolder(): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.workspaceFolders?.find(({ uri }) => existsSync(join(uri.fsPath, "errors", "06-kotlinc.txt")));
}

/** Run the demo's failing task in a terminal. */
export function runDemo(): Promise<void> {
  const folder = demoFolder();
  if (folder === undefined) throw new Trouble("The demo project is not open.", "Run the command Kotlin RCA: Open the Demo Project.");
  const name = "Kotlin RCA demo";
  const terminal = vscode.window.terminals.find((each) => each.name === name) ?? vscode.window.createTerminal({ name, cwd: folder.uri });
  terminal.show(true);
  terminal.sendText(failingCommand(process.platform === "win32"));
  return Promise.resolve();
}

async function chosenFolder(): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: "Folder for the demo project",
    openLabel: "Put It Here",
    canSelectFiles: false,
    canSelectFolders: true,
  });
  return chosen?.[0]?.fsPath;
}
