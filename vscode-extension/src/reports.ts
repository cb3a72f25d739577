import * as vscode from "vscode";
import type { LinkTo } from "./report";

const SCHEME = "rca-report";
const KEPT = 20;

/** Shows reports as read-only Markdown, previewed beside the code. The last 20 are kept. */
export class Reports implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  private shown = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "This report is no longer kept. Run the command again.";
  }

  /** Open a new report beside the active editor. The title becomes the tab's name. */
  async show(title: string, markdown: string): Promise<void> {
    this.shown += 1;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${this.shown}/${title.replace(/[/\\?#]/g, " ")}.md` });
    this.texts.set(uri.toString(), markdown);
    const oldest = this.texts.size > KEPT ? this.texts.keys().next().value : undefined;
    if (oldest !== undefined) this.texts.delete(oldest);
    await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
  }

  dispose(): void {
    this.registration.dispose();
  }
}

/**
 * Link a line of a workspace file from a report.
 *
 * The preview follows only links that it resolves itself: a path from the workspace's root, with the
 * line as fragment. `command:` and `file:` links are refused there (measured in Code 1.139).
 */
export const linkFromReport: LinkTo = (filePath, line) =>
  `/${filePath.split("/").map(encodeURIComponent).join("/")}${line === null ? "" : `#L${line}`}`;
