import * as vscode from "vscode";
import { UserError, dataOf, type Params } from "./toolAnswer";
import type { Context } from "./context";
import { PROBLEM_SOURCE } from "./errorMarks";
import type { ErrorReport } from "./generated/contract";
import type { Baseline } from "./gitChanges";
import { retryOnTimeout } from "./retryOnTimeout";
import { baseName } from "./baseName";
import { isKnownFile, problemsText, type Problem } from "./problemsText";
import { runName } from "./terminal";
import { selectedInTerminal } from "./terminalBuffer";
import { chooseText, commandTexts, inShort, mayHoldError, nameOf, terminalTexts, type TerminalText } from "./terminalOutputs";
import { relativePath } from "./workspaceFiles";

const MAX_PROBED = 1_000_000;
/** So many texts the server is asked about; older ones are offered in the list. */
const MOST_PROBED = 8;
const UNKNOWN = "unknown";
const LOG_FILES = /\.(?:log|txt|trace|out|stacktrace|logcat)$/i;

/** An error text, or a file of it, and where it comes from in words for the user. */
export interface ErrorSource {
  readonly from: string;
  readonly params: Pick<Params<"analyze_error">, "errorText" | "filePath">;
  /** Whether a terminal printed it, so that another of its texts may be meant. */
  readonly isOfTerminal?: boolean;
  /** The error of the list that it is. */
  readonly eventId?: string;
  /** Where the project was when the error came up, where that is known. */
  readonly since?: Promise<Baseline>;
}

/** How a search for an error talks with the person who waits for it. */
export interface Search {
  /** Say what is being done. */
  readonly say: (words: string) => void;
  /** Cancelled where the person does not want to wait any more. */
  readonly token: vscode.CancellationToken;
}

/** The text of the clipboard that was taken last: copied before, it is older than what a terminal printed since. */
let analyzedClipboard: string | null | undefined;

/** Take the selected text of the active editor. */
export function selection(): ErrorSource | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && source("the selection", editor.document.getText(editor.selection));
}

export async function clipboard(): Promise<ErrorSource | undefined> {
  return source("the clipboard", await vscode.env.clipboard.readText());
}

/**
 * Take the newest text of the terminals that holds an error. A command that still runs in the active terminal is
 * meant, and nothing older: it is waited for until it has printed an error, or has ended.
 *
 * @throws CancellationError where the person does not want to wait any more
 */
export async function settledTerminal(context: Context, { say, token }: Search): Promise<ErrorSource | undefined> {
  const { terminals } = context;
  for (let run = terminals.current; run?.isRead === false; run = terminals.current) {
    const known = run.pieces;
    const meant = commandTexts(terminals).find((text) => text.run === run);
    if (meant !== undefined && (await isFailure(context, sourceOf(meant), token))) return sourceOf(meant);
    say(`waiting for “${inShort(run.commandLine)}” to print one`);
    await terminals.news(run, known, token);
  }
  const texts = await terminalTexts(terminals);
  const [newest] = texts;
  return (await newestFailure(context, texts, token)) ?? (newest && sourceOf(newest));
}

/** Ask which of the terminals' texts is meant. */
export async function chosenTerminalText({ terminals }: Context): Promise<ErrorSource | undefined> {
  const texts = await terminalTexts(terminals);
  if (texts.length === 0) throw new UserError("No terminal has printed anything.", "Run the failing command in a terminal first.");
  const chosen = await chooseText(texts);
  if (chosen === undefined) throw new vscode.CancellationError();
  return sourceOf(chosen);
}

async function newestFailure(context: Context, texts: readonly TerminalText[], token: vscode.CancellationToken): Promise<ErrorSource | undefined> {
  let probed = 0;
  for (const text of texts) {
    if (mayHoldError(text) && (probed += 1) <= MOST_PROBED && (await isFailure(context, sourceOf(text), token))) return sourceOf(text);
    const listed = await listedError(context, text);
    if (listed !== undefined) return listed;
  }
  return undefined;
}

/** Return the error that the list has of a command whose output was too long to be kept. */
async function listedError({ errors, server }: Context, { run, ...text }: TerminalText): Promise<ErrorSource | undefined> {
  if (run === undefined || run.output.total <= run.output.size) return undefined;
  const event = errors.all.find(({ sources, lastSeen }) => sources.includes(runName(run)) && Date.parse(lastSeen) >= run.began);
  if (event === undefined) return undefined;
  const errorText = await server.errorText(event.id);
  return errorText === undefined ? undefined : { from: nameOf(text), params: { errorText }, isOfTerminal: true, eventId: event.id };
}

function sourceOf(text: TerminalText): ErrorSource {
  return { from: nameOf(text), params: { errorText: text.text }, isOfTerminal: true };
}

/** Take what is selected in the active terminal; this works without shell integration too. */
export async function terminalSelection(): Promise<ErrorSource | undefined> {
  return source("the terminal's selection", await selectedInTerminal());
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
 * @throws UserError where nothing holds an error
 */
export async function whateverHoldsOne(context: Context, { token }: Search): Promise<ErrorSource> {
  const selected = selection();
  const copied = await clipboard();
  const isNew = copied !== undefined && copied.params.errorText !== analyzedClipboard;
  const printed = async (): Promise<ErrorSource | undefined> => newestFailure(context, await terminalTexts(context.terminals), token);
  for (const find of [() => selected, () => (isNew ? copied : undefined), printed, () => copied, problems, openLog]) {
    const candidate = await find();
    if (candidate === undefined || (await kindOf(context, candidate, token)) === UNKNOWN) continue;
    if (candidate === copied) analyzedClipboard = copied.params.errorText;
    return candidate;
  }
  if (selected !== undefined) return selected;
  throw new UserError(
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
  return dataOf(await retryOnTimeout(() => context.server.call("parse_error", { errorText }, token), token)).kind;
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
