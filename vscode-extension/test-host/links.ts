/** Follows a link in the terminal as a person does: no interface gives a terminal's links. */
import { commands } from "vscode";
import { closeQuestions, until } from "./editor";
import { click, inPage } from "./hands";

/** Open the frame that the active terminal shows, through the editor's list of the terminal's links. */
export async function openTerminalFrame(text: string): Promise<void> {
  await commands.executeCommand("workbench.action.terminal.focus");
  void commands.executeCommand("workbench.action.terminal.openDetectedLink");
  await until(`a link to ${text}`, () =>
    inPage<boolean>("return [...document.querySelectorAll('.quick-input-list .monaco-list-row')].some((row) => row.textContent.includes(argument))", text),
  );
  await click(".quick-input-list .monaco-list-row", text);
  await closeQuestions();
}
