import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { UserError } from "./toolAnswer";
import type { Context } from "./context";
import { failingCommand, layOut } from "./demoFiles";

const STORAGE = "In the extension's storage";
const CHOOSE = "In another folder…";
/** A shell that takes longer is typed into as it is. */
const SHELL_MS = 5_000;

/** Copy the example app to a folder, and open it in this window. */
export async function openDemo({ folders }: Context): Promise<void> {
  const where = await vscode.window.showQuickPick(
    [
      { label: STORAGE, detail: "It is deleted when the extension is uninstalled." },
      { label: CHOOSE, detail: "A folder “larder” is created in it." },
    ],
    { title: "Where should the demo project be stored?", placeHolder: "A small Android app with prepared failures; nothing needs to be built." },
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

/** Run the demo's failing task in a terminal, as soon as its shell tells of commands: of one typed before that the editor may miss the output. */
export async function runDemo(): Promise<void> {
  const folder = demoFolder();
  if (folder === undefined) throw new UserError("The demo project is not open.", "Run the command Kotlin RCA: Open Demo Project.");
  const name = "Kotlin RCA demo";
  // One whose shell has ended takes nothing any more.
  const known = vscode.window.terminals.find((each) => each.name === name && each.exitStatus === undefined);
  const terminal = known ?? vscode.window.createTerminal({ name, cwd: folder.uri });
  terminal.show(true);
  const command = failingCommand(process.platform === "win32");
  const integration = await shellIntegration(terminal);
  if (integration === undefined) terminal.sendText(command);
  else integration.executeCommand(command);
}

/** Wait a little for a new terminal's shell to tell of itself; not every shell does. */
function shellIntegration(terminal: vscode.Terminal): Promise<vscode.TerminalShellIntegration | undefined> {
  if (terminal.shellIntegration !== undefined) return Promise.resolve(terminal.shellIntegration);
  return new Promise((resolve) => {
    const done = (found?: vscode.TerminalShellIntegration): void => {
      listening.dispose();
      clearTimeout(late);
      resolve(found);
    };
    const late = setTimeout(done, SHELL_MS);
    const listening = vscode.window.onDidChangeTerminalShellIntegration((event) => {
      if (event.terminal === terminal) done(event.shellIntegration);
    });
  });
}

async function chosenFolder(): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: "Folder for the demo project",
    openLabel: "Create Here",
    canSelectFiles: false,
    canSelectFolders: true,
  });
  return chosen?.[0]?.fsPath;
}
