import * as vscode from "vscode";

/** The part of the Git extension's interface (version 1) that is used here. */
interface Git {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null; readonly repositories: readonly Repository[] };
}

interface Repository {
  readonly state: { readonly HEAD?: { readonly commit?: string } };
  diffWith(ref: string): Promise<{ readonly uri: vscode.Uri }[]>;
  diffWith(ref: string, path: string): Promise<string>;
}

const MAX_FILES = 20;

/** Give the commit that a file's repository is at, or the workspace's where no file is given; undefined without git. */
export async function currentCommit(file: vscode.Uri | undefined): Promise<string | undefined> {
  return (await repository(file))?.state.HEAD?.commit;
}

/** Give what changed there since a commit, edits that are not committed included; empty where git can not tell. */
export async function diffSince(commit: string | undefined, file: vscode.Uri | undefined): Promise<string> {
  const repo = await repository(file);
  const ref = commit ?? repo?.state.HEAD?.commit;
  if (repo === undefined || ref === undefined) return "";
  try {
    const files = (await repo.diffWith(ref)).slice(0, MAX_FILES);
    return (await Promise.all(files.map(({ uri }) => repo.diffWith(ref, uri.fsPath)))).join("\n");
  } catch {
    return ""; // the commit is gone, as after a rebase: the person tells what changed
  }
}

async function repository(file: vscode.Uri | undefined): Promise<Repository | undefined> {
  const extension = vscode.extensions.getExtension<Git>("vscode.git");
  if (extension === undefined) return undefined;
  const api = (await extension.activate()).getAPI(1);
  const place = file ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  return (place && api.getRepository(place)) ?? api.repositories[0];
}
