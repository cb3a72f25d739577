import * as vscode from "vscode";
import { html, type Html } from "./html";
import type { Server, ServerState } from "./server";

/** The item in the status bar: whether the server runs; a click shows more. */
export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("kotlinRca.status", vscode.StatusBarAlignment.Right);
  private readonly subscription: vscode.Disposable;

  constructor(server: Server) {
    this.item.name = "Kotlin RCA";
    this.item.command = "kotlinRca.showStatus";
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

  private show(state: ServerState): void {
    const { icon, words, problem } = describe(state);
    this.item.text = `$(${icon}) Kotlin RCA`;
    this.item.tooltip = `Kotlin RCA: ${words}`;
    this.item.accessibilityInformation = { label: `Kotlin RCA: ${words}`, role: "button" };
    this.item.backgroundColor = problem ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
  }
}

/** Say in a few words what the server does, with the icon for it and whether that is a problem. */
export function describe(state: ServerState): { icon: string; words: string; problem: boolean } {
  switch (state.kind) {
    case "running":
      return { icon: "bug", words: "ready", problem: false };
    case "starting":
      return { icon: "loading~spin", words: "starting", problem: false };
    case "waiting":
      return { icon: "loading~spin", words: `starting again in ${state.seconds} s`, problem: true };
    case "stopped":
      return { icon: "debug-stop", words: "stopped", problem: false };
    case "untrusted":
      return { icon: "shield", words: "off in Restricted Mode", problem: false };
    case "notFound":
      return { icon: "warning", words: "the server is not installed", problem: true };
    case "failed":
      return { icon: "error", words: `the server does not run: ${state.reason}`, problem: true };
  }
}

/** Show all that is known about the server. */
export function statusPage(state: ServerState, facts: Record<string, unknown> | undefined): Html {
  return html`<h1>Kotlin RCA status</h1>
<p>State: <strong>${describe(state).words}</strong>.</p>
${"launch" in state ? html`<p>Started as <code>${[state.launch.command, ...state.launch.args].join(" ")}</code>, found in ${state.launch.foundIn}.</p>` : undefined}
${state.kind === "notFound" ? html`<p>Looked at:</p><ul>${state.tried.map((place) => html`<li>${place}</li>`)}</ul>${INSTALL}` : undefined}
${facts === undefined ? undefined : html`<h2>Server</h2><pre>${JSON.stringify(facts, undefined, 2)}</pre>`}`;
}

const INSTALL = html`<h2>To install the server</h2>
<p>In a checkout of Kotlin RCA, with Python 3.11 or newer, run:</p>
<pre>make setup</pre>
<p>Then give the setting <code>rca.server.command</code> the path of the <code>.venv/bin/rca</code> that it made, and run
<em>Kotlin RCA: Restart Server</em>. In an environment of your own, <code>pip install</code> that checkout instead.</p>`;
