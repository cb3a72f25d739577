/** The themes in which what the extension shows is looked at. */
import * as vscode from "vscode";
import { until } from "./editor";
import { inPage } from "./pageDriver";

/** Each with its name in files, its name in the settings, and its class in webviews. */
export const THEMES = [
  ["light", "Default Light Modern", "vscode-light"],
  ["dark", "Default Dark Modern", "vscode-dark"],
  ["high-contrast", "Default High Contrast", "vscode-high-contrast"],
  ["high-contrast-light", "Default High Contrast Light", "vscode-high-contrast-light"],
] as const;

/** Change the theme and wait until the page has it. */
export async function theme(id: string, kind: string): Promise<void> {
  await vscode.workspace.getConfiguration("workbench").update("colorTheme", id, vscode.ConfigurationTarget.Global);
  const isKind = { "vscode-light": "vs", "vscode-dark": "vs-dark", "vscode-high-contrast": "hc-black", "vscode-high-contrast-light": "hc-light" }[kind];
  await until(`the theme ${id}`, () => inPage<boolean>("return document.querySelector('.monaco-workbench').classList.contains(argument)", isKind));
}
