import * as vscode from "vscode";
import { UserError, dataOf } from "./toolAnswer";
import type { Context } from "./context";
import { errorPage, headline } from "./errorPage";
import type { ErrorSource, Search } from "./errorSources";
import { isNode } from "./errorsView";
import { analysisOf } from "./eventAnalysis";
import type { AnalyzeErrorResult, Meta, SolutionHit } from "./generated/contract";
import { currentBaseline, type Baseline } from "./gitChanges";
import { html } from "./html";
import { applySolution } from "./applySolution";
import { showChange } from "./changeDiff";
import { diffIn } from "./fencedCode";
import { savedReport } from "./savedReport";
import { rateSolution, startSolution, verifySolution } from "./solutionCommands";
import { pickMapping } from "./mappingFiles";
import { orCancelled } from "./cancellation";
import { placeHeading } from "./placeHeading";
import { retryOnTimeout } from "./retryOnTimeout";
import { reportOrigin } from "./reportOrigin";
import type { Act } from "./reportPanel";
import { attachToChat } from "./sendToChat";
import { searchAllowedWeb, searchWeb } from "./webPages";
import { fileAt, openAt } from "./workspaceFiles";

/** What the panel is called that shows a report. */
export const REPORT_TITLE = "Error report";

/** The error that was analyzed last. */
export interface Report {
  readonly source: ErrorSource;
  readonly result: AnalyzeErrorResult;
  readonly meta: Meta;
  /** The number of the page that shows it. */
  readonly page: number;
  /** Where the project was when the report was made: what fixes the error comes after it. */
  readonly baseline: Baseline;
}

/** Finds the error that is meant; undefined where there is none. */
type Find = (search: Search) => Promise<ErrorSource | undefined> | ErrorSource | undefined;

/**
 * Find an error, analyze it, and show the report beside the code. What is being done is shown from the first
 * moment. `missing` says what to do where there is none.
 */
export async function analyze(context: Context, find: Find, missing = ""): Promise<void> {
  const { source, answer } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: "Analyzing the error", cancellable: true },
    (progress, token) => orCancelled(token, async () => {
      const say = (message: string): void => { progress.report({ message }); };
      const source = await find({ say, token });
      if (source === undefined) throw new UserError("There is no error to analyze.", missing);
      say(`from ${source.from}`);
      await context.editorState.flush();
      return { source, answer: await retryOnTimeout(() => context.server.call("analyze_error", source.params, token), token) };
    }),
  );
  const result = dataOf(answer);
  await present(context, { source, result, meta: answer.meta, baseline: await (source.since ?? currentBaseline()) });
}

/** Make a report the one that is shown, and that commands are about; `put` leaves the panel where it is. */
export async function present(context: Context, made: Omit<Report, "page">, how: "show" | "put" = "show"): Promise<void> {
  const { source, result, meta, baseline } = made;
  const lead = result.culprit === null ? "" : placeHeading(result.culprit, "");
  context.culprit.set(result.culprit, `${lead === "" ? "" : `${lead}. `}${headline(result.error)}`);
  const page = html`${reportOrigin(source)}${errorPage(result, meta)}`;
  context.panel[how](REPORT_TITLE, page, (act) => pressed(context, act, result.similarSolutions), savedReport(source, baseline));
  context.report = { ...made, page: context.panel.turn };
  await vscode.commands.executeCommand("setContext", "kotlinRca.hasReport", true);
  void searchAllowedWeb(context);
}

/** Give the culprit's file: what fixes the error is looked for in its repository. */
export async function culpritFile({ culprit }: AnalyzeErrorResult): Promise<vscode.Uri | undefined> {
  return culprit === null ? undefined : fileAt(culprit.filePath);
}

/** Commands that a page may name. */
const NAMED: ReadonlySet<string | undefined> = new Set(["analyzeTerminal", "analyzeClipboard", "analyzeFile"]);

/** Do what a button of a report asks for; `solutions` are the past ones that the page shows. */
export async function pressed(context: Context, act: Act, solutions: readonly SolutionHit[] = []): Promise<void> {
  switch (act.act) {
    case "open":
      await openAt(act["path"] ?? "", Number(act["line"]) || 1, { viewColumn: context.panel.columnBeside });
      return;
    case "chooseText":
      await vscode.commands.executeCommand("kotlinRca.chooseTerminalText");
      return;
    case "showChange":
      await showChange(act["path"] ?? "", act["commit"] ?? "", context.panel.columnBeside);
      return;
    case "applySolution":
      await applied(context, solutions.find(({ id }) => id === act["id"]));
      return;
    case "chooseMapping":
      await chooseMapping(context);
      return;
    case "command":
      if (NAMED.has(act["name"])) await vscode.commands.executeCommand(`kotlinRca.${act["name"] ?? ""}`);
      return;
    case "copyBrief":
      await copyBrief(context);
      return;
    case "sendToChat":
      await sendToChat(context);
      return;
    case "recordSolution":
      await startSolution(context);
      return;
    case "searchWeb":
      await searchWeb(context);
      return;
    case "rate":
      await rateSolution(context, act["id"] ?? "", act["outcome"]);
      return;
    case "verify":
      await verifySolution(context, act["id"] ?? "");
  }
}

/** Put the brief of an error of the list, else of the last report, on the clipboard. */
export async function copyBrief(context: Context, argument?: unknown): Promise<void> {
  await vscode.env.clipboard.writeText(await briefOf(context, argument));
  vscode.window.setStatusBarMessage("Kotlin RCA: the brief is on the clipboard", 3_000);
}

/** Make the change of a past solution, and show where. */
async function applied(context: Context, solution: SolutionHit | undefined): Promise<void> {
  if (solution === undefined) return;
  const files = await applySolution(diffIn(solution.solution));
  const [first] = files;
  if (first !== undefined) {
    const selection = new vscode.Range(first.line, 0, first.line, 0);
    await vscode.window.showTextDocument(first.uri, { viewColumn: context.panel.columnBeside, selection });
  }
  context.panel.tell(solution.id, `Applied to ${files.length === 1 ? "one file" : `${files.length} files`}. Undo takes it back.`);
}

/** Let the person choose the mapping of the build that crashed, and analyze the error anew with it. */
async function chooseMapping(context: Context): Promise<void> {
  const { source, baseline } = reportOf(context);
  if (!(await pickMapping())) return;
  await context.server.pushSettings();
  await analyze(context, () => ({ ...source, since: Promise.resolve(baseline) }));
}

/** Hand the brief of an error of the list, else of the last report, to the chat. */
export async function sendToChat(context: Context, argument?: unknown): Promise<void> {
  await attachToChat(await briefOf(context, argument), context.folders.storage);
}

async function briefOf(context: Context, argument: unknown): Promise<string> {
  return (isNode(argument) ? await analysisOf(context, argument.event) : reportOf(context).result).brief;
}

/** Give the last report. Throws UserError where there is none. */
export function reportOf(context: Context): Report {
  if (context.report === undefined) throw new UserError("There is no report yet.", "Analyze an error first.");
  return context.report;
}
