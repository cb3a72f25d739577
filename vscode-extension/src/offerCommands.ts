import * as vscode from "vscode";

/** Show a warning with buttons, each of which runs a command: its label, the command and an argument. */
export async function offerCommands(message: string, acts: readonly (readonly [string, string, string?])[]): Promise<void> {
  const chosen = await vscode.window.showWarningMessage(message, ...acts.map(([label]) => label));
  const act = acts.find(([label]) => label === chosen);
  if (act !== undefined) await vscode.commands.executeCommand(act[1], ...act.slice(2));
}
