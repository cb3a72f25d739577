import { homedir } from "node:os";
import * as vscode from "vscode";
import { editorRequests } from "./editorRequests";
import type { Settings } from "./generated/contract";
import { besideOthers } from "./otherLanguageServers";
import { problemsOf, settingFault, type Schema, type SettingProblem } from "./settingProblems";

/** Settings of the extension alone: the server refuses what it does not know. */
const OWN = /^rca\.(?:(?:server|python|trace|editor)\.|(?:sources|notifications)$)/;

/** Every setting that the extension offers, with what it may hold. */
export function settingsSchema(): Readonly<Record<string, Schema>> {
  const manifest = vscode.extensions.getExtension("kotlin-rca.kotlin-rca")?.packageJSON as
    { contributes: { configuration: { properties: Record<string, Schema> } } } | undefined;
  return manifest?.contributes.configuration.properties ?? {};
}

/** Read the contract's settings. In place of a wrong value stands the default: one mistake must not undo the others. */
export function serverSettings(): Settings {
  const all = vscode.workspace.getConfiguration();
  const folders = severalFolders().map((folder) => vscode.workspace.getConfiguration(undefined, folder));
  const settings: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(settingsSchema())) {
    if (OWN.test(name)) continue;
    const values: unknown[] = [all, ...(schema.scope === "resource" ? folders : [])].map((one) => one.get(name));
    const value = together(values.map((each) => (each === undefined || settingFault(name, each, schema) === undefined ? each : schema.default)));
    // An empty text is what the settings page has in place of none.
    if (value !== undefined) put(settings, name.split(".").slice(1), value === "" && schema.default === "" ? null : value);
  }
  const others = editorRequests.kotlinExtensions();
  const decided = (name: "codeNavigation" | "semanticHighlighting"): "on" | "off" => besideOthers((settings[name] ?? "auto") as string, others);
  return { ...settings, codeNavigation: decided("codeNavigation"), semanticHighlighting: decided("semanticHighlighting") };
}

/** Say what is wrong with the settings as they are now. */
export function settingProblems(): SettingProblem[] {
  // Asked once for all: the editor takes a third of a millisecond to look into one.
  const { globalValue, workspaceValue, workspaceFolderValue } = vscode.workspace.getConfiguration().inspect("rca") ?? {};
  const found = problemsIn([workspaceFolderValue, workspaceValue, globalValue]);
  for (const folder of severalFolders()) {
    const own = vscode.workspace.getConfiguration(undefined, folder).inspect("rca")?.workspaceFolderValue;
    const isNew = ({ name, words }: SettingProblem): boolean => !found.some((one) => one.name === name && one.words === words);
    found.push(...problemsIn([own]).filter(isNew));
  }
  return found;
}

/** Look at what was set in several places, the nearest first. */
function problemsIn(places: readonly unknown[]): SettingProblem[] {
  return problemsOf(settingsSchema(), (name) => {
    const path = name.split(".").slice(1);
    return places.map((place) => get(place, path)).find((value) => value !== undefined);
  });
}

/** Give the folders where there are several: each may have settings of its own, and one server works for all. */
function severalFolders(): vscode.Uri[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 1 ? folders.map(({ uri }) => uri) : [];
}

/** Make one value of those of several folders: all entries of lists, else the first that says something. */
function together(values: readonly unknown[]): unknown {
  const lists = values.filter((value) => Array.isArray(value));
  if (lists.length > 0) return [...new Set<unknown>(lists.flat())];
  return values.find((value) => value !== undefined && value !== null) ?? values[0];
}

/** Read the settings that say how the server is started. */
export function launchSettings(): { serverCommand: string; pythonPath: string } {
  return { serverCommand: pathIn("rca.server.command"), pythonPath: pathIn("rca.python.path") };
}

/** Read a setting that names a file or folder of this machine; no shell is there to read `~`. */
export function pathIn(name: string): string {
  return text(name).replace(/^~(?=[\\/]|$)/, () => homedir());
}

/** Read a setting that holds text; what is no text counts as not set. */
function text(name: string): string {
  const value: unknown = vscode.workspace.getConfiguration().get(name);
  return typeof value === "string" ? value.trim() : "";
}

function get(tree: unknown, path: readonly string[]): unknown {
  return path.reduce((part, name) => (typeof part === "object" && part !== null ? (part as Record<string, unknown>)[name] : undefined), tree);
}

function put(target: Record<string, unknown>, [first, ...rest]: readonly string[], value: unknown): void {
  if (first === undefined) return;
  if (rest.length === 0) target[first] = value;
  else put((target[first] ??= {}) as Record<string, unknown>, rest, value);
}
