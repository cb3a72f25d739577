import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import * as vscode from "vscode";
import { runName, type CommandRun, type Terminals } from "./terminal";
import { fileAt } from "./workspaceFiles";

/** The editor reads no larger file for an extension. */
const MOST_BYTES = 50 * 1024 * 1024;
/** A line that is shorter stands in a log more than once. */
const MIN_TELLING = 12;
/** Commands of a terminal that are counted: further back than that nobody scrolls. */
const MOST_COMMANDS = 500;

/**
 * Show what printed an error: the terminal at its command, the log at the error's line, the console, the problems.
 * Returns false where that is not there any more.
 */
export async function showOutput(terminals: Pick<Terminals, "kept">, places: OutputPlaces, name: string, errorText: string | undefined): Promise<boolean> {
  const run = terminals.kept.findLast((one) => runName(one) === name);
  if (run !== undefined) {
    await showCommand(run, places);
    return true;
  }
  if (name === "Problems") {
    await vscode.commands.executeCommand("workbench.actions.view.problems");
    return true;
  }
  const terminal = vscode.window.terminals.find((one) => one.name === name || one.name.endsWith(` - ${name}`));
  if (terminal !== undefined) {
    terminal.show();
    return true;
  }
  if (places.debugged.has(name)) {
    await vscode.commands.executeCommand("workbench.panel.repl.view.focus");
    return true;
  }
  // A log that is watched outside of the workspace has its whole path for a name.
  const file = isAbsolute(name) && existsSync(name) ? vscode.Uri.file(name) : await fileAt(name);
  if (file === undefined || (await vscode.workspace.fs.stat(file)).type === vscode.FileType.Directory) return false;
  await showInFile(file, errorText);
  return true;
}

/** Remembers what printed in this window. The editor scrolls from a command to the one before it, and to none by name: they are counted. */
export class OutputPlaces implements vscode.Disposable {
  private readonly lines = new WeakMap<vscode.Terminal, string[]>();
  /** Names of debug sessions. */
  readonly debugged = new Set<string>();
  private readonly subscription = vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
      this.lines.set(terminal, [...(this.lines.get(terminal) ?? []), execution.commandLine.value].slice(-MOST_COMMANDS));
    }),
    vscode.debug.onDidStartDebugSession(({ name }) => this.debugged.add(name)),
  );

  /** Return how many commands a terminal ran from the last one with this text on; 0 where it ran none. */
  since(terminal: vscode.Terminal, commandLine: string): number {
    const lines = this.lines.get(terminal) ?? [];
    const at = lines.lastIndexOf(commandLine);
    return at < 0 ? 0 : lines.length - at;
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

async function showCommand({ terminal, commandLine }: CommandRun, places: OutputPlaces): Promise<void> {
  terminal.show();
  await vscode.commands.executeCommand("workbench.action.terminal.scrollToBottom");
  for (let left = places.since(terminal, commandLine); left > 0; left -= 1) {
    await vscode.commands.executeCommand("workbench.action.terminal.scrollToPreviousCommand");
  }
}

async function showInFile(file: vscode.Uri, errorText: string | undefined): Promise<void> {
  if ((await vscode.workspace.fs.stat(file)).size > MOST_BYTES) {
    await vscode.commands.executeCommand("vscode.open", file);
    return;
  }
  const document = await vscode.workspace.openTextDocument(file);
  const at = lastPlace(document.getText(), errorText ?? "");
  const position = document.positionAt(at);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}

/** Return where the first telling line of an error stands last in a text; its end where it does not. */
export function lastPlace(text: string, errorText: string): number {
  for (const line of errorText.split("\n")) {
    const telling = line.trim();
    const at = telling.length < MIN_TELLING ? -1 : text.lastIndexOf(telling);
    if (at >= 0) return at;
  }
  return text.length;
}
