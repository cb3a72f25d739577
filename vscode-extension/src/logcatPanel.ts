import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { FollowLog, LogLines, LogRow } from "./generated/contract";
import { html } from "./html";
import { conditionsOf, readLogcatFilter, type LogcatFilter } from "./logcatFilter";
import { logText } from "./logcatLines";

/** The kind of panel, as the editor names it. */
export const LOGCAT_PANEL = "kotlinRca.logcat";

/** Entries that a log shows; of more the oldest go. */
const MOST_ROWS = 10_000;
const FILTER = "logcat.filter";

/** What a log needs of the server. */
export interface LogServer {
  followLog(wanted: FollowLog): Promise<void>;
  unfollowLog(stream: string): Promise<void>;
}

/** What a log has others do. */
export interface LogcatActs {
  /** Show the report of an error in a log. */
  readonly analyze: (from: string, text: string) => Promise<void>;
  /** The apps of the device, for the field that names one. */
  readonly apps: (device: string) => Promise<readonly string[]>;
  readonly failed: (problem: unknown) => void;
}

/** A device as a log names it: for requests, and for people. */
export interface LoggedDevice {
  readonly target: string;
  readonly name: string;
}

let streams = 0;

/**
 * A device's log in an editor of its own: filtered by the server, so that an app is followed to its next process, and drawn by
 * media/logcat.js.
 */
export class LogcatPanel {
  private readonly panel: vscode.WebviewPanel;
  private rows: LogRow[] = [];
  private filter: LogcatFilter;
  /** What the server calls the log; none while it is not followed. */
  private stream: string | undefined;
  /** The last entry that was cleared. */
  private cleared: string | undefined;
  /**
   * Entries and notes that the page gets when it has taken those before: of a flood that is faster than it, it would drop most.
   */
  private untold: (LogRow | string)[] = [];
  private isTaking = false;
  /** Entries that came while the person reads. */
  private held: LogRow[] = [];
  private isPaused = false;
  private isReady = false;

  constructor(
    readonly device: LoggedDevice,
    private readonly server: LogServer,
    private readonly acts: LogcatActs,
    private readonly memory: vscode.Memento,
    media: vscode.Uri,
    private readonly changed: () => void,
    closed: (panel: LogcatPanel) => void,
  ) {
    this.filter = readLogcatFilter(memory.get(FILTER));
    this.panel = vscode.window.createWebviewPanel(LOGCAT_PANEL, `Logcat: ${device.name}`, vscode.ViewColumn.Active, {
      enableScripts: true,
      // What a person found, folded and selected must be there when they come back to it.
      retainContextWhenHidden: true,
      localResourceRoots: [media],
    });
    this.panel.iconPath = vscode.Uri.joinPath(media, "icon.png");
    this.panel.webview.onDidReceiveMessage((message: unknown) => {
      this.act(message).catch(acts.failed);
    });
    this.panel.onDidDispose(() => {
      void this.unfollow();
      closed(this);
    });
    this.panel.webview.html = frame(this.panel.webview, media, `Logcat: ${device.name}`);
  }

  get isFollowing(): boolean {
    return this.stream !== undefined;
  }

  show(): void {
    this.panel.reveal();
  }

  dispose(): void {
    this.panel.dispose();
  }

  /** Follow the log with the filter as it is now: what the device still holds, then what comes. */
  async follow(): Promise<void> {
    await this.unfollow();
    this.rows = [];
    this.held = [];
    this.draw();
    await this.request(this.cleared);
  }

  /** Go on after the last entry that is shown, as a server that was started anew knows of no log. */
  async resume(): Promise<void> {
    if (this.stream === undefined) return;
    this.tell(["the server was started anew"]);
    await this.request(this.last);
  }

  /** Follow the log no longer; what is shown stays. */
  async stop(): Promise<void> {
    await this.unfollow();
    this.tell(["no longer followed: stopped"]);
  }

  /** Take over what the server read, if it is of this log. */
  take({ stream, rows = [], notes, ended }: LogLines): void {
    if (stream !== this.stream) return;
    // What was left out, or lost in an interruption, was before the entries that come with the note.
    const before = ended ? [] : notes;
    if (this.isPaused) {
      this.tell(before);
      this.held = [...this.held, ...rows].slice(-MOST_ROWS);
      this.post({ held: this.held.length });
    } else this.add(rows, before);
    if (ended) {
      this.tell([`no longer followed: ${notes.join("; ")}`]);
      this.stream = undefined;
      this.tellState();
    }
  }

  private add(rows: readonly LogRow[], before: readonly string[] = []): void {
    this.rows = [...this.rows, ...rows].slice(-MOST_ROWS);
    this.tell([...before, ...rows]);
  }

  private tell(lines: readonly (LogRow | string)[]): void {
    // Until the page is loaded nobody hears; then it gets all entries.
    if (!this.isReady || lines.length === 0) return;
    this.untold = [...this.untold, ...lines].slice(-MOST_ROWS);
    this.tellMore();
  }

