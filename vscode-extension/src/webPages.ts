import * as vscode from "vscode";
import { dataOf, type Answer } from "./toolAnswer";
import type { Context } from "./context";
import { errorPage, headline, rootOf } from "./errorPage";
import { reportOf, type Report } from "./errorReports";
import type { ErrorReport, WebSearchResult } from "./generated/contract";
import { orCancelled } from "./cancellation";

const MOST_CHARACTERS = 200;

type Source = WebSearchResult["results"][number]["source"];

/** Say an error in the words in which others would have asked about it; the server removes what is private. */
export function webQuery(error: ErrorReport): string {
  const root = rootOf(error);
  const [message = ""] = root?.message?.split("\n") ?? [];
  const words = root === undefined || message === "" ? headline(error) : `${root.type.split(".").at(-1) ?? ""}: ${message}`;
  return words.slice(0, MOST_CHARACTERS);
}

/** Look on the web because the person asks for it: the server shows what would be sent where that is not allowed yet. */
export async function searchWeb(context: Context): Promise<void> {
  const report = reportOf(context);
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: "Searching the web", cancellable: true },
    (_progress, token) => orCancelled(token, () => ask(context, report, allowed(), token)),
  );
  show(context, report, dataOf(answer));
}

/** Look on the web where the settings allow that without a question; what goes wrong is for the log. */
export async function searchAllowedWeb(context: Context): Promise<void> {
  const report = reportOf(context);
  const sources = allowed();
  if (sources.length === 0) return;
  try {
    show(context, report, dataOf(await ask(context, report, sources)));
  } catch (problem) {
    context.log.info(`the web could not be searched: ${String(problem)}`);
  }
}

function ask({ server }: Context, { result }: Report, sources: readonly Source[], token?: vscode.CancellationToken): Promise<Answer<WebSearchResult>> {
  return server.call("web_search_wiki", { query: webQuery(result.error), ...(sources.length > 0 && { sources: [...sources] }) }, token);
}

function allowed(): readonly Source[] {
  const named: unknown = vscode.workspace.getConfiguration().get("rca.network.allowedSources");
  return Array.isArray(named) ? (named as Source[]) : [];
}

/** Put what was found into the report, unless something else is shown by now. */
function show(context: Context, report: Report, { results }: WebSearchResult): void {
  if (context.report !== report) return;
  context.report = { ...report, result: { ...report.result, webResults: results } };
  context.panel.redraw(report.page, errorPage(context.report.result, report.meta, { web: "asked" }));
}
