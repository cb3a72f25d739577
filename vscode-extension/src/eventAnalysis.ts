import * as vscode from "vscode";
import { UserError, dataOf } from "./toolAnswer";
import type { Context } from "./context";
import type { AnalyzeErrorResult, ErrorEvent } from "./generated/contract";
import { orCancelled } from "./cancellation";
import { withLinesBefore } from "./linesBefore";
import { retryOnTimeout } from "./retryOnTimeout";

/**
 * Return the text of an error of the list, for its analysis.
 *
 * @throws UserError where the error is no longer known
 */
export async function eventText({ server, terminals }: Context, event: ErrorEvent): Promise<string> {
  const errorText = await server.errorText(event.id);
  if (errorText === undefined) throw new UserError("This error is no longer in the list.", "Run the failing command again.");
  return withLinesBefore(errorText, event, terminals);
}

/**
 * Analyze an error of the list, without showing its report.
 *
 * @throws UserError where the error is no longer known
 */
export async function analysisOf(context: Context, event: ErrorEvent): Promise<AnalyzeErrorResult> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: "Analyzing the error", cancellable: true }, (_progress, token) =>
    orCancelled(token, async () => {
      const errorText = await eventText(context, event);
      await context.editorState.flush();
      return dataOf(await retryOnTimeout(() => context.server.call("analyze_error", { errorText }, token), token));
    }),
  );
}
