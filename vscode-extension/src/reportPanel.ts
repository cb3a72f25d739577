import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { html, type Html } from "./html";
import type { SavedReport } from "./savedReport";

/** The kind of panel, as the editor and package.json name it. */
export const REPORT_PANEL = "kotlinRca.report";

const FOLDS = "report.folds";
/** Titles of sections are short; the page is not trusted. */
const MAX_TITLE = 60;

/** What a button of a report stands for; every part comes from the page and is looked at before it is used. */
export type Act = Readonly<Record<string, string | undefined>> & { readonly act: string };

/**
 * The panel that shows reports: one, beside the code, its content replaced by the next report.
 *
 * The page may load nothing but its own style and script, and can only say which button was pressed. It is
 * loaded once and then told what to show, so that a report that is drawn anew takes nothing from under a person's hand.
 * It keeps by itself what is given with a page, so that this goes when it does; the editor brings both back with its window.
 */
export class ReportPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: { readonly page: string; readonly title: string; readonly kept: SavedReport | undefined } | undefined;
  private turns = 0;
  private act: (act: Act) => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly media: vscode.Uri,
    private readonly failed: (problem: unknown) => void,
    private readonly closed: () => void,
    /** What the editor keeps of how a person folds sections. */
    private readonly memory?: vscode.Memento,
  ) {}

  /** Show a page, and do what its buttons ask for; `kept` is what it needs to be made anew in a window that was reloaded. */
  show(title: string, content: Html, act: (act: Act) => Promise<void>, kept?: SavedReport): void {
    const wasThere = this.panel !== undefined;
    this.panel ??= this.open();
    this.put(title, content, act, kept);
    // One that is new stands beside the code: told to show itself elsewhere it would be a preview, which the next file replaces.
    if (!wasThere) return;
    const covers = this.panel.viewColumn === vscode.window.activeTextEditor?.viewColumn;
    this.panel.reveal(covers ? vscode.ViewColumn.Beside : this.panel.viewColumn, true);
  }

  /** Show a page where the panel is; one that was closed meanwhile stays closed. */
  put(title: string, content: Html, act: (act: Act) => Promise<void>, kept?: SavedReport): void {
    this.act = act;
    this.shown = { page: content.markup, title, kept };
    this.turns += 1;
    if (this.panel === undefined) return;
    this.panel.title = title;
    this.draw();
  }

  /** Take over a panel that the editor brought back; false where there is one already. */
  adopt(panel: vscode.WebviewPanel): boolean {
    if (this.panel !== undefined) return false;
    this.panel = this.wire(panel);
    return true;
  }

  /** Show more in a page, unless another one has taken its place; no editor is covered by that. */
  redraw(page: number, content: Html): void {
    if (page !== this.turns || this.shown === undefined) return;
    this.shown = { ...this.shown, page: content.markup };
    this.draw();
  }

  /** How many pages were shown; the one that is drawn bears its number. */
  get turn(): number {
    return this.turns;
  }

  /** Where code is opened so that it does not cover the page. */
  get columnBeside(): vscode.ViewColumn {
    return this.panel?.viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
  }

  /** Write words into the part of the shown page that is there for them; a screen reader says them. */
  tell(id: string, words: string): void {
    void this.panel?.webview.postMessage({ id, words });
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private open(): vscode.WebviewPanel {
    // One may wait behind another tab to be brought back: what it would show is past.
    void vscode.window.tabGroups.close(panelTabs(), true);
    const panel = vscode.window.createWebviewPanel(
      REPORT_PANEL,
      "Kotlin RCA",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableFindWidget: true },
    );
    return this.wire(panel);
  }

  private wire(panel: vscode.WebviewPanel): vscode.WebviewPanel {
    panel.webview.options = { enableScripts: true, localResourceRoots: [this.media] };
    panel.iconPath = vscode.Uri.joinPath(this.media, "icon.png");
    panel.webview.onDidReceiveMessage((message: unknown) => {
      if (!isAct(message)) return;
      // It is loaded, for the first time or because the editor forgot it while it was covered.
      if (message.act === "ready") this.draw();
      else if (message.act === "fold") this.keepFold(message);
      else this.act(message).catch(this.failed);
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
      // Who makes a page for it meanwhile is late.
      this.turns += 1;
      this.closed();
    });
    panel.webview.html = this.frame(panel.webview);
    return panel;
  }

  private draw(): void {
    void this.panel?.webview.postMessage({ ...this.shown, turn: this.turns, folds: this.folds });
  }

  /** By a section's title, whether a person opened it last. */
  private get folds(): Readonly<Record<string, boolean>> {
    return this.memory?.get<Record<string, boolean>>(FOLDS) ?? {};
  }

  private keepFold({ name, open }: Act): void {
    if (name !== undefined) void this.memory?.update(FOLDS, { ...this.folds, [name.slice(0, MAX_TITLE)]: open === "true" });
  }

  private frame(webview: vscode.Webview): string {
    const nonce = randomBytes(16).toString("hex");
    const source = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(this.media, name)).toString();
    const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
    return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${source("report.css")}">
<title>Kotlin RCA</title>
</head>
<body><main></main><script nonce="${nonce}" src="${source("report.js")}"></script></body>
</html>`.markup;
  }
}

/** Give the tabs of the panel, also of one that the editor has not brought back yet. */
function panelTabs(): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  // The editor puts a prefix of its own before the name.
  return tabs.filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(REPORT_PANEL));
}

function isAct(message: unknown): message is Act {
  return (
    typeof message === "object" &&
    message !== null &&
    typeof (message as { act?: unknown }).act === "string" &&
    Object.values(message).every((value) => typeof value === "string")
  );
}
