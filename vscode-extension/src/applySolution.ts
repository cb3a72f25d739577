import * as vscode from "vscode";
import { OperationError, UserError } from "./toolAnswer";
import { parseDiff, placeHunks, type FileDiff } from "./unifiedDiff";
import { fileAt } from "./workspaceFiles";

/** A file that was changed, and where first. */
interface Changed {
  readonly uri: vscode.Uri;
  readonly line: number;
}

/**
 * Make the change of a past solution in the editor, all of it or nothing; one undo takes it back.
 * Returns the files that were changed, each with its first changed line, from 0.
 *
 * @throws UserError where the code is not as it was
 */
export async function applySolution(diff: string): Promise<Changed[]> {
  const edit = new vscode.WorkspaceEdit();
  const changed: Changed[] = [];
  for (const file of parseDiff(diff)) changed.push(await editOf(edit, file));
  if (changed.length === 0) throw new UserError("This solution names no change that can be applied.");
  if (!(await vscode.workspace.applyEdit(edit))) throw new OperationError("The editor did not apply the change.", "Look at the diff, and make it by hand.");
  return changed;
}

async function editOf(edit: vscode.WorkspaceEdit, { from, to, hunks }: FileDiff): Promise<Changed> {
  if (from === null || to === null) throw new UserError("This solution adds or deletes a file.", "Look at the diff, and make it by hand.");
  const uri = await fileOf(from);
  if (uri === undefined) throw new UserError(`${from} is no longer in this workspace.`, "Look at the diff, and make the change by hand.");
  const document = await vscode.workspace.openTextDocument(uri);
  const lines = document.getText().split(/\r?\n/);
  const edits = placeHunks(lines, hunks);
  if (edits === undefined) throw new UserError(`The change does not fit ${from} as it is now.`, "It may be applied already. Look at the diff, and make it by hand.");
  const end = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  for (const { start, end: last, lines: fresh } of edits) {
    const text = fresh.map((line) => `${line}${end}`).join("");
    // The last line of a file may have no line break to take the place of.
    const isEnd = last >= document.lineCount;
    const range = new vscode.Range(start, 0, isEnd ? document.lineCount : last, 0);
    edit.replace(uri, range, isEnd ? text.slice(0, -end.length) : text);
  }
  return { uri, line: edits[0]?.start ?? 0 };
}

/** Find a file by a path that counts from the repository's top, which may lie above the workspace. */
async function fileOf(path: string): Promise<vscode.Uri | undefined> {
  const parts = path.split("/");
  if (path.startsWith("/") || parts.includes("..")) return undefined;
  for (let first = 0; first < parts.length; first += 1) {
    const uri = await fileAt(parts.slice(first).join("/"));
    if (uri !== undefined) return uri;
  }
  return undefined;
}
