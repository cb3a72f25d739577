import * as vscode from "vscode";
import { isShown } from "./displaySettings";
import type { EditedLines } from "./editedLines";
import { errorHover } from "./errorHover";
import { titleOf } from "./errorRow";
import type { ErrorEvent } from "./generated/contract";
import { relativePath } from "./workspaceFiles";

const MAX_TEXT = 120;
/** While a person types, lines move at every key. */
const SETTLE_MS = 200;

/** Shows errors where their culprits are: a text at the line's end, and an icon in the gutter. */
export class CulpritText implements vscode.Disposable {
  private readonly text = vscode.window.createTextEditorDecorationType({
    after: { margin: "0 0 0 3ch", color: new vscode.ThemeColor("editorError.foreground"), fontStyle: "italic" },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly icon: vscode.TextEditorDecorationType;
  private readonly subscriptions: vscode.Disposable;
  private events: readonly ErrorEvent[] = [];
  private settling: NodeJS.Timeout | undefined;

  constructor(
    private readonly lines: EditedLines,
    media: vscode.Uri,
  ) {
    const image = (name: string): vscode.Uri => vscode.Uri.joinPath(media, name);
    this.icon = vscode.window.createTextEditorDecorationType({
      gutterIconSize: "contain",
      dark: { gutterIconPath: image("gutter-dark.svg") },
      light: { gutterIconPath: image("gutter-light.svg") },
    });
    const defer = (): void => {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => {
        this.draw();
      }, SETTLE_MS);
    };
    this.subscriptions = vscode.Disposable.from(
      this.text,
      this.icon,
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.draw();
      }),
      vscode.workspace.onDidChangeTextDocument(() => {
        if (this.events.length > 0) defer();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("rca.editor")) this.draw();
      }),
    );
  }

  /** Show these errors in place of what is shown; of several at a line the newest, which comes first. */
  show(events: readonly ErrorEvent[]): void {
    this.events = events;
    this.draw();
  }

  dispose(): void {
    clearTimeout(this.settling);
    this.subscriptions.dispose();
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const marks = this.marksIn(editor.document);
      editor.setDecorations(this.text, isShown("lineEnd") ? marks : []);
      editor.setDecorations(this.icon, isShown("gutterIcon") ? marks.filter(({ isEdited }) => !isEdited).map(({ range }) => range) : []);
    }
  }

  private marksIn(document: vscode.TextDocument): (vscode.DecorationOptions & { readonly range: vscode.Range; readonly isEdited: boolean })[] {
    const path = relativePath(document.uri);
    if (path === undefined) return [];
    const byLine = new Map<number, ErrorEvent>();
    for (const event of this.events) {
      const line = event.culprit?.filePath === path ? this.lines.at(event.id) : undefined;
      if (line !== undefined && line <= document.lineCount && !byLine.has(line)) byLine.set(line, event);
    }
    return [...byLine].map(([line, event]) => {
      const { end } = document.lineAt(line - 1).range;
      const isEdited = this.lines.isEdited(event.id);
      return {
        isEdited,
        range: new vscode.Range(end, end),
        hoverMessage: new vscode.MarkdownString(errorHover(event, isEdited)),
        renderOptions: { after: { contentText: textOf(event), ...(isEdited && { color: new vscode.ThemeColor("disabledForeground") }) } },
      };
    });
  }
}

/** Return an error in one line, for a line's end. */
export function textOf(event: ErrorEvent): string {
  const times = event.count > 1 ? ` ×${event.count}` : "";
  const title = titleOf(event).replace(/\s+/g, " ");
  return `${title.length > MAX_TEXT ? `${title.slice(0, MAX_TEXT - 1)}…` : title}${times}`;
}
