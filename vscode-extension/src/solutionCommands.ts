import * as vscode from "vscode";
import { UserError, dataOf } from "./toolAnswer";
import type { Context } from "./context";
import { headline, rootOf } from "./errorPage";
import { culpritFile, reportOf } from "./errorReports";
import type { ErrorSource } from "./errorSources";
import { diffSince } from "./gitChanges";
import { orCancelled } from "./cancellation";
import { baseName } from "./baseName";
import { readSolutionForm, solutionForm } from "./solutionForm";
import { fileAt } from "./workspaceFiles";

/** What the server takes of an error's text; the end says what went wrong. */
const MOST_ERROR_CHARACTERS = 1_000_000;

const OUTCOMES = ["worked", "did_not_work", "superseded", "harmful"] as const;
const WORDS: Readonly<Record<(typeof OUTCOMES)[number], string>> = {
  worked: "It worked.",
  did_not_work: "It did not help.",
  superseded: "There is a better one.",
  harmful: "It is harmful.",
};

/** Open the form for what fixed the last error, prefilled with what changed since. */
export async function startSolution(context: Context): Promise<void> {
  const { source, result, baseline } = reportOf(context);
  const { culprit } = result;
  const root = rootOf(result.error);
  const content = solutionForm({
    title: root?.message ? `${root.type}: ${root.message}` : headline(result.error),
    where: culprit === null ? undefined : `${baseName(culprit.filePath)}:${culprit.line ?? 1}`,
    diff: await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: "Kotlin RCA: asking git what changed" }, async () =>
      diffSince(baseline, await culpritFile(result)),
    ),
  });
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content });
  const errorText = await errorTextOf(source);
  await context.forms.add(document, { ...(errorText !== undefined && { errorText }), ...(culprit !== null && { fixedIn: culprit.filePath }) });
  // The report is what the person writes from.
  await vscode.window.showTextDocument(document, { viewColumn: context.panel.columnBeside });
}

/** Keep what the active form says; its editor is closed, unless something was written in it meanwhile. */
export async function saveSolution(context: Context): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const about = document && context.forms.about(document);
  if (document === undefined || about === undefined) {
    throw new UserError("This document is not a solution.", "Press “This fixed it…” in a report first.");
  }
  const told = readSolutionForm(document.getText());
  if ("missing" in told) throw new UserError(`The section “${told.missing}” is empty.`, "Write it below its heading.");
  const { rootCause, solution, error: errorDescription } = told;
  const { version } = document;
  await context.forms.once(document, async () => {
    const stored = dataOf(
      await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: "Kotlin RCA: saving the solution" }, () =>
        context.server.callConfirmed("record_solution", { rootCause, solution, errorDescription, ...about }),
      ),
    );
    const masked = stored.redacted?.length ? ` Masked before storing: ${stored.redacted.join(", ")}.` : "";
    if (document.version !== version && !document.isClosed) {
      void vscode.window.showWarningMessage(`The solution was saved as it was at that moment. Save it again to include what you wrote since.${masked}`);
      return;
    }
    await context.forms.remove(document);
    await closeForm(document);
    void vscode.window.showInformationMessage(`The solution is saved, and is shown when the error occurs again.${masked}`);
  });
}

/** Close a form that is kept; no interface closes an editor with what is not saved but the active one's. */
async function closeForm(document: vscode.TextDocument): Promise<void> {
  if (document.isClosed) return;
  await vscode.window.showTextDocument(document);
  if (vscode.window.activeTextEditor?.document !== document) return; // another one would lose what is not saved
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
}

/** Give the error as it was, also where it was read from a file: without it the solution would not know its error again. */
async function errorTextOf({ params }: ErrorSource): Promise<string | undefined> {
  if (params.errorText) return params.errorText;
  const uri = params.filePath ? await fileAt(params.filePath) : undefined;
  if (uri === undefined) return undefined;
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  return text.slice(-MOST_ERROR_CHARACTERS);
}

/** Say how a past solution turned out: one click, and the card tells what it is counted as now. Another click says otherwise. */
export async function rateSolution(context: Context, id: string, outcome: string | undefined): Promise<void> {
  const known = OUTCOMES.find((one) => one === outcome);
  if (known === undefined) return;
  const { state } = dataOf(await context.server.callConfirmed("confirm_solution", { id, outcome: known }));
  const { eventId } = context.report?.source ?? {};
  if (known === "worked" && eventId !== undefined) await context.server.markError(eventId, "resolved");
  // Its belief in the record itself is another number than the page's probability that the record is about this error.
  context.panel.tell(id, `${WORDS[known]} The solution is ${state} now.`);
}

/** Run the task again that failed, and keep what the run shows; the server asks before it runs anything. */
export async function verifySolution(context: Context, id: string): Promise<void> {
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: "Running the failing task again", cancellable: true },
    (_progress, token) => orCancelled(token, () => context.server.call("verify_solution", { id }, token)),
  );
  const { receipt, explanation, output } = dataOf(answer);
  const show = receipt.validates ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const chosen = await show(explanation, ...(output ? ["Show Output"] : []));
  if (chosen !== undefined) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "log", content: output ?? "" }));
  }
}
