import * as vscode from "vscode";
import { Trouble, dataOf, type Params } from "./answer";
import type { Context } from "./context";
import { PROBLEM_SOURCE } from "./errorMarks";
import type { ErrorReport } from "./generated/contract";
import type { Moment } from "./gitDiff";
import { patiently } from "./patience";
import { baseName } from "./place";
import { isKnownFile, problemsText, type Problem } from "./problems";
import { plainText } from "./terminalText";
import { relativePath } from "./workspaceFiles";

const MAX_PROBED = 1_000_000;
const MAX_COMMAND = 60;
const UNKNOWN = "unknown";
const LOG_FILES = /\.(?:log|txt|trace|out|stacktrace|logcat)$/i;

/** An error text, or a file of it, and where it comes from in words for the user. */
export interface ErrorSource {
  readonly from: string;
  readonly params: Pick<Params<"analyze_error">, "errorText" | "filePath">;
  /** Where the project was when the error came up, where that is known. */
  readonly since?: Promise<Moment>;
}

/** How a search for an error talks with the person who waits for it. */
export interface Search {
  /** Say what is being done. */
  readonly say: (words: string) => void;
  /** Cancelled where the person does not want to wait any more. */
  readonly token: vscode.CancellationToken;
}

/** Take the selected text of the active editor. */
export function selection(): ErrorSource | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && source("the selection", editor.document.getText(editor.selection));
}

export async function clipboard(): Promise<ErrorSource | undefined> {
  return source("the clipboard", await vscode.env.clipboard.readText());
}

/** Take the output of the command that most likely failed, as far as it is there. */
export function terminal(context: Context): ErrorSource | undefined {
  const run = context.terminals.suspect();
  return run && source(`the terminal command ${run.commandLine}`, plainText(run.output.text()));
}

/**
 * Take the output of the command that most likely failed. One that still runs is meant, and nothing that
 * failed before it: it is waited for until it has printed an error, or has ended.
 *
 * @throws CancellationError where the person does not want to wait any more
 */
export async function settledTerminal(context: Context, { say, token }: Search): Promise<ErrorSource | undefined> {
  const { terminals } = context;
  for (let run = terminals.suspect(); run?.isRead === false; run = terminals.suspect()) {
    const known = run.pieces;
    const found = terminal(context);
    if (found !== undefined && (await isFailure(context, found, token))) return found;
    say(`waiting for “${inShort(run.commandLine)}” to print one`);
    await terminals.news(run, known, token);
  }
  return terminal(context) ?? wholeTerminal(terminals.suspect()?.commandLine);
}

function inShort(commandLine: string): string {
  const line = firstLine(commandLine);
  return line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND)}…` : line;
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? "";
}

/** Take what is selected in the active terminal; this works without shell integration too. */
export async function terminalSelection(): Promise<ErrorSource | undefined> {
  return source("the terminal's selection", await copiedFromTerminal());
}

/**
 * Take all that the active terminal shows and scrolled by, for a terminal without shell integration. What
 * stands above the last `command` there is of others.
 */
async function wholeTerminal(command: string | undefined): Promise<ErrorSource | undefined> {
  if (vscode.window.activeTerminal === undefined) return undefined;
  await vscode.commands.executeCommand("workbench.action.terminal.selectAll");
  const text = await copiedFromTerminal();
  await vscode.commands.executeCommand("workbench.action.terminal.clearSelection");
  const start = command === undefined ? 0 : text.lastIndexOf(firstLine(command));
  return source(`the terminal ${vscode.window.activeTerminal.name}`, text.slice(Math.max(0, start)));
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

/** Take the errors of the Problems view, written as a compiler would: those of the project's languages where there are any. */
export function problems(): ErrorSource | undefined {
  return source("the Problems view", problemsText(errorProblems(isKnownFile)) ?? problemsText(errorProblems()));
}

/**
 * Give the errors of the Problems view one by one, of every source but our own: those came from a build's
 * text. Only those of files that are `wanted`.
 */
export function* errorProblems(wanted: (path: string) => boolean = () => true): Generator<Problem> {
  for (const [uri, found] of vscode.languages.getDiagnostics()) {
    const path = uri.fsPath;
    if (!wanted(path)) continue;
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
  // Of what is not saved yet the server knows nothing in a log.
  const path = target && document?.isDirty !== true ? relativePath(target) : undefined;
  if (path !== undefined) return { from: path, params: { filePath: path } };
  return document && source(baseName(document.uri.path), document.getText());
}

/**
 * Find an error by itself: the first of selection, clipboard, terminal, problems and open log file whose text the
 * server recognises as one; where none is, what is selected. A word that happens to be selected is no error.
 *
 * @throws Trouble where nothing holds an error
 */
export async function whateverHoldsOne(context: Context, { token }: Search): Promise<ErrorSource> {
  const selected = selection();
  for (const candidate of [selected, await clipboard(), terminal(context), problems(), openLog()]) {
    if (candidate !== undefined && (await kindOf(context, candidate, token)) !== UNKNOWN) return candidate;
  }
  if (selected !== undefined) return selected;
  throw new Trouble(
    "There is no error in the selection, clipboard, terminal, problems or open file.",
    "Select the error's text and run the command again.",
  );
}

/** Tell whether a text says what went wrong, and not only what might. */
async function isFailure(context: Context, candidate: ErrorSource, token: vscode.CancellationToken): Promise<boolean> {
  const kind = await kindOf(context, candidate, token);
  return kind !== UNKNOWN && kind !== "kotlin_warnings_only";
}

/** Tell whether the server recognizes an error in a text. */
export async function isRecognized(context: Context, candidate: ErrorSource, token: vscode.CancellationToken): Promise<boolean> {
  return (await kindOf(context, candidate, token)) !== UNKNOWN;
}

async function kindOf(context: Context, { params }: ErrorSource, token: vscode.CancellationToken): Promise<ErrorReport["kind"]> {
  const errorText = params.errorText?.slice(-MAX_PROBED);
  if (!errorText) return UNKNOWN;
  return dataOf(await patiently(() => context.server.call("parse_error", { errorText }, token), token)).kind;
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
