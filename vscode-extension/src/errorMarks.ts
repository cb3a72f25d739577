import * as vscode from "vscode";
import { isShown } from "./displaySettings";
import type { EditedLines } from "./editedLines";
import { titleOf } from "./errorRow";
import { FadingProblems, type ProblemsOfFile, type SaidProblem } from "./fadingProblems";
import { isOpen } from "./errorStates";
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
  private readonly problems: FadingProblems;
  private readonly registrations: vscode.Disposable;
  private events: readonly ErrorEvent[] = [];
  private turn = 0;
  private shown: readonly ProblemsOfFile[] = [];

  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly lines: EditedLines) {
    this.problems = new FadingProblems(lines);
    this.registrations = vscode.Disposable.from(
      lines.onDidEdit(() => {
        this.changed.fire();
      }),
      vscode.languages.registerCodeLensProvider(CODE, this),
      vscode.languages.registerCodeActionsProvider(CODE, this, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }),
    );
  }

  /** Show these errors in place of what is shown; of those that are resolved nothing. */
  async show(all: readonly ErrorEvent[]): Promise<void> {
    const events = all.filter(isOpen);
    const listed = new Set(events.map(({ id }) => id));
    for (const { id } of this.events) if (!listed.has(id)) this.lines.forget(id);
    for (const { id, culprit, lastSeen } of events) if (culprit?.line) this.lines.follow(id, culprit.filePath, culprit.line, lastSeen);
    this.events = events;
    this.changed.fire();
    await this.showProblems();
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (!isShown("codeLens")) return [];
    return this.at(document).flatMap(({ event, line }) => {
      const range = new vscode.Range(line - 1, 0, line - 1, 0);
      const node = { kind: "error" as const, event };
      if (this.lines.isEdited(event.id)) {
        const title = `$(circle-outline) edited since ${titleOf(event).slice(0, 80)}`;
        return [new vscode.CodeLens(range, { title, command: "kotlinRca.openErrorReport", arguments: [node] })];
      }
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
    const byFile = new Map<string, SaidProblem[]>();
    for (const { problems, lastSeen } of this.events) {
      for (const problem of problems) {
        const said = { diagnostic: diagnostic(problem), since: lastSeen };
        const others = byFile.get(problem.filePath);
        if (others === undefined) byFile.set(problem.filePath, [said]);
        else others.push(said);
      }
    }
    const entries: ProblemsOfFile[] = [];
    for (const [filePath, found] of byFile) {
      const uri = await fileAt(filePath);
      if (uri === undefined) continue;
      const known = knownAt(uri);
      entries.push({ uri, filePath, problems: found.filter(({ diagnostic: one }) => !known.has(key(one))) });
    }
    if (turn !== this.turn) return; // newer events came meanwhile
    // What is set anew makes the editor, and all who listen to problems, look at it again: not at each line of a log.
    if (isSame(entries, this.shown)) return;
    this.shown = entries;
    this.problems.set(entries);
  }
}

function isSame(entries: readonly ProblemsOfFile[], others: readonly ProblemsOfFile[]): boolean {
  return (
    entries.length === others.length &&
    entries.every(({ uri, problems }, index) => {
      const other = others[index];
      return uri.path === other?.uri.path && problems.length === other.problems.length && problems.every((one, at) => isSameProblem(one, other.problems[at]));
    })
  );
}

function isSameProblem({ diagnostic: one, since }: SaidProblem, said: SaidProblem | undefined): boolean {
  if (since !== said?.since) return false;
  const { message, range, severity, code } = said.diagnostic;
  return (
    one.message === message &&
    one.range.start.line === range.start.line &&
    one.range.start.character === range.start.character &&
    one.severity === severity &&
    one.code === code
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
