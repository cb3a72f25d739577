import * as vscode from "vscode";
import type { LinkTo } from "./report";

const SCHEME = "rca-report";
const KEPT = 20;
const TAB_MS = 2_000;

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
    if (vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview) {
      // Beside a report would be a third column; beside the code, the new report takes the old one's place.
      await vscode.commands.executeCommand("workbench.action.focusFirstEditorGroup");
    }
    await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
    await this.keepInSight(title);
  }

  /** Lock the report's group, if it is beside others and holds nothing else: what its links open goes to the code's side then. */
  private async keepInSight(title: string): Promise<void> {
    const end = Date.now() + TAB_MS;
    while (Date.now() < end) {
      // The tabs that the extension host knows lag behind the window's.
      const { all: groups, activeTabGroup } = vscode.window.tabGroups;
      const { tabs, activeTab } = activeTabGroup;
      if (activeTab?.input instanceof vscode.TabInputWebview && activeTab.label.includes(title)) {
        const onlyReports = tabs.every((tab) => tab.input instanceof vscode.TabInputWebview);
        if (onlyReports && groups.length > 1) await vscode.commands.executeCommand("workbench.action.lockEditorGroup");
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  dispose(): void {
    this.registration.dispose();
  }
}

/**
 * Link a line of a workspace file from a report.
 *
 * The preview drops `file:` links, but resolves a path from the workspace's first folder itself, with
 * the line as fragment (Code 1.139).
 */
export const linkFromReport: LinkTo = (filePath, line) =>
  `/${filePath.split("/").map(encodeURIComponent).join("/")}${line === null ? "" : `#L${line}`}`;
