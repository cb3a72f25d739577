import * as vscode from "vscode";
import { code, codeBlock, prose } from "./markdown";
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

/** Write all that is known about the server, as Markdown. */
export function statusReport(state: ServerState, facts: Record<string, unknown> | undefined): string {
  return [
    "# Kotlin RCA status",
    `State: **${prose(describe(state).words)}**.`,
    ...("launch" in state
      ? [`Started as ${code([state.launch.command, ...state.launch.args].join(" "))}, found in ${state.launch.foundIn}.`]
      : []),
    ...(state.kind === "notFound" ? ["Looked at:", codeBlock(state.tried.join("\n")), INSTALL] : []),
    ...(facts === undefined ? [] : ["## Server", codeBlock(JSON.stringify(facts, undefined, 2), "json")]),
    "",
  ].join("\n\n");
}

const INSTALL = [
  "## To install the server",
  "In a checkout of Kotlin RCA, with Python 3.11 or newer, run:",
  codeBlock("make setup", "sh"),
  "Then give the setting `rca.server.command` the path of the `.venv/bin/rca` that it made, and run",
  "*Kotlin RCA: Restart Server*. In an environment of your own, `pip install` that checkout instead.",
].join("\n\n");
