import * as vscode from "vscode";
import { OperationError, UserError, dataOf, restricted, type RecoveryAction } from "./toolAnswer";
import { analyzeFile } from "./analyzeFile";
import { analyzeHeapDump } from "./heapDump";
import { filterErrors, groupErrors, sortErrors } from "./arrangeErrors";
import { collectBugReport } from "./bugReport";
import { findCallers } from "./callers";
import type { Context } from "./context";
import { openDemo, runDemo } from "./demo";
import { clearAppData, connectDevice, disconnectDevice, installApp, pairDevice, recordScreen, stopApp, stopRecording, takeScreenshot } from "./deviceActions";
import { showOutput } from "./errorOutput";
import * as sources from "./errorSources";
import { analyze, copyBrief, pressed, sendToChat } from "./errorReports";
import { eventText } from "./eventAnalysis";
import { isNode } from "./errorsView";
import type { ErrorEvent } from "./generated/contract";
import { saveSolution, startSolution } from "./solutionCommands";
import { orCancelled } from "./cancellation";
import { retryOnTimeout } from "./retryOnTimeout";
import { solutionsPage } from "./solutionCards";
import { analyzeThisStop, readMoreOfStop } from "./stopReport";
import { outputOf } from "./terminalOutputs";
import { setUpServer } from "./serverLifecycle";
import { showStatus } from "./statusPage";
import { traceValueOrigin } from "./valueOrigins";
import { openAt } from "./workspaceFiles";

/** `selected` is what a list's menu is about where that is more than one thing. */
type Command = (context: Context, argument: unknown, selected: unknown) => Promise<void>;

/** Every command of the extension, by the name that stands in package.json. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  "kotlinRca.analyzeError": (context) => analyze(context, (search) => sources.whateverHoldsOne(context, search)),
  "kotlinRca.analyzeSelection": (context) => analyze(context, sources.selection, "Select the error's text first."),
  "kotlinRca.analyzeClipboard": (context) => analyze(context, sources.clipboard, "Copy the error's text first."),
  "kotlinRca.analyzeTerminal": (context) =>
    analyze(context, (search) => sources.settledTerminal(context, search), "Run the failing command in a terminal first."),
  "kotlinRca.chooseTerminalText": (context) => analyze(context, () => sources.chosenTerminalText(context)),
  "kotlinRca.analyzeTerminalSelection": (context) =>
    analyze(context, sources.terminalSelection, "Select the error's text in the terminal first."),
  "kotlinRca.analyzeProblems": (context) => analyze(context, sources.problems, "The Problems view shows no errors."),
  "kotlinRca.analyzeFile": analyzeFile,
  "kotlinRca.analyzeHeapDump": analyzeHeapDump,
  "kotlinRca.analyzeThisStop": analyzeThisStop,
  "kotlinRca.readMoreOfStop": readMoreOfStop,
  "kotlinRca.showErrors": (context) => context.errors.focus(),
  "kotlinRca.openErrorReport": openErrorReport,
  "kotlinRca.goToCulprit": goToCulprit,
  "kotlinRca.resolveError": (context, argument) => context.server.markError(eventOf(context, argument).id, "resolved"),
  "kotlinRca.goToOutput": goToOutput,
  "kotlinRca.groupErrors": groupErrors,
  "kotlinRca.sortErrors": sortErrors,
  "kotlinRca.filterErrors": filterErrors,
  "kotlinRca.clearFilter": ({ errors }) => {
    errors.arrange({ hidden: [] });
    return Promise.resolve();
  },
  "kotlinRca.dismissError": dismissError,
  "kotlinRca.dismissAllErrors": (context) => dismiss(context),
  "kotlinRca.watchLogFile": watchLogFile,
  "kotlinRca.stopWatching": stopWatching,
  "kotlinRca.watchDevices": ({ devices }) => devices.watch(),
  "kotlinRca.stopWatchingDevices": ({ devices }) => devices.stop(),
  "kotlinRca.showDeviceLog": ({ devices }, argument) => devices.showLog(argument),
  "kotlinRca.stopDeviceLog": ({ devices }, argument) => devices.stopLog(argument),
  "kotlinRca.pairDevice": pairDevice,
  "kotlinRca.connectDevice": connectDevice,
  "kotlinRca.disconnectDevice": disconnectDevice,
  "kotlinRca.installApp": installApp,
  "kotlinRca.clearAppData": clearAppData,
  "kotlinRca.stopApp": stopApp,
  "kotlinRca.takeScreenshot": takeScreenshot,
  "kotlinRca.recordScreen": recordScreen,
  "kotlinRca.stopRecording": stopRecording,
  "kotlinRca.openTestReport": openTestReport,
  "kotlinRca.findCallers": findCallers,
  "kotlinRca.traceValueOrigin": traceValueOrigin,
  "kotlinRca.searchSolutions": searchSolutions,
  "kotlinRca.copyBrief": copyBrief,
  "kotlinRca.sendToChat": sendToChat,
  "kotlinRca.recordSolution": startSolution,
  "kotlinRca.saveSolution": saveSolution,
  "kotlinRca.restartServer": (context) => {
    if (!vscode.workspace.isTrusted) throw restricted();
    return context.server.restart();
  },
  "kotlinRca.setUpServer": setUpServer,
  "kotlinRca.openDemo": openDemo,
  "kotlinRca.runDemo": runDemo,
  "kotlinRca.collectBugReport": collectBugReport,
  "kotlinRca.showStatus": showStatus,
  "kotlinRca.showLog": (context) => {
    context.log.show();
    return Promise.resolve();
  },
};

/** Register the commands; what they throw becomes a message with a way on. */
export function registerCommands(context: Context): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(COMMANDS).map(([name, command]) =>
      vscode.commands.registerCommand(name, async (argument: unknown, selected: unknown) => {
        try {
          await command(context, argument, selected);
        } catch (problem) {
          await tell(context, problem);
        }
      }),
    ),
  );
}

