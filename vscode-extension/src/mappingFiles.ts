import * as vscode from "vscode";
import { relativePath } from "./workspaceFiles";

const SETTING = "rca.mappingFile";
/** Where Android's plugin and R8 by themselves write it. */
const MAPPINGS = "**/{mapping,proguard,*-mapping}*.txt";
/** The editor leaves build folders out of searches where a setting says so; a mapping lies just there. */
const LEFT_OUT = "**/{node_modules,.git,.gradle}/**";
const MOST = 50;

interface Choice extends vscode.QuickPickItem {
  readonly uri?: vscode.Uri;
}

/** Let the person choose a mapping file, those of the workspace first, and keep it in the settings; false where they choose none. */
export async function pickMapping(): Promise<boolean> {
  const chosen = await vscode.window.showQuickPick(choices(), {
    title: "Choose mapping.txt",
    placeHolder: "The mapping of the build that crashed",
    matchOnDescription: true,
  });
  if (chosen === undefined) return false;
  const uri = chosen.uri ?? (await browse());
  if (uri === undefined) return false;
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const [first] = vscode.workspace.workspaceFolders ?? [];
  // In a workspace of several folders each has its own; without a folder there is only the user's.
  const target = first === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.WorkspaceFolder;
  const value = folder === undefined ? uri.fsPath : vscode.workspace.asRelativePath(uri, false);
  await vscode.workspace.getConfiguration(undefined, folder?.uri ?? first?.uri).update(SETTING, value, target);
  return true;
}

async function choices(): Promise<Choice[]> {
  const found = await vscode.workspace.findFiles(MAPPINGS, LEFT_OUT, MOST);
  const dated = await Promise.all(found.map(async (uri) => ({ uri, mtime: (await vscode.workspace.fs.stat(uri)).mtime })));
  dated.sort((one, other) => other.mtime - one.mtime);
  return [
    ...dated.map(({ uri, mtime }) => ({ label: relativePath(uri) ?? uri.fsPath, description: new Date(mtime).toLocaleString(), uri })),
    { label: "$(folder-opened) Browse…" },
  ];
}

async function browse(): Promise<vscode.Uri | undefined> {
  const [uri] = (await vscode.window.showOpenDialog({ title: "Choose mapping.txt", openLabel: "Choose" })) ?? [];
  return uri;
}
