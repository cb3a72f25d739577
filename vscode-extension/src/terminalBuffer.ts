import * as vscode from "vscode";

/** The editor's own tools for language models; they read the active terminal. */
const LAST_COMMAND = "terminal_last_command";
const SELECTION = "terminal_selection";
const OUTPUT = "It has the following output:\n";
const SELECTED = "The active terminal's selection:\n";

/** Ask the editor what the last command of the active terminal printed; undefined where it can not tell. */
export async function lastOutput(commandLine: string): Promise<string | undefined> {
  const words = await askTool(LAST_COMMAND);
  return words === undefined ? undefined : outputIn(words, commandLine);
}

/** Read the output out of the tool's words; undefined where they are about another command. */
export function outputIn(words: string, commandLine: string): string | undefined {
  const at = words.indexOf(OUTPUT);
  if (at < 0 || !words.slice(0, at).includes(commandLine.trim())) return undefined;
  return words.slice(at + OUTPUT.length);
}

/** Read the selected text out of the tool's words; empty where none is selected. */
export function selectionIn(words: string): string {
  const at = words.indexOf(SELECTED);
  return at < 0 ? "" : words.slice(at + SELECTED.length);
}

/** Return what is selected in the active terminal; empty where nothing is. */
export async function selectedInTerminal(): Promise<string> {
  const words = await askTool(SELECTION);
  return words === undefined ? copiedFromTerminal() : selectionIn(words);
}

/** Return all that the active terminal shows and still holds of what scrolled by; what was selected there is no more. */
export async function wholeTerminal(): Promise<string> {
  // A terminal that copies what is selected would leave its text on the clipboard.
  const copies = vscode.workspace.getConfiguration("terminal.integrated").get("copyOnSelection") === true;
  const before = copies ? await vscode.env.clipboard.readText() : undefined;
  try {
    await vscode.commands.executeCommand("workbench.action.terminal.selectAll");
    return await selectedInTerminal();
  } finally {
    await vscode.commands.executeCommand("workbench.action.terminal.clearSelection");
    if (before !== undefined) await vscode.env.clipboard.writeText(before);
  }
}

async function askTool(tool: string): Promise<string | undefined> {
  if (!vscode.lm.tools.some(({ name }) => name === tool)) return undefined;
  const { content } = await vscode.lm.invokeTool(tool, { input: {}, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
}

/** For editors without the tool: the selection goes through the clipboard, which gets its text back. */
async function copiedFromTerminal(): Promise<string> {
  const before = await vscode.env.clipboard.readText();
  try {
    await vscode.env.clipboard.writeText("");
    await vscode.commands.executeCommand("workbench.action.terminal.copySelection");
    return await vscode.env.clipboard.readText();
  } finally {
    await vscode.env.clipboard.writeText(before);
  }
}
