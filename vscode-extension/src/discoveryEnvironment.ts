import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter } from "node:path";
import * as vscode from "vscode";
import type { Search } from "./serverDiscovery";
import { launchSettings } from "./settings";

const PROBE_MS = 10_000;
/** Another extension that takes longer to start does without us, and we without it. */
const OTHER_EXTENSION_MS = 10_000;
const HAS_SERVER =
  "import importlib.util as u, sys; sys.exit(sys.version_info < (3, 11) or u.find_spec('lsp_server') is None)";

/** Let the search for a server look at this machine and this window, and at the environment that the extension made. */
export function thisMachine(ownPython: () => Promise<string | undefined>): Search {
  return {
    ...launchSettings(),
    folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    path: (process.env["PATH"] ?? "").split(delimiter),
    windows: process.platform === "win32",
    isExecutable,
    hasServer,
    selectedPython: () => selectedPython(),
    ownPython,
  };
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

function hasServer(python: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(python, ["-P", "-c", HAS_SERVER], { timeout: PROBE_MS }, (problem) => {
      resolve(problem === null);
    });
  });
}

/** The part of the Python extension's interface that is used here. */
interface PythonExtension {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(path: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
  };
}

/** The interpreter that is chosen in the Python extension, where that is installed and works. */
export async function selectedPython(patience = OTHER_EXTENSION_MS): Promise<string | undefined> {
  let late: NodeJS.Timeout | undefined;
  const giveUp = new Promise<undefined>((resolve) => (late = setTimeout(() => { resolve(undefined); }, patience)));
  try {
    return await Promise.race([chosenInterpreter(), giveUp]);
  } catch {
    return undefined; // it did not start, or is of a version without this interface
  } finally {
    clearTimeout(late);
  }
}

async function chosenInterpreter(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  if (extension === undefined) return undefined;
  const { environments } = await extension.activate();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const environment = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
  return environment?.executable.uri?.fsPath;
}
