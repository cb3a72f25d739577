/** Follows a link in the terminal as a person does: no interface gives a terminal's links. */
import { commands } from "vscode";
import { closeQuestions, listed } from "./editor";
import { click } from "./pageDriver";

/** Open the frame that the active terminal shows, through the editor's list of the terminal's links. */
export async function openTerminalFrame(text: string): Promise<void> {
  await commands.executeCommand("workbench.action.terminal.focus");
  // What the terminal has drawn when it is asked is looked at, and no more.
  await listed(`a link to ${text}`, text, "workbench.action.terminal.openDetectedLink");
  await click(".quick-input-list .monaco-list-row", text);
  await closeQuestions();
}
