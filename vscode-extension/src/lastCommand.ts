import * as vscode from "vscode";

/** The editor's own tool for language models; it reads the active terminal's memory of its commands. */
const TOOL = "terminal_last_command";
const OUTPUT = "It has the following output:\n";

/** Ask the editor what the last command of the active terminal printed; undefined where it can not tell. */
export async function lastOutput(commandLine: string): Promise<string | undefined> {
  if (!vscode.lm.tools.some(({ name }) => name === TOOL)) return undefined;
  const { content } = await vscode.lm.invokeTool(TOOL, { input: {}, toolInvocationToken: undefined });
  const text = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
  return outputIn(text, commandLine);
}

/** Read the output out of the tool's words; undefined where they are about another command. */
export function outputIn(words: string, commandLine: string): string | undefined {
  const at = words.indexOf(OUTPUT);
  if (at < 0 || !words.slice(0, at).includes(commandLine.trim())) return undefined;
  return words.slice(at + OUTPUT.length);
}
