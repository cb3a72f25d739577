import * as vscode from "vscode";
import { relativePath } from "./workspaceFiles";

/** A line that is followed: where it was said to be, and where it is now. */
interface Line {
  readonly filePath: string;
  readonly said: number;
  now: number;
  /** Where it is on the disk: an editor may be closed without saving. */
  saved: number;
}

/**
 * Follows lines of files while these are edited: what was said of line 12 is about line 13 once another one
 * stands above it. Lines count from 1. A key costs a look at the lines that are followed in its file.
 */
export class EditedLines implements vscode.Disposable {
  private readonly lines = new Map<string, Line>();
  private readonly byFile = new Map<string, Set<Line>>();
  /** Asked once a document: it takes longer than all else. */
  private readonly paths = new WeakMap<vscode.TextDocument, string>();
  private readonly subscription: vscode.Disposable;

  constructor() {
    this.subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (this.byFile.size > 0 && contentChanges.length > 0) this.edited(document, contentChanges);
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        for (const line of this.in(document)) line.saved = line.now;
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.isClosed) for (const line of this.in(document)) line.now = line.saved;
      }),
    );
  }

  /** Follow a line under a name of its own; one that is said to be where it was said to be before stays where it is by now. */
  follow(name: string, filePath: string, line: number): void {
    const known = this.lines.get(name);
    if (known?.filePath === filePath && known.said === line) return;
    this.forget(name);
    const followed: Line = { filePath, said: line, now: line, saved: line };
    this.lines.set(name, followed);
    const others = this.byFile.get(filePath);
    if (others === undefined) this.byFile.set(filePath, new Set([followed]));
    else others.add(followed);
  }

  /** Give where a line is by now; undefined where it is not followed. */
  at(name: string): number | undefined {
    return this.lines.get(name)?.now;
  }

  forget(name: string): void {
    const known = this.lines.get(name);
    if (known === undefined) return;
    this.lines.delete(name);
    const others = this.byFile.get(known.filePath);
    others?.delete(known);
    if (others?.size === 0) this.byFile.delete(known.filePath);
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private edited(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    for (const line of this.in(document)) {
      for (const change of changes) line.now = moved(line.now - 1, change) + 1;
      if (!document.isDirty) line.saved = line.now; // the file was changed elsewhere, or all was undone
    }
  }

  /** Give the lines that are followed in a document. */
  private in(document: vscode.TextDocument): Iterable<Line> {
    if (this.byFile.size === 0) return [];
    let path = this.paths.get(document);
    if (path === undefined) this.paths.set(document, (path = relativePath(document.uri) ?? ""));
    return this.byFile.get(path) ?? [];
  }
}

/** Give where a line (from 0) is after a change: it goes with its beginning. */
function moved(line: number, { range: { start, end }, text }: vscode.TextDocumentContentChangeEvent): number {
  if (line < start.line || (line === start.line && start.character > 0)) return line;
  const added = text.split("\n").length - 1;
  if (line > end.line || (line === end.line && end.character === 0)) return line + added - (end.line - start.line);
  return Math.min(line, start.line + added);
}
