import { existsSync, realpathSync } from "node:fs";
import * as vscode from "vscode";
import { candidates, rootsOf, type Root } from "./folderPrefixes";

/** Give a file's path as the contract spells it: relative to its workspace folder, with `/`; undefined outside. */
export function relativePath(uri: vscode.Uri): string | undefined {
  const folder = uri.scheme === "file" ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
  if (folder === undefined) return undefined;
  const inside = vscode.workspace.asRelativePath(uri, false).replaceAll("\\", "/");
  const prefix = folder.index === 0 ? "" : roots().find(({ path }) => path === folder.uri.fsPath)?.prefix;
  return prefix ? `${prefix}/${inside}` : inside;
}

/** Find the file that a path of the contract names. */
export async function fileAt(path: string): Promise<vscode.Uri | undefined> {
  for (const candidate of candidates(roots(), path)) {
    const uri = vscode.Uri.file(candidate);
    try {
      await vscode.workspace.fs.stat(uri);
      return uri;
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}

let known: { readonly folders: string; readonly roots: Root[] } | undefined;

/** Give the folders with their prefixes, looked up anew when they change. */
function roots(): Root[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const key = folders.join("\n");
  if (known?.folders !== key) known = { folders: key, roots: rootsOf(folders, existsSync, realPath) };
  return known.roots;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // the folder is gone
  }
}

/** Show a line (1-based) of a workspace file; says so where the file is gone. */
export async function openAt(path: string, line: number, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
  const uri = await fileAt(path);
  if (uri === undefined) {
    void vscode.window.showWarningMessage(`${path} is no longer in this workspace.`);
    return;
  }
  const selection = new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.window.showTextDocument(uri, { ...options, selection });
}

/** Give where a file of the contract most probably lies, without looking: for many files at once. */
export function likelyFile(path: string): vscode.Uri | undefined {
  const [best] = candidates(roots(), path);
  return best === undefined ? undefined : vscode.Uri.file(best);
}
