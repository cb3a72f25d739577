import * as vscode from "vscode";
import type { EditedLines } from "./editedLines";
import type { ProjectFrame } from "./generated/contract";
import { prose } from "./markdown";
import { relativePath } from "./workspaceFiles";

const NAME = "the report";

/** Marks the culprit's line in every editor that shows its file, as long as its report is shown. */
export class CulpritMark implements vscode.Disposable {
  private readonly line = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("diffEditor.removedLineBackground"),
    // Themes of high contrast have no such background, and alone have this colour; dashed, as the cursor's line has it too.
    borderColor: new vscode.ThemeColor("contrastActiveBorder"),
    borderStyle: "dashed",
    borderWidth: "1px",
    overviewRulerColor: new vscode.ThemeColor("editorError.foreground"),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
  /** Once its line is edited: only another run knows whether it is still the culprit. */
  private readonly faded = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderColor: new vscode.ThemeColor("editorIndentGuide.activeBackground1"),
    borderStyle: "dotted",
    borderWidth: "1px 0",
  });
  private culprit: ProjectFrame | undefined;
  private words = "";
  private readonly subscription: vscode.Disposable;

  constructor(private readonly lines: EditedLines) {
    this.subscription = vscode.Disposable.from(
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.draw();
      }),
      lines.onDidEdit(() => {
        this.draw();
      }),
    );
  }

  /** Mark this place in place of the last one, and say why on hover; null marks none. */
  set(culprit: ProjectFrame | null, words = ""): void {
    this.culprit = culprit ?? undefined;
    this.words = words;
    this.lines.forget(NAME);
    if (culprit?.line) this.lines.follow(NAME, culprit.filePath, culprit.line);
    this.draw();
  }

  dispose(): void {
    this.subscription.dispose();
    this.line.dispose();
    this.faded.dispose();
  }

  private draw(): void {
    const isEdited = this.lines.isEdited(NAME);
    for (const editor of vscode.window.visibleTextEditors) {
      const line = this.lines.at(NAME);
      const here = line !== undefined && relativePath(editor.document.uri) === this.culprit?.filePath && line <= editor.document.lineCount;
      const hoverMessage = new vscode.MarkdownString(`Kotlin RCA: ${prose(this.words)}${isEdited ? " (the line was edited since)" : ""}`);
      const drawn = here ? [{ range: new vscode.Range(line - 1, 0, line - 1, 0), hoverMessage }] : [];
      editor.setDecorations(this.line, isEdited ? [] : drawn);
      editor.setDecorations(this.faded, isEdited ? drawn : []);
    }
  }
}
