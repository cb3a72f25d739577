import * as vscode from "vscode";
import type { EditedLines } from "./editedLines";

/** A problem of a build, and when it was said. */
export interface SaidProblem {
  readonly diagnostic: vscode.Diagnostic;
  readonly since: string;
}

/** The problems of a file. */
export interface ProblemsOfFile {
  readonly uri: vscode.Uri;
  readonly filePath: string;
  readonly problems: readonly SaidProblem[];
}

/**
 * Shows the problems of builds, each until its line is edited: from then on it is information and pale, as only the next
 * build knows whether it is solved.
 */
export class FadingProblems implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection("kotlin-rca");
  private files: readonly ProblemsOfFile[] = [];
  /** By name whether a problem was drawn as one whose line was edited. */
  private drawn = new Map<string, boolean>();
  private readonly subscription: vscode.Disposable;

  constructor(private readonly lines: EditedLines) {
    this.subscription = lines.onDidEdit(() => {
      if ([...this.drawn].some(([name, isEdited]) => lines.isEdited(name) !== isEdited)) this.draw();
    });
  }

  /** Show these problems in place of those that are shown. */
  set(files: readonly ProblemsOfFile[]): void {
    const before = this.drawn;
    this.files = files;
    this.drawn = new Map();
    for (const { filePath, problems } of files) {
      for (const { diagnostic, since } of problems) {
        const name = nameOf(filePath, diagnostic);
        this.drawn.set(name, false);
        this.lines.follow(name, filePath, diagnostic.range.start.line + 1, since);
      }
    }
    for (const name of before.keys()) if (!this.drawn.has(name)) this.lines.forget(name);
    this.draw();
  }

  dispose(): void {
    this.subscription.dispose();
    this.collection.dispose();
  }

  private draw(): void {
    this.collection.clear();
    this.collection.set(
      this.files.map(({ uri, filePath, problems }) => [
        uri,
        problems.map(({ diagnostic }) => {
          const name = nameOf(filePath, diagnostic);
          const isEdited = this.lines.isEdited(name);
          this.drawn.set(name, isEdited);
          return redrawn(diagnostic, (this.lines.at(name) ?? 1) - 1, isEdited);
        }),
      ]),
    );
  }
}

function nameOf(filePath: string, { message, range: { start } }: vscode.Diagnostic): string {
  return `problem ${filePath} ${start.line}:${start.character} ${message}`;
}

function redrawn(diagnostic: vscode.Diagnostic, line: number, isEdited: boolean): vscode.Diagnostic {
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
