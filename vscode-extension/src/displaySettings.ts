import * as vscode from "vscode";
import type { ErrorEvent, OutputChunk } from "./generated/contract";

/** What of errors is shown in the editor. */
export type EditorMark = "codeLens" | "lineEnd" | "gutterIcon" | "problems" | "inlineValues" | "offerExceptionBreakpoints";

/** Return whether a way of showing errors in the editor is switched on. */
export function isShown(mark: EditorMark): boolean {
  return read(`rca.editor.${mark}`) !== false;
}

/** Return events as they are shown in the editor: without a build's messages where those are switched off. */
export function shownEvents(events: readonly ErrorEvent[]): readonly ErrorEvent[] {
  return isShown("problems") ? events : events.map((event) => ({ ...event, problems: [] }));
}

/** How the runs of a source are named (outputSources.ts), by its setting. */
const RUNS = { terminals: /^(?:terminal|task) /, debugSessions: /^debug /, problems: /^problems$/ } as const;

/** Return whether errors are looked for in what a source prints; a log file that a person watches always is. */
export function isRead({ run, kind }: Pick<OutputChunk, "run" | "kind">): boolean {
  const sources = read("rca.sources");
  const off = (name: keyof typeof RUNS): boolean => typeof sources === "object" && sources !== null && (sources as Record<string, unknown>)[name] === false;
  if (kind === "task" && off("terminals")) return false;
  return !Object.entries(RUNS).some(([name, runs]) => runs.test(run) && off(name as keyof typeof RUNS));
}

/** Return whether new errors are shown as notifications. */
export function notifies(): boolean {
  return read("rca.notifications") === "new";
}

function read(name: string): unknown {
  return vscode.workspace.getConfiguration().get(name);
}
