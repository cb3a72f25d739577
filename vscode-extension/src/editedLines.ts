import * as vscode from "vscode";
import { relativePath } from "./workspaceFiles";

/** A line that is followed: where it was said to be, and where it is now. */
interface Line {
  readonly filePath: string;
  readonly said: number;
  now: number;
  /** Where it is on the disk: an editor may be closed without saving. */
  saved: number;
  /** What was said of it last; said again of the edited line, it is true of that. */
  since: string;
  /** Its text when that was said; undefined until its file is open. */
  text: string | undefined;
  /** Whether its text was changed since, and whether that is on the disk. */
  isEdited: boolean;
  isEditSaved: boolean;
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
  private readonly edits = new vscode.EventEmitter<void>();

  /** Fires when the text of a followed line was changed, or is as it was before. */
  readonly onDidEdit = this.edits.event;

  constructor() {
    this.subscription = vscode.Disposable.from(
      this.edits,
      vscode.workspace.onDidOpenTextDocument((document) => {
        for (const line of this.in(document)) line.text ??= textAt(document, line.now);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (this.byFile.size > 0 && contentChanges.length > 0) this.edited(document, contentChanges);
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        for (const line of this.in(document)) Object.assign(line, { saved: line.now, isEditSaved: line.isEdited });
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (!document.isClosed) return;
        let isBack = false;
        for (const line of this.in(document)) {
          isBack ||= line.isEdited !== line.isEditSaved;
          Object.assign(line, { now: line.saved, isEdited: line.isEditSaved });
        }
        if (isBack) this.edits.fire();
      }),
    );
  }

  /**
   * Follow a line under a name of its own; one that is said to be where it was said to be before stays where it is by
   * now. `since` tells when it was said: what was edited before that does not count.
   */
  follow(name: string, filePath: string, line: number, since = ""): void {
    const known = this.lines.get(name);
    if (known?.filePath === filePath && known.said === line) {
      if (known.since !== since) Object.assign(known, { since, isEdited: false, isEditSaved: false, text: this.textOf(filePath, known.now) });
      return;
    }
    this.forget(name);
    const followed: Line = { filePath, said: line, now: line, saved: line, since, isEdited: false, isEditSaved: false, text: this.textOf(filePath, line) };
    this.lines.set(name, followed);
    const others = this.byFile.get(filePath);
    if (others === undefined) this.byFile.set(filePath, new Set([followed]));
    else others.add(followed);
  }

  /** Give where a line is by now; undefined where it is not followed. */
  at(name: string): number | undefined {
    return this.lines.get(name)?.now;
  }

  /** Whether the text of a line was changed since it was said to be what it is about. */
  isEdited(name: string): boolean {
    return this.lines.get(name)?.isEdited ?? false;
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
    let hasChanged = false;
    for (const line of this.in(document)) {
      const { now, isEdited } = line;
      let isTouched = isEdited;
      for (const change of changes) {
        isTouched ||= touches(line.now - 1, change);
        line.now = moved(line.now - 1, change) + 1;
      }
      if (isTouched) compare(line, document, now);
      // The file was changed elsewhere, or all was undone.
      if (!document.isDirty) Object.assign(line, { saved: line.now, isEditSaved: line.isEdited });
      hasChanged ||= isEdited !== line.isEdited;
    }
    if (hasChanged) this.edits.fire();
  }

  private textOf(filePath: string, line: number): string | undefined {
    const document = vscode.workspace.textDocuments.find((one) => this.pathOf(one) === filePath);
    return document && textAt(document, line);
  }

  /** Give the lines that are followed in a document. */
  private in(document: vscode.TextDocument): Iterable<Line> {
    return this.byFile.size === 0 ? [] : (this.byFile.get(this.pathOf(document)) ?? []);
  }

  private pathOf(document: vscode.TextDocument): string {
    let path = this.paths.get(document);
    if (path === undefined) this.paths.set(document, (path = relativePath(document.uri) ?? ""));
    return path;
  }
}

/** Note whether the text of a line that was touched is another one now; `before` is where it was: a line that was removed may be back there. */
function compare(line: Line, document: vscode.TextDocument, before: number): void {
  const at = line.text === undefined ? undefined : [line.now, before].find((one) => textAt(document, one) === line.text);
  line.isEdited = at === undefined;
  line.now = at ?? line.now;
}

function textAt(document: vscode.TextDocument, line: number): string | undefined {
  return line <= document.lineCount ? document.lineAt(line - 1).text : undefined;
}

/** Whether a change is one of the text of a line (from 0), and not only of where it stands. */
export function touches(line: number, { range: { start, end }, text }: Pick<vscode.TextDocumentContentChangeEvent, "range" | "text">): boolean {
  if (line < start.line || line > end.line) return false;
  const isInsertion = start.line === end.line && start.character === end.character;
  // Whole lines above it, or below it.
  if (line === end.line && end.character === 0 && (start.line < line || text.endsWith("\n"))) return false;
  if (isInsertion && /^\r?\n/.test(text)) return start.character === 0;
  return true;
}

/** Give where a line (from 0) is after a change: it goes with its beginning. */
export function moved(line: number, { range: { start, end }, text }: Pick<vscode.TextDocumentContentChangeEvent, "range" | "text">): number {
  if (line < start.line || (line === start.line && start.character > 0)) return line;
  const added = text.split("\n").length - 1;
  if (line > end.line || (line === end.line && end.character === 0)) return line + added - (end.line - start.line);
  return Math.min(line, start.line + added);
}
