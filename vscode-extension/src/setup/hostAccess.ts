import { existsSync } from "node:fs";
import { readdir, statfs } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter } from "node:path";
import * as vscode from "vscode";
import { selectedPython } from "../discoveryEnvironment";
import { launchSettings, pathIn } from "../settings";
import type { Tools } from "./environment";
import type { Places } from "./interpreters";
import { run } from "./process";

const DEBIAN = "/etc/debian_version";

/** What the making of an environment needs of this machine. */
export function thisMachine(signal: AbortSignal): Pick<Tools, "run" | "free" | "signal" | "debian"> {
  return { run, free, signal, debian: existsSync(DEBIAN) };
}

/** Where this machine may have a Python. */
export function interpreterPlaces(): Places {
  return {
    configured: launchSettings().pythonPath,
    selectedPython: () => selectedPython(),
    path: (process.env["PATH"] ?? "").split(delimiter),
    home: homedir(),
    platform: process.platform,
    list: (folder) => readdir(folder).catch(() => []),
    run,
    debian: existsSync(DEBIAN),
  };
}

/** The folder of wheels that is set, empty where none is. */
export function wheelFolder(): string {
  return pathIn("rca.python.wheels");
}

/** The embedding model that a setting names; empty for the packaged one. */
export function embeddingModel(): string {
  return pathIn("rca.knowledge.embeddingModel");
}

/** Let the person choose a Python, and keep it as a setting. Gives whether one was chosen. */
export function choosePython(): Promise<boolean> {
  return choose("rca.python.path", { title: "Python 3.11 or newer", openLabel: "Use This Python", canSelectFiles: true });
}

/** Let the person choose a folder of wheels, and keep it as a setting. Gives whether one was chosen. */
export function chooseWheels(): Promise<boolean> {
  return choose("rca.python.wheels", { title: "Folder of wheels", openLabel: "Use These Wheels", canSelectFiles: false, canSelectFolders: true });
}

async function choose(setting: string, dialog: vscode.OpenDialogOptions): Promise<boolean> {
  const [chosen] = (await vscode.window.showOpenDialog(dialog)) ?? [];
  if (chosen === undefined) return false;
  await vscode.workspace.getConfiguration().update(setting, chosen.fsPath, vscode.ConfigurationTarget.Global);
  return true;
}

async function free(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
