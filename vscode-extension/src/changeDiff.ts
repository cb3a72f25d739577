import * as vscode from "vscode";
import { UserError } from "./toolAnswer";
import { baseName } from "./baseName";
import { fileAt } from "./workspaceFiles";

/** The part of the Git extension's interface (version 1) that shows a file at a commit. */
interface GitFiles {
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
  getRepository(uri: vscode.Uri): { show(ref: string, path: string): Promise<string> } | null;
}

const HASH = /^[0-9a-f]{4,64}$/;
const SHOWN_DIGITS = 10;

/** Open what a commit changed in a file, or without a commit what is not committed, as the editor shows a diff. */
export async function showChange(path: string, commit: string, viewColumn: vscode.ViewColumn): Promise<void> {
  const uri = await fileAt(path);
  if (uri === undefined) throw new UserError(`${path} is no longer in this workspace.`);
  const git = await gitFiles();
  const repository = git?.getRepository(uri);
  if (git === undefined || repository === null || repository === undefined) {
    throw new UserError("The editor's Git extension shows no repository for this file.", "Open the diff in the report.");
  }
  const options = { viewColumn, preview: true };
  if (!HASH.test(commit)) {
    await vscode.commands.executeCommand("vscode.diff", git.toGitUri(uri, "HEAD"), uri, `${baseName(path)} (not committed)`, options);
    return;
  }
  const has = (ref: string): Promise<boolean> => repository.show(ref, uri.fsPath).then(() => true, () => false);
  const title = `${baseName(path)} (${commit.slice(0, SHOWN_DIGITS)})`;
  if (!(await has(commit))) throw new UserError(`The file had another name at ${commit.slice(0, SHOWN_DIGITS)}.`, "Open the diff in the report.");
  // What the commit added has nothing to be compared with.
  if (await has(`${commit}^`)) await vscode.commands.executeCommand("vscode.diff", git.toGitUri(uri, `${commit}^`), git.toGitUri(uri, commit), title, options);
  else await vscode.commands.executeCommand("vscode.open", git.toGitUri(uri, commit), options, `${title}, added`);
}

async function gitFiles(): Promise<GitFiles | undefined> {
  const extension = vscode.extensions.getExtension<{ getAPI(version: 1): GitFiles }>("vscode.git");
  try {
    return (await extension?.activate())?.getAPI(1);
  } catch {
    return undefined; // it is switched off
  }
}
