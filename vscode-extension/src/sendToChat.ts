import * as vscode from "vscode";

const OPEN = "workbench.action.chat.open";
const QUESTION = "What is the root cause of this error, and what is the smallest fix?";

/**
 * Attach a brief to a question in the chat; the person sends it. Where the editor has no chat, or no model for it, say
 * so, with the brief on the clipboard.
 */
export async function attachToChat(brief: string, storage: string): Promise<void> {
  const hasChat = (await vscode.commands.getCommands(true)).includes(OPEN);
  if (hasChat && (await vscode.lm.selectChatModels()).length > 0) {
    await open(brief, storage);
    return;
  }
  await vscode.env.clipboard.writeText(brief);
  const words = hasChat ? "The chat has no language model: sign in to one, or install an extension that brings one." : "This editor has no chat.";
  const acts = hasChat ? ["Open Chat", "Attach Anyway"] : [];
  const chosen = await vscode.window.showInformationMessage(`${words} The brief is on the clipboard, for any assistant.`, ...acts);
  if (chosen === "Open Chat") await vscode.commands.executeCommand(OPEN);
  // A model may come with the first question only.
  else if (chosen === "Attach Anyway") await open(brief, storage);
}

/** Open the chat with the brief as a file beside the question: it is too long to be read in the input. */
async function open(brief: string, storage: string): Promise<void> {
  const file = vscode.Uri.joinPath(vscode.Uri.file(storage), "error-brief.md");
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(brief));
  await vscode.commands.executeCommand(OPEN, { query: QUESTION, isPartialQuery: true, attachFiles: [file] });
}
