import * as vscode from "vscode";
import { isShown } from "./displaySettings";
import type { EditedLines } from "./editedLines";
import { titleOf } from "./errorRow";
import type { BuildProblem, ErrorEvent } from "./generated/contract";
import { fileAt, relativePath } from "./workspaceFiles";

const CODE: vscode.DocumentSelector = [{ scheme: "file", pattern: "**/*.{kt,kts,java}" }];
const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
} as const;

/** What our own problems are called in the Problems view. */
export const PROBLEM_SOURCE = "kotlin-rca";

/**
 * Shows errors that came by where they happened: a code lens and a quick fix on a culprit's line, and
 * the messages of the last build as problems.
 */
export class ErrorMarks implements vscode.CodeLensProvider, vscode.CodeActionProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly problems = vscode.languages.createDiagnosticCollection("kotlin-rca");
  private readonly registrations: vscode.Disposable;
  private events: readonly ErrorEvent[] = [];
  private turn = 0;
  private shown: readonly Entry[] = [];

  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly lines: EditedLines) {
    this.registrations = vscode.Disposable.from(
      vscode.languages.registerCodeLensProvider(CODE, this),
      vscode.languages.registerCodeActionsProvider(CODE, this, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }),
    );
  }

  /** Show these errors in place of what is shown. */
  async show(events: readonly ErrorEvent[]): Promise<void> {
    const listed = new Set(events.map(({ id }) => id));
    for (const { id } of this.events) if (!listed.has(id)) this.lines.forget(id);
    for (const { id, culprit } of events) if (culprit?.line) this.lines.follow(id, culprit.filePath, culprit.line);
    this.events = events;
    this.changed.fire();
    await this.showProblems();
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (!isShown("codeLens")) return [];
    return this.at(document).flatMap(({ event, line }) => {
      const range = new vscode.Range(line - 1, 0, line - 1, 0);
      const node = { kind: "error" as const, event };
      const times = event.count > 1 ? ` ×${event.count}` : "";
      const lenses = [
        { title: `$(error) ${titleOf(event).slice(0, 80)}${times}`, command: "kotlinRca.openErrorReport", arguments: [node] },
        ...(event.solution === null ? [] : [{ title: "$(lightbulb) past solution", command: "kotlinRca.openErrorReport", arguments: [node] }]),
        { title: "callers", command: "kotlinRca.findCallers", arguments: [{ filePath: event.culprit?.filePath, line }] },
      ];
      return lenses.map((command) => new vscode.CodeLens(range, command));
    });
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const here = this.at(document).filter(({ line }) => range.start.line <= line - 1 && line - 1 <= range.end.line);
    const reports = here.map(({ event }) => {
      const title = event.solution === null ? "Show the report of" : "Show past solutions of";
      return quickFix(`${title} ${titleOf(event).slice(0, 60)}`, "kotlinRca.openErrorReport", { kind: "error", event });
    });
    // However many errors a line has, it is called by the same.
    const callers = here.slice(0, 1).map(({ event, line }) => quickFix("Find callers of the function at fault", "kotlinRca.findCallers", { filePath: event.culprit?.filePath, line }));
    return [...reports, ...callers];
  }

  dispose(): void {
    this.registrations.dispose();
    this.problems.dispose();
    this.changed.dispose();
  }

  private at(document: vscode.TextDocument): { event: ErrorEvent; line: number }[] {
    const path = relativePath(document.uri);
    return this.events.flatMap((event) => {
      const line = this.lines.at(event.id);
      return event.culprit?.filePath === path && line !== undefined && line <= document.lineCount ? [{ event, line }] : [];
    });
  }

  /** Put the messages of the last builds into the Problems view, those left out that stand there already. */
  private async showProblems(): Promise<void> {
    const turn = ++this.turn;
    const byFile = new Map<string, BuildProblem[]>();
    for (const problem of this.events.flatMap((event) => event.problems)) {
      const others = byFile.get(problem.filePath);
      if (others === undefined) byFile.set(problem.filePath, [problem]);
      else others.push(problem);
    }
    const entries: Entry[] = [];
    for (const [path, found] of byFile) {
      const uri = await fileAt(path);
      if (uri === undefined) continue;
      const known = knownAt(uri);
      entries.push([uri, found.map(diagnostic).filter((one) => !known.has(key(one)))]);
    }
    if (turn !== this.turn) return; // newer events came meanwhile
    // What is set anew makes the editor, and all who listen to problems, look at it again: not at each line of a log.
    if (isSame(entries, this.shown)) return;
    this.shown = entries;
    this.problems.clear();
    this.problems.set(entries);
  }
}

/** The problems of a file. */
type Entry = [vscode.Uri, vscode.Diagnostic[]];

function isSame(entries: readonly Entry[], others: readonly Entry[]): boolean {
  return (
    entries.length === others.length &&
    entries.every(([uri, found], index) => {
      const [otherUri, otherFound] = others[index] ?? [];
      return uri.path === otherUri?.path && found.length === otherFound?.length && found.every((one, at) => isSameProblem(one, otherFound[at]));
    })
  );
}

function isSameProblem(one: vscode.Diagnostic, other: vscode.Diagnostic | undefined): boolean {
  const [start, otherStart] = [one.range.start, other?.range.start];
  return (
    one.message === other?.message &&
    start.line === otherStart?.line &&
    start.character === otherStart.character &&
    one.severity === other.severity &&
    one.code === other.code
  );
}

function quickFix(title: string, command: string, argument: unknown): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { command, title, arguments: [argument] };
  return action;
}

function diagnostic({ line, column, severity, message, tool }: BuildProblem): vscode.Diagnostic {
  const start = new vscode.Position(line - 1, Math.max(0, (column ?? 1) - 1));
  const found = new vscode.Diagnostic(new vscode.Range(start, start), message, SEVERITIES[severity]);
  found.source = PROBLEM_SOURCE;
  if (tool !== null) found.code = tool;
  return found;
}

/** Give what others say about a file; asked once a file, as the editor copies it all each time. */
function knownAt(uri: vscode.Uri): ReadonlySet<string> {
  const others = vscode.languages.getDiagnostics(uri).filter(({ source }) => source !== PROBLEM_SOURCE);
  return new Set(others.map(key));
}

function key({ message, range }: vscode.Diagnostic): string {
  return `${range.start.line} ${message}`;
}
