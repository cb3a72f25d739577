import * as vscode from "vscode";
import { UserError, dataOf } from "./toolAnswer";
import type { Context } from "./context";
import type { AnalyzeErrorResult, ErrorEvent } from "./generated/contract";
import { orCancelled } from "./cancellation";
import { retryOnTimeout } from "./retryOnTimeout";

/**
 * Analyze an error of the list, without showing its report.
 *
 * @throws UserError where the error is no longer known
 */
export async function analysisOf({ server, editorState }: Context, event: ErrorEvent): Promise<AnalyzeErrorResult> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: "Analyzing the error", cancellable: true }, (_progress, token) =>
    orCancelled(token, async () => {
      const errorText = await server.errorText(event.id);
      if (errorText === undefined) throw new UserError("This error is no longer in the list.", "Run the failing command again.");
      await editorState.flush();
      return dataOf(await retryOnTimeout(() => server.call("analyze_error", { errorText }, token), token));
    }),
  );
}