/** Give the error that a line of the view stands for; from the palette, or by a key, it is the selected or the latest one. */
function eventOf(context: Context, argument: unknown): ErrorEvent {
  const event = isNode(argument) ? argument.event : context.errors.chosen;
  if (event === undefined) throw new UserError("No error has been seen yet.", "Run the failing command in a terminal first.");
  return event;
}

/** Whoever selects a whole log wants no box full of it. */
const MOST_QUERY = 2_000;

/** What package.json's key gives: the line that has the keyboard is meant, which need not be the selected one. */
const FOCUSED = "focused";

async function dismissError(context: Context, argument: unknown): Promise<void> {
  if (argument === FOCUSED) await context.errors.dismissFocused((id) => dismiss(context, id));
  else await dismiss(context, eventOf(context, argument).id);
}

async function openErrorReport(context: Context, argument: unknown): Promise<void> {
  const event = eventOf(context, argument);
  const since = context.errors.baselines.of(event.id);
  await analyze(context, async () => {
    const errorText = await eventText(context, event);
    await context.server.markError(event.id, "seen");
    return { ...outputOf(event, context.terminals), params: { errorText }, eventId: event.id, ...(since !== undefined && { since }) };
  });
}

/** Dismiss an error, or all; a server that is started in place of this one must know of it too. */
async function dismiss({ outputs, server }: Context, id?: string): Promise<void> {
  outputs.dismiss(id);
  await server.dismissError(id);
}

async function goToCulprit(context: Context, argument: unknown): Promise<void> {
  const { id, culprit } = eventOf(context, argument);
  if (culprit === null) throw new UserError("The error names no code in this workspace.");
  await openAt(culprit.filePath, context.lines.at(id) ?? culprit.line ?? 1);
  await context.server.markError(id, "seen");
}

