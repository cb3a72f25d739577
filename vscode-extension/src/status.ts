import * as vscode from "vscode";
import { html, type Html } from "./html";
import type { Server, ServerState } from "./server";
import { statusFacts } from "./statusDetails";

/** The item in the status bar: whether the server runs; a click shows more. */
export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("kotlinRca.status", vscode.StatusBarAlignment.Right);
  private readonly subscription: vscode.Disposable;
  private state: ServerState;
  private errors = 0;

  constructor(server: Server) {
    this.state = server.state;
    this.item.name = "Kotlin RCA";
    this.show(server.state);
    this.item.show();
    this.subscription = server.onDidChangeState((state) => {
      this.show(state);
    });
  }

  dispose(): void {
    this.subscription.dispose();
    this.item.dispose();
  }

  /** Show how many errors came by and are not dismissed. */
  showErrors(count: number): void {
    this.errors = count;
    this.show(this.state);
  }

  private show(state: ServerState): void {
    this.state = state;
    const { icon, words, problem } = describe(state);
    const said = this.errors === 0 ? words : `${words}, ${this.errors} ${this.errors === 1 ? "error" : "errors"} came by`;
    this.item.text = this.errors === 0 ? `$(${icon}) Kotlin RCA` : `$(${icon}) Kotlin RCA $(error) ${this.errors}`;
    this.item.tooltip = `Kotlin RCA: ${said}`;
    this.item.accessibilityInformation = { label: `Kotlin RCA: ${said}`, role: "button" };
    // With errors a click shows them; the server's state is the tooltip, and a command of its own.
    this.item.command = this.errors === 0 || problem ? "kotlinRca.showStatus" : "kotlinRca.showErrors";
    this.item.backgroundColor = problem ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
  }
}

/** Say in a few words what the server does, with the icon for it and whether that is a problem. */
export function describe(state: ServerState): { icon: string; words: string; problem: boolean } {
  switch (state.kind) {
    case "running":
      return { icon: "bug", words: "ready", problem: false };
    case "settingUp":
      return { icon: "loading~spin", words: `setting up: ${state.step}`, problem: false };
    case "setUpStopped":
      return { icon: "warning", words: `setup stopped: ${state.reason.replace(/\.$/, "")}`, problem: true };
    case "starting":
      return { icon: "loading~spin", words: "starting", problem: false };
    case "waiting":
      return { icon: "loading~spin", words: `restarting in ${state.seconds} s`, problem: true };
    case "stopped":
      return { icon: "debug-stop", words: "stopped", problem: false };
    case "untrusted":
      return { icon: "shield", words: "off in Restricted Mode", problem: false };
    case "notFound":
      return { icon: "warning", words: "the server is not installed", problem: true };
    case "failed":
      return { icon: "error", words: `the server is not running: ${state.reason}`, problem: true };
  }
}

/** Where making the environment, or making it anew, may be the way on. */
const SET_UP_HELPS: ReadonlySet<ServerState["kind"]> = new Set(["notFound", "setUpStopped", "failed"]);

/** Show all that is known about the server. `version` is the extension's. */
export function statusPage(state: ServerState, facts: Record<string, unknown> | undefined, version: string): Html {
  return html`<h1>Kotlin RCA status</h1>
<p>State: <strong>${describe(state).words}</strong>.</p>
${"launch" in state ? html`<p>Started as <code>${[state.launch.command, ...state.launch.args].join(" ")}</code>, found in ${state.launch.foundIn}.</p>` : undefined}
${"version" in state && state.version !== version ? html`<p><strong>The server is version ${state.version}, the extension ${version}.</strong> Some things may not work: bring both to one version.</p>` : undefined}
<p class="acts">${SET_UP_HELPS.has(state.kind) ? html`<button data-act="setUp">Set Up Server</button> ` : undefined}${state.kind === "untrusted" ? html`<button data-act="trust">Manage Workspace Trust</button>` : html`<button data-act="restart">Restart Server</button>`}
<button data-act="report">Collect Bug Report</button> <button data-act="log">Show Log</button></p>
${state.kind === "notFound" ? html`<h2>Looked at</h2><ul>${state.tried.map((place) => html`<li>${place}</li>`)}</ul>${INSTALL}` : undefined}
${facts === undefined ? undefined : statusFacts(facts)}`;
}

const INSTALL = html`<h2>To install the server</h2>
<p><em>Set Up Server</em> makes a Python environment in the extension's own storage: it needs Python 3.11 or newer, and
fetches about 0.2 GB. Without a network, give the setting <code>rca.python.wheels</code> a folder of wheels first.</p>
<p>Or install <code>kotlin-rca</code> in an environment of your own, and give the setting <code>rca.server.command</code> the path
of its <code>rca</code>.</p>`;
