import * as vscode from "vscode";
import type { ErrorSource } from "./errorSources";
import type { ErrorEvent } from "./generated/contract";
import { runName, type CommandRun, type Terminals } from "./terminal";
import { wholeTerminal } from "./terminalBuffer";
import { plainText } from "./terminalText";

const MAX_COMMAND = 60;
/** Of what every error text has somewhere, as the server looks for it (`may_hold_errors`). */
const SIGNS = /Exception|error:|FAIL|FATAL|ANR in |Fatal signal |\*\*\* \*\*\*|Caused by|Error\b|(?<!\w)e: |(?<!\w)at [\w$.<>/@-]{3,400} ?\(/;

/** What a command printed, or what a terminal holds, for the analysis. */
export interface TerminalText {
  /** The command as a person typed it; undefined where the terminal does not tell. */
  readonly command: string | undefined;
  readonly terminal: string;
  /** When it printed last, in milliseconds; undefined where the terminal does not tell. */
  readonly touched: number | undefined;
  readonly run: CommandRun | undefined;
  readonly text: string;
}

/** Return what the kept commands printed, those first that printed last; a command without output is left out. */
export function commandTexts({ kept }: Pick<Terminals, "kept">): TerminalText[] {
  return kept
    .map((run) => ({ command: run.commandLine, terminal: run.terminalName, touched: run.touched, run, text: plainText(run.output.text()) }))
    .filter(({ text }) => text.trim() !== "")
    .reverse()
    .sort((a, b) => b.touched - a.touched);
}

/** Return the texts that may be analyzed, newest first; of a terminal that tells of no commands, what it holds. */
export async function terminalTexts(terminals: Pick<Terminals, "kept">): Promise<TerminalText[]> {
  const commands = commandTexts(terminals);
  const { activeTerminal } = vscode.window;
  const tellsCommands = activeTerminal === undefined || activeTerminal.shellIntegration !== undefined || commands.some(({ run }) => run?.terminal === activeTerminal);
  if (tellsCommands) return commands;
  const { name } = activeTerminal;
  return [...commandsIn(await wholeTerminal()).map((one) => ({ ...one, terminal: name, touched: undefined, run: undefined })), ...commands];
}

/**
 * Split what a terminal holds into its commands, newest first. Where nothing runs the last line is a prompt, and each line
 * that begins with the same one is a command's; where no line does, the text stays whole.
 */
export function commandsIn(text: string): Pick<TerminalText, "command" | "text">[] {
  const lines = text.trimEnd().split("\n");
  const prompt = lines.at(-1)?.trimEnd() ?? "";
  const starts = lines.flatMap((line, at) => (at < lines.length - 1 && line.startsWith(`${prompt} `) ? [at] : []));
  const parts = starts.map((at, index) => ({ command: lines[at]?.slice(prompt.length).trim(), text: lines.slice(at + 1, starts[index + 1] ?? -1).join("\n") }));
  const before = { command: undefined, text: lines.slice(0, starts[0]).join("\n") };
  return [before, ...parts].filter((part) => part.text.trim() !== "").reverse();
}

/** Whether a text may hold an error: cheap, so that a server is asked about few of them. */
export function mayHoldError({ text }: Pick<TerminalText, "text">): boolean {
  return SIGNS.test(text);
}

/** Name a text for the person who reads its report. */
export function nameOf({ command, terminal, touched }: Pick<TerminalText, "command" | "terminal" | "touched">): string {
  return [
    terminal === "" ? "Terminal" : `Terminal ${terminal}`,
    ...(command === undefined || command.trim() === "" ? [] : [`command \`${inShort(command)}\``]),
    ...(touched === undefined ? [] : [clock(touched)]),
  ].join(", ");
}

/** Say which output an error of the list was seen in last; `isOfTerminal` where it is that of a command that is kept. */
export function outputOf({ sources, lastSeen }: Pick<ErrorEvent, "sources" | "lastSeen">, { kept }: Pick<Terminals, "kept">): Pick<ErrorSource, "from" | "isOfTerminal"> {
  const [name] = sources;
  const touched = Date.parse(lastSeen);
  if (name === undefined) return { from: "the Errors view" };
  const run = kept.findLast((one) => runName(one) === name);
  if (run === undefined) return { from: `${inShort(name)}, ${clock(touched)}` };
  return { from: nameOf({ command: run.commandLine, terminal: run.terminalName, touched }), isOfTerminal: true };
}

/** Ask which text is meant; undefined where the person chose none. */
export async function chooseText(texts: readonly TerminalText[]): Promise<TerminalText | undefined> {
  const items = texts.map((text) => ({
    label: text.command === undefined ? `All of terminal ${text.terminal}` : inShort(text.command),
    description: [text.terminal, ...(text.touched === undefined ? [] : [clock(text.touched)]), ...ending(text)].join(" · "),
    detail: (SIGNS.exec(text.text) === null ? "no error seen" : lineWithSign(text.text)).slice(0, 200),
    text,
  }));
  const chosen = await vscode.window.showQuickPick(items, { title: "Analyze which output?", matchOnDescription: true, matchOnDetail: true });
  return chosen?.text;
}

function ending({ run }: TerminalText): string[] {
  if (run === undefined) return [];
  if (!run.isRead) return ["runs"];
  return run.exitCode === undefined ? [] : [`exit code ${run.exitCode}`];
}

/** Return the line that has the first sign of an error. */
function lineWithSign(text: string): string {
  const at = text.search(SIGNS);
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at) + 1, end < 0 ? undefined : end).trim();
}

/** Write a time of day, with its date where that is another one than today's. */
export function clock(milliseconds: number, now = Date.now()): string {
  const time = new Date(milliseconds);
  const clock = time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  if (time.toDateString() === new Date(now).toDateString()) return clock;
  return `${time.toLocaleDateString([], { day: "numeric", month: "short" })} ${clock}`;
}

/** Shorten a command line to the part that tells it from others. */
export function inShort(commandLine: string): string {
  const line = commandLine.trim().split("\n")[0] ?? "";
  return line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND)}…` : line;
}
