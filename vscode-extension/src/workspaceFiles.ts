import * as vscode from "vscode";

/** Give a file's path as the contract spells it: relative to its workspace folder, with `/`; undefined outside. */
export function relativePath(uri: vscode.Uri): string | undefined {
  if (uri.scheme !== "file" || vscode.workspace.getWorkspaceFolder(uri) === undefined) return undefined;
  return vscode.workspace.asRelativePath(uri, false).replaceAll("\\", "/");
}

/** Find the file that a path of the contract names: in the first workspace folder that has it. */
export async function fileAt(path: string): Promise<vscode.Uri | undefined> {
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const uri = vscode.Uri.joinPath(folder.uri, path);
    try {
      await vscode.workspace.fs.stat(uri);
      return uri;
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}

/** Show a line (1-based) of a workspace file; says so where the file is gone. */
export async function openAt(path: string, line: number, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
  const uri = await fileAt(path);
  if (uri === undefined) {
    void vscode.window.showWarningMessage(`${path} is not in this workspace any more.`);
    return;
  }
  const selection = new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.window.showTextDocument(uri, { ...options, selection });
}
