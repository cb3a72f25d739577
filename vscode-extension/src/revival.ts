import * as vscode from "vscode";
import { Trouble, dataOf } from "./answer";
import type { Context } from "./context";
import { REPORT_TITLE, present } from "./errorReports";
import type { ErrorSource } from "./errorSources";
import { html, type Html } from "./html";
import { keptReport, readKeptReport, type KeptSource } from "./keptReport";
import { patiently } from "./patience";
import { REPORT_PANEL, type Act } from "./reportPanel";

/** Bring a report's panel back after its window was reloaded. */
export function keepReports(context: Context): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(REPORT_PANEL, {
    deserializeWebviewPanel: (panel, state) => {
      bringBack(context, panel, state);
      return Promise.resolve();
    },
  });
}

/** Show the report of the error that a panel was about; a panel that was about something else goes. */
export function bringBack(context: Context, panel: vscode.WebviewPanel, state: unknown): void {
  const kept = readKeptReport(state);
  if (kept === undefined || !context.panel.adopt(panel)) panel.dispose();
  else void makeAnew(context, kept);
}

/** Analyze an error anew, unless something else is shown by then; where that fails, say why, and try again when the server runs. */
async function makeAnew(context: Context, kept: KeptSource): Promise<void> {
  const { panel, server } = context;
  const { source, moment } = kept;
  let way: string | undefined;
  const act = async (pressed: Act): Promise<void> => {
    if (pressed.act === "again") await makeAnew(context, kept);
    else if (pressed.act === "way" && way !== undefined) await vscode.commands.executeCommand(way);
  };
  panel.put(REPORT_TITLE, waitingPage(source), act, keptReport(source, moment));
  const { turn } = panel;
  try {
    await context.editorState.flush();
    const answer = await patiently(() => server.call("analyze_error", source.params));
    const made = { source, result: dataOf(answer), meta: answer.meta, moment };
    if (panel.turn === turn) await present(context, made, "put");
  } catch (problem) {
    way = problem instanceof Trouble ? problem.way?.command : undefined;
    panel.redraw(turn, failedPage(problem, server.state.kind === "running"));
    const listening = server.onDidChangeState(({ kind }) => {
      if (kind === "running" || panel.turn !== turn) listening.dispose();
      if (kind === "running" && panel.turn === turn) void makeAnew(context, kept);
    });
  }
}

function waitingPage({ from }: ErrorSource): Html {
  return html`<header><h1>The report is made anew</h1></header>
<p role="status">The window was reloaded, and the code may have changed since. The error from ${from} is analyzed again…</p>`;
}

function failedPage(problem: unknown, runs: boolean): Html {
  const { message, suggestion, way } = problem instanceof Trouble ? problem : { message: problem instanceof Error ? problem.message : String(problem) };
  return html`<header><h1>The report could not be made anew</h1>
<p role="alert">${[message, suggestion].filter((words) => words !== undefined).join(" ")}</p>
<p class="acts">${way && html`<button data-act="way">${way.title}</button> `}<button data-act="again">Try Again</button></p></header>
${runs ? undefined : html`<p>It is made as soon as the server runs.</p>`}`;
}
