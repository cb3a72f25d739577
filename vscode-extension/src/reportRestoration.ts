import * as vscode from "vscode";
import { UserError, dataOf } from "./toolAnswer";
import type { Context } from "./context";
import { REPORT_TITLE, present } from "./errorReports";
import type { ErrorSource } from "./errorSources";
import { html, type Html } from "./html";
import { savedReport, readSavedReport, type SavedSource } from "./savedReport";
import { retryOnTimeout } from "./retryOnTimeout";
import { REPORT_PANEL, type Act } from "./reportPanel";

/** Bring a report's panel back after its window was reloaded. */
export function registerReportSerializer(context: Context): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(REPORT_PANEL, {
    deserializeWebviewPanel: (panel, state) => {
      restoreReport(context, panel, state);
      return Promise.resolve();
    },
  });
}

/** Show the report of the error that a panel was about; a panel that was about something else goes. */
export function restoreReport(context: Context, panel: vscode.WebviewPanel, state: unknown): void {
  const kept = readSavedReport(state);
  if (kept === undefined || !context.panel.adopt(panel)) panel.dispose();
  else void makeAnew(context, kept);
}

/** Analyze an error anew, unless something else is shown by then; where that fails, say why, and try again when the server runs. */
async function makeAnew(context: Context, kept: SavedSource): Promise<void> {
  const { panel, server } = context;
  const { source, baseline } = kept;
  let way: string | undefined;
  const act = async (pressed: Act): Promise<void> => {
    if (pressed.act === "again") await makeAnew(context, kept);
    else if (pressed.act === "way" && way !== undefined) await vscode.commands.executeCommand(way);
  };
  panel.put(REPORT_TITLE, waitingPage(source), act, savedReport(source, baseline));
  const { turn } = panel;
  try {
    await context.editorState.flush();
    const answer = await retryOnTimeout(() => server.call("analyze_error", source.params));
    const made = { source, result: dataOf(answer), meta: answer.meta, baseline };
    if (panel.turn === turn) await present(context, made, "put");
  } catch (problem) {
    way = problem instanceof UserError ? problem.way?.command : undefined;
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
  const { message, suggestion, way } = problem instanceof UserError ? problem : { message: problem instanceof Error ? problem.message : String(problem) };
  return html`<header><h1>The report could not be made anew</h1>
<p role="alert">${[message, suggestion].filter((words) => words !== undefined).join(" ")}</p>
<p class="acts">${way && html`<button data-act="way">${way.title}</button> `}<button data-act="again">Try Again</button></p></header>
${runs ? undefined : html`<p>It is made as soon as the server runs.</p>`}`;
}
