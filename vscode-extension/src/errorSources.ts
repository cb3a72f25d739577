import * as vscode from "vscode";
import { Trouble, dataOf, type Params } from "./answer";
import type { Context } from "./context";
import { PROBLEM_SOURCE } from "./errorMarks";
import { baseName } from "./place";
import { problemsText, type Problem } from "./problems";
import { plainText } from "./terminalText";
import { relativePath } from "./workspaceFiles";

const MAX_PROBED = 1_000_000;
const LOG_FILES = /\.(?:log|txt|trace|out|stacktrace|logcat)$/i;

/** An error text, or a file of it, and where it comes from in words for the user. */
export interface ErrorSource {
  readonly from: string;
  readonly params: Pick<Params<"analyze_error">, "errorText" | "filePath">;
}

/** Take the selected text of the active editor. */
export function selection(): ErrorSource | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && source("the selection", editor.document.getText(editor.selection));
}

export async function clipboard(): Promise<ErrorSource | undefined> {
  return source("the clipboard", await vscode.env.clipboard.readText());
}

/** Take the output of the command that most likely failed. */
export function terminal(context: Context): ErrorSource | undefined {
  const run = context.terminals.suspect();
  return run && source(`the terminal command ${run.commandLine}`, plainText(run.output.text()));
}

/** Take what is selected in the active terminal; this works without shell integration too. */
export async function terminalSelection(): Promise<ErrorSource | undefined> {
  return source("the terminal's selection", await copiedFromTerminal());
}

/** Take all that the active terminal shows and scrolled by, for a terminal without shell integration. */
export async function wholeTerminal(): Promise<ErrorSource | undefined> {
  if (vscode.window.activeTerminal === undefined) return undefined;
  await vscode.commands.executeCommand("workbench.action.terminal.selectAll");
  const text = await copiedFromTerminal();
  await vscode.commands.executeCommand("workbench.action.terminal.clearSelection");
  return source(`the terminal ${vscode.window.activeTerminal.name}`, text);
}

/** No interface gives a terminal's selection, so it goes through the clipboard, which gets its text back. */
async function copiedFromTerminal(): Promise<string> {
  const before = await vscode.env.clipboard.readText();
  try {
    await vscode.env.clipboard.writeText("");
    await vscode.commands.executeCommand("workbench.action.terminal.copySelection");
    return await vscode.env.clipboard.readText();
  } finally {
    await vscode.env.clipboard.writeText(before);
  }
}

/** Take the errors of the Problems view, written as a compiler would. */
export function problems(): ErrorSource | undefined {
  return source("the Problems view", problemsText(errorProblems()));
}

/**
 * Give the errors of the Problems view one by one, of every source but our own: those came from a build's
 * text. Files in `without` are left out.
 */
export function* errorProblems(without: ReadonlySet<string> = new Set()): Generator<Problem> {
  for (const [uri, found] of vscode.languages.getDiagnostics()) {
    const path = uri.fsPath;
    if (without.has(path)) continue;
    for (const { severity, source: from, message, range } of found) {
      if (severity !== vscode.DiagnosticSeverity.Error || from === PROBLEM_SOURCE) continue;
      yield { path, line: range.start.line + 1, column: range.start.character + 1, message };
    }
  }
}

/** Take a file: the one given, or the active editor's. */
export function file(uri: vscode.Uri | undefined): ErrorSource | undefined {
  const document = documentOf(uri);
  const target = uri ?? document?.uri;
  const path = target && relativePath(target);
  if (path !== undefined) return { from: path, params: { filePath: path } };
  return document && source(baseName(document.uri.path), document.getText());
}

/**
 * Find an error by itself: the selection, else the first of clipboard, terminal, problems and open
 * log file whose text the server recognises as one.
 *
 * @throws Trouble where nothing holds an error
 */
export async function whateverHoldsOne(context: Context): Promise<ErrorSource> {
  const selected = selection();
  if (selected !== undefined) return selected;
  for (const candidate of [await clipboard(), terminal(context), problems(), openLog()]) {
    if (candidate !== undefined && (await isError(context, candidate))) return candidate;
  }
  throw new Trouble(
    "No error was found in the selection, clipboard, terminal, problems or open file.",
    "Select the error's text and run the command again.",
  );
}

async function isError(context: Context, candidate: ErrorSource): Promise<boolean> {
  const errorText = candidate.params.errorText?.slice(-MAX_PROBED);
  if (!errorText) return false;
  return dataOf(await context.server.call("parse_error", { errorText })).kind !== "unknown";
}

function openLog(): ErrorSource | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || !(document.isUntitled || LOG_FILES.test(document.uri.path))) return undefined;
  return source(baseName(document.uri.path), document.getText());
}

function documentOf(uri: vscode.Uri | undefined): vscode.TextDocument | undefined {
  if (uri === undefined) return vscode.window.activeTextEditor?.document;
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

function source(from: string, errorText: string | null): ErrorSource | undefined {
  return errorText === null || errorText.trim() === "" ? undefined : { from, params: { errorText } };
}
