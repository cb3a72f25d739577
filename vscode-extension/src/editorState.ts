import * as vscode from "vscode";
import type { EditorDiagnostic, EditorState } from "./generated/contract";
import { changedParts } from "./editorStateDiff";
import type { Terminals } from "./terminal";
import { lastLines } from "./terminalText";
import { relativePath } from "./workspaceFiles";

/** How long a part may be behind, in milliseconds: problems and terminals change in floods, and cost more to read. */
const BEHIND_MS = { editor: 150, diagnostics: 500, terminal: 500 } as const;
const MAX_DIAGNOSTICS = 1_000;
const MAX_SELECTION = 100_000;
const WORST_FIRST = [
  vscode.DiagnosticSeverity.Error,
  vscode.DiagnosticSeverity.Warning,
  vscode.DiagnosticSeverity.Information,
  vscode.DiagnosticSeverity.Hint,
] as const;
const TERMINAL_LINES = 200;
const TERMINAL_CHARACTERS = 32_000;
/** Of what a terminal printed this much is read: colours and marks take about half. */
const TERMINAL_READ = 2 * TERMINAL_CHARACTERS;

const SEVERITIES = {
  [vscode.DiagnosticSeverity.Error]: "error",
  [vscode.DiagnosticSeverity.Warning]: "warning",
  [vscode.DiagnosticSeverity.Information]: "info",
  [vscode.DiagnosticSeverity.Hint]: "info",
} as const;

type Part = keyof typeof BEHIND_MS;

/**
 * Tells the server what the editor shows, and only what changed: the cursor at most every 150 ms, problems
 * and terminals every 500 ms.
 *
 * A part is looked at again only after an event that concerns it, so that typing never pays for
 * thousands of problems.
 */
export class EditorStatePusher implements vscode.Disposable {
  private sent: Partial<EditorState> = {};
  private readonly stale = new Set<Part>();
  private readonly timers = new Map<Part, NodeJS.Timeout>();
  /** How many pushes are on their way. */
  private sending = 0;
  private document: vscode.TextDocument | undefined;
  private readonly subscriptions: vscode.Disposable;

  constructor(
    private readonly terminals: Terminals,
    private readonly send: (parts: Partial<EditorState>) => Promise<void>,
  ) {
    const mark = (part: Part) => () => {
      this.mark(part);
    };
    this.subscriptions = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(mark("editor")),
      vscode.window.onDidChangeTextEditorSelection(mark("editor")),
      vscode.workspace.onDidCloseTextDocument(mark("editor")),
      vscode.languages.onDidChangeDiagnostics(mark("diagnostics")),
      terminals.onDidChange(mark("terminal")),
    );
  }

  /** Push everything anew, as to a server that just started. */
  async restart(): Promise<void> {
    this.sent = {};
    for (const part of ["editor", "diagnostics", "terminal"] as const) this.stale.add(part);
    await this.flush();
  }

  /** Push now what changed, as before a question about it. */
  async flush(): Promise<void> {
    await this.push([...this.stale]);
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.subscriptions.dispose();
  }

  private async push(stale: readonly Part[]): Promise<void> {
    const fresh = Object.assign({}, ...stale.map((part) => this.look(part))) as Partial<EditorState>;
    for (const part of stale) this.stale.delete(part);
    const parts = changedParts(this.sent, fresh);
    if (parts === undefined) return;
    this.sent = { ...this.sent, ...parts };
    this.sending += 1;
    try {
      await this.send(parts);
    } finally {
      this.sending -= 1;
    }
  }

  private mark(part: Part): void {
    this.stale.add(part);
    // Not put off by the next event: a stream of them would keep the server waiting for ever.
    if (this.timers.has(part)) return;
    const timer = setTimeout(() => {
      this.pass(part);
    }, BEHIND_MS[part]);
    this.timers.set(part, timer);
  }

  /** Push a part, but not while the server still takes the last push: what comes meanwhile would pile up before it. */
  private pass(part: Part): void {
    this.timers.delete(part);
    if (!this.stale.has(part)) return; // it was asked for meanwhile
    if (this.sending > 0) this.mark(part);
    else {
      this.push([part]).catch(() => {
        // The server went away while it was told; the one that is started in its place is told everything.
      });
    }
  }

  private look(part: Part): Partial<EditorState> {
    switch (part) {
      case "editor":
        return this.editor();
      case "diagnostics":
        return { diagnostics: diagnostics() };
      case "terminal":
        return { terminalOutput: this.terminal() };
    }
  }

  /** The last editor of a file counts as active while its file is open: a click into a report is no move away. */
  private editor(): Partial<EditorState> {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.uri.scheme === "file") {
      this.document = editor.document;
      const { active } = editor.selection;
      return {
        activeFile: relativePath(editor.document.uri) ?? null,
        cursorPosition: { line: active.line + 1, character: active.character + 1 },
        selectedText: editor.selection.isEmpty ? null : selected(editor.document, editor.selection),
      };
    }
    if (this.document?.isClosed === false) return {};
    return { activeFile: null, cursorPosition: null, selectedText: null };
  }

  private terminal(): string | null {
    const text = this.terminals.recentText(TERMINAL_READ);
    return text === undefined ? null : lastLines(text, TERMINAL_LINES).slice(-TERMINAL_CHARACTERS);
  }
}

/** Give the start of a selection; of a whole log no more than that is copied. */
function selected(document: vscode.TextDocument, { start, end }: vscode.Selection): string {
  const most = document.positionAt(document.offsetAt(start) + MAX_SELECTION);
  return document.getText(new vscode.Range(start, most.isBefore(end) ? most : end));
}

/** Give the problems of every source, errors first, at most 1,000; only these are looked at closely. */
export function diagnostics(): EditorDiagnostic[] {
  const all = vscode.languages.getDiagnostics();
  const chosen: EditorDiagnostic[] = [];
  for (const worst of WORST_FIRST) {
    for (const [uri, found] of all) {
      let filePath: string | undefined; // asked once a file: it takes longer than all else
      for (const { severity, message, range, source } of found) {
        if (severity !== worst) continue;
        if (chosen.length === MAX_DIAGNOSTICS) return chosen;
        const { line, character } = range.start;
        filePath ??= relativePath(uri) ?? uri.fsPath;
        chosen.push({ severity: SEVERITIES[worst], message, line: line + 1, column: character + 1, source: source ?? "unknown", filePath });
      }
    }
  }
  return chosen;
}
