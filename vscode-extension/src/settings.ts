import * as vscode from "vscode";
import { editorQuestions } from "./editorQuestions";
import type { Settings } from "./generated/contract";
import { codeNavigation } from "./otherServers";
import { fault, problemsOf, type Schema, type SettingProblem } from "./settingProblems";

/** Settings of the extension alone: the server refuses what it does not know. */
const OWN = /^rca\.(?:server|python|trace)\./;

/** Every setting that the extension offers, with what it may hold. */
export function settingsSchema(): Readonly<Record<string, Schema>> {
  const manifest = vscode.extensions.getExtension("kotlin-rca.kotlin-rca")?.packageJSON as
    { contributes: { configuration: { properties: Record<string, Schema> } } } | undefined;
  return manifest?.contributes.configuration.properties ?? {};
}

/** Read the contract's settings. In place of a wrong value stands the default: one mistake must not undo the others. */
export function serverSettings(): Settings {
  const all = vscode.workspace.getConfiguration();
  const settings: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(settingsSchema())) {
    if (OWN.test(name)) continue;
    const value: unknown = all.get(name);
    if (value !== undefined) put(settings, name.split(".").slice(1), fault(value, schema) === undefined ? value : schema.default);
  }
  const wanted = (settings["codeNavigation"] ?? "auto") as NonNullable<Settings["codeNavigation"]>;
  return { ...settings, codeNavigation: codeNavigation(wanted, editorQuestions.kotlinExtensions()) };
}

/** Say what is wrong with the settings as they are now. */
export function settingProblems(): SettingProblem[] {
  // Asked once for all: the editor takes a third of a millisecond to look into one.
  const { globalValue, workspaceValue, workspaceFolderValue } = vscode.workspace.getConfiguration().inspect("rca") ?? {};
  return problemsOf(settingsSchema(), (name) => {
    const path = name.split(".").slice(1);
    return get(workspaceFolderValue, path) ?? get(workspaceValue, path) ?? get(globalValue, path);
  });
}

/** Read the settings that say how the server is started. */
export function launchSettings(): { serverCommand: string; pythonPath: string } {
  return { serverCommand: text("rca.server.command"), pythonPath: text("rca.python.path") };
}

/** Read a setting that holds text; what is no text counts as not set. */
export function text(name: string): string {
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
