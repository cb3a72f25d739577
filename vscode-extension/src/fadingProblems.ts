import * as vscode from "vscode";
import { moved, touches } from "./editedLines";

/** A problem of a build, and when it was said. */
export interface SaidProblem {
  readonly diagnostic: vscode.Diagnostic;
  readonly since: string;
}

/** The problems of a file. */
export type ProblemsOfFile = readonly [vscode.Uri, readonly SaidProblem[]];

interface Shown extends SaidProblem {
  line: number;
  isEdited: boolean;
}

/**
 * Shows the problems of builds, each until its line is edited: from then on it is information and pale, as only the next
 * build knows whether it is solved. A key costs a look at the problems of its file.
 */
export class FadingProblems implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection("kotlin-rca");
  private files = new Map<string, { readonly uri: vscode.Uri; readonly problems: Shown[] }>();
  private readonly subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (this.files.size > 0 && contentChanges.length > 0 && document.uri.scheme === "file") this.edited(document, contentChanges);
  });

  /** Show these problems in place of those that are shown. */
  set(all: readonly ProblemsOfFile[]): void {
    const before = this.files;
    this.files = new Map(
      all.map(([uri, problems]) => {
        const known = new Map(before.get(uri.path)?.problems.map((one) => [keyOf(one), one]));
        return [uri.path, { uri, problems: problems.map((one) => known.get(keyOf(one)) ?? { ...one, line: one.diagnostic.range.start.line, isEdited: false }) }];
      }),
    );
    this.collection.clear();
    this.collection.set([...this.files.values()].map(({ uri, problems }) => [uri, problems.map(drawn)]));
  }

  dispose(): void {
    this.subscription.dispose();
    this.collection.dispose();
  }

  private edited(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const file = this.files.get(document.uri.path);
    if (file === undefined) return;
    let hasChanged = false;
    for (const problem of file.problems) {
      for (const change of changes) {
        const isTouched = !problem.isEdited && touches(problem.line, change);
        hasChanged ||= isTouched;
        problem.isEdited ||= isTouched;
        problem.line = moved(problem.line, change);
      }
    }
    if (hasChanged) this.collection.set(file.uri, file.problems.map(drawn));
  }
}

function keyOf({ diagnostic: { message, range }, since }: SaidProblem): string {
  return `${since} ${range.start.line}:${range.start.character} ${message}`;
}

function drawn({ diagnostic, line, isEdited }: Shown): vscode.Diagnostic {
  if (!isEdited && line === diagnostic.range.start.line) return diagnostic;
  const at = new vscode.Position(line, diagnostic.range.start.character);
  const found = new vscode.Diagnostic(new vscode.Range(at, at), diagnostic.message, isEdited ? vscode.DiagnosticSeverity.Information : diagnostic.severity);
  if (diagnostic.source !== undefined) found.source = diagnostic.source;
  if (diagnostic.code !== undefined) found.code = diagnostic.code;
  if (isEdited) {
    found.message = `${diagnostic.message} (the line was edited since)`;
    found.tags = [vscode.DiagnosticTag.Unnecessary];
  }
  return found;
}