/** Show what printed an error: what a line of the list names, else what printed it last. */
async function goToOutput(context: Context, argument: unknown): Promise<void> {
  const event = eventOf(context, argument);
  const name = isNode(argument) && argument.kind === "source" ? argument.text : event.sources[0];
  if (name === undefined) throw new UserError("Nothing in this window printed this error.");
  const shown = await showOutput(context.terminals, context.outputPlaces, name, await context.server.errorText(event.id));
  if (!shown) throw new UserError(`What “${name}” printed can no longer be seen.`, "The report has the error's text.");
}

async function watchLogFile(context: Context, argument: unknown, selected: unknown): Promise<void> {
  const given = (Array.isArray(selected) ? selected : [argument]).filter((one) => one instanceof vscode.Uri);
  const chosen =
    given.length > 0
      ? given
      : await vscode.window.showOpenDialog({ title: "Watch a log file for errors", openLabel: "Watch", canSelectMany: true });
  for (const file of chosen ?? []) {
    context.outputs.follow(file);
    vscode.window.setStatusBarMessage(`Kotlin RCA: watching ${vscode.workspace.asRelativePath(file)} for errors`, 5_000);
  }
}

async function stopWatching({ outputs }: Context): Promise<void> {
  const items = outputs.logFiles.map((source) => ({ label: source.name, source }));
  if (items.length === 0) throw new UserError("No log file is watched.", "Run the command Kotlin RCA: Watch Log File for Errors.");
  const chosen = await vscode.window.showQuickPick(items, { title: "Stop watching log files", canPickMany: true });
  for (const { source } of chosen ?? []) outputs.unfollow(source);
}

async function searchSolutions(context: Context): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const query = await vscode.window.showInputBox({
    title: "Search past solutions",
    prompt: "An error message, or a description of the problem",
    value: editor?.document.getText(editor.selection).trim().slice(0, MOST_QUERY) ?? "",
  });
  if (!query?.trim()) return;
  const params = { query, minConfidence: 0, limit: 10 };
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: "Searching past solutions", cancellable: true },
    (_progress, token) => orCancelled(token, () => retryOnTimeout(() => context.server.call("vector_search_db", params, token), token)),
  );
  const outcome = dataOf(answer);
  context.panel.show("Past solutions", solutionsPage(outcome), (act) => pressed(context, act, outcome.results));
  context.culprit.set(null); // its report is not shown any more
}

/**
 * Show what kept something from being done, with a way on: where the person only has to do something first, as
 * information; a failure as an error with the log. What the person cancelled is nothing.
 */
export async function tell(context: Context, problem: unknown): Promise<void> {
  if (problem instanceof vscode.CancellationError) return;
  const message = problem instanceof Error ? problem.message : String(problem);
  const { suggestion, way } = problem instanceof UserError ? problem : {};
  const words = `${message} ${suggestion ?? ""}`.trim();
  if (problem instanceof UserError && !(problem instanceof OperationError)) {
    context.log.info(message);
    await follow(way, vscode.window.showInformationMessage(words, ...(way === undefined ? [] : [way.title])));
    return;
  }
  context.log.error(problem instanceof Error && !(problem instanceof UserError) ? problem : message);
  const shown = way ?? { title: "Show Log", command: "kotlinRca.showLog" };
  await follow(shown, vscode.window.showErrorMessage(words, shown.title));
}

async function follow(way: RecoveryAction | undefined, answer: Thenable<string | undefined>): Promise<void> {
  if ((await answer) !== undefined && way !== undefined) await vscode.commands.executeCommand(way.command);
}

/** Open the report of a test's failure; the argument is its item, or what the menu of its message gives. */
async function openTestReport(context: Context, argument: unknown): Promise<void> {
  const { test } = (argument ?? {}) as { test?: vscode.TestItem };
  const item = test ?? (argument as vscode.TestItem | undefined);
  const errorText = item && context.tests.runs.failure(item);
  if (item === undefined || errorText === undefined) {
    throw new UserError("No failed test is chosen.", "Choose one in the Test Explorer that has failed since the window was opened.");
  }
  await analyze(context, () => ({ from: `the failed test ${item.label}`, params: { errorText } }));
}