  private tellMore(): void {
    if (this.isTaking || this.untold.length === 0) return;
    this.isTaking = true;
    this.post({ packedRows: packed(this.untold) });
    this.untold = [];
  }

  /** The last entry that is known. */
  private get last(): string | undefined {
    return [...this.rows, ...this.held].at(-1)?.stamp ?? this.cleared;
  }

  private async request(after: string | undefined): Promise<void> {
    streams += 1;
    this.stream = `logcat-${String(streams)}`;
    this.tellState();
    const { stream } = this;
    await this.server.followLog({ stream, device: this.device.target, rows: true, ...conditionsOf(this.filter), ...(after !== undefined && { after }) });
  }

  private async unfollow(): Promise<void> {
    const { stream } = this;
    this.stream = undefined;
    this.tellState();
    if (stream !== undefined) await this.server.unfollowLog(stream);
  }

  private async act(message: unknown): Promise<void> {
    const { act, filter, text } = (message ?? {}) as { act?: unknown; filter?: unknown; text?: unknown };
    if (act === "ready") {
      this.isReady = true;
      this.isTaking = false;
      this.draw();
      this.post({ apps: await this.acts.apps(this.device.target) });
    } else if (act === "taken") {
      this.isTaking = false;
      this.tellMore();
    } else if (act === "filter") {
      this.filter = readLogcatFilter(filter);
      await this.memory.update(FILTER, this.filter);
      await this.follow();
    } else if (act === "clear") {
      this.cleared = this.last;
      this.rows = [];
      this.held = [];
      this.draw();
    } else if (act === "pause") this.pause(!this.isPaused);
    else if (act === "follow") await (this.isFollowing ? this.stop() : this.request(this.last));
    else if (act === "export") await this.export();
    else if (act === "analyze" && typeof text === "string") await this.acts.analyze(`the log of ${this.device.name}`, text);
  }

  private pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.tellState();
    const { held } = this;
    this.held = [];
    if (!isPaused) this.add(held);
  }

  private async export(): Promise<void> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const name = `logcat-${this.device.name.replaceAll(/[^\w.-]+/g, "-")}.log`;
    const target = await vscode.window.showSaveDialog({
      title: "Export Log",
      filters: { Logs: ["log", "txt"] },
      ...(folder !== undefined && { defaultUri: vscode.Uri.joinPath(folder, name) }),
    });
    if (target === undefined) return;
    const { rows } = this;
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(logText(rows)));
    this.post({ said: `${String(rows.length)} entries exported` });
  }

  private draw(): void {
    this.post({ reset: true, filter: this.filter });
    this.tellState();
    this.untold = [];
    this.tell(this.rows);
  }

  private tellState(): void {
    this.post({ follows: this.isFollowing, paused: this.isPaused, held: this.held.length });
    this.changed();
  }

  /** Tell the page; before it is loaded nobody would hear. */
  private post(told: object): void {
    if (this.isReady) void this.panel.webview.postMessage(told);
  }
}

/**
 * Give lines as the bytes of their JSON. A message goes through four processes and frames of the editor: bytes are passed on,
 * and thousands of objects would be written and read in each of them.
 */
function packed(lines: readonly (LogRow | string)[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(lines));
}

function frame(webview: vscode.Webview, media: vscode.Uri, title: string): string {
  const nonce = randomBytes(16).toString("hex");
  const source = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${source("logcat.css")}">
<title>${title}</title>
</head>
<body>
<main>
<h1 class="spoken">${title}</h1>
<form id="filter" aria-label="Filter">
<label>App <input name="app" list="apps" placeholder="com.example.app" spellcheck="false"></label><datalist id="apps"></datalist>
<label>Process <input name="process" placeholder="name or id" spellcheck="false"></label>
<label>Level <select name="level"><option value="V">Verbose</option><option value="D">Debug</option><option value="I">Info</option><option value="W">Warn</option><option value="E">Error</option><option value="F">Fatal</option></select></label>
<label>Tags <input name="tags" placeholder="Net* Db" spellcheck="false"></label>
<label>Text <input name="text" spellcheck="false"></label>
<label title="The text is a regular expression (RE2)"><input type="checkbox" name="isRegex"> Regex</label>
</form>
<div id="tools" role="toolbar" aria-label="Log">
<button data-act="pause">Pause</button>
<button data-act="follow">Stop</button>
<button data-act="clear">Clear</button>
<button data-act="fold">Fold Traces</button>
<button data-act="end" title="Go to the newest entry, and stay there">Scroll to End</button>
<button data-act="export">Export...</button>
<label class="find">Find <input id="find" type="search" spellcheck="false"></label>
<button data-act="previous" title="Shift+Enter">Previous</button>
<button data-act="next" title="Enter">Next</button>
<output id="found"></output>
<output id="state"></output>
</div>
<section id="log" tabindex="0" aria-label="Log entries"></section>
</main>
<script nonce="${nonce}" src="${source("logcat.js")}"></script>
</body>
</html>`.markup;
}
