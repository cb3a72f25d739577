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

/** Give the commit that the workspace is at; undefined without git. */
export async function currentCommit(): Promise<string | undefined> {
  return (await repository())?.state.HEAD?.commit;
}

/** Give what changed since a commit, edits that are not committed included; empty where git can not tell. */
export async function diffSince(commit: string | undefined): Promise<string> {
  const repo = await repository();
  const ref = commit ?? repo?.state.HEAD?.commit;
  if (repo === undefined || ref === undefined) return "";
  try {
    const files = (await repo.diffWith(ref)).slice(0, MAX_FILES);
    return (await Promise.all(files.map(({ uri }) => repo.diffWith(ref, uri.fsPath)))).join("\n");
  } catch {
    return ""; // the commit is gone, as after a rebase: the person tells what changed
  }
}

async function repository(): Promise<Repository | undefined> {
  const extension = vscode.extensions.getExtension<Git>("vscode.git");
  if (extension === undefined) return undefined;
  const api = (await extension.activate()).getAPI(1);
  const folder = vscode.workspace.workspaceFolders?.[0];
  return (folder && api.getRepository(folder.uri)) ?? api.repositories[0];
}
