import * as vscode from "vscode";
import { Trouble, dataOf } from "./answer";
import type { Context } from "./context";
import type { AnalyzeErrorResult, ErrorEvent } from "./generated/contract";
import { patiently, unlessCancelled } from "./patience";

/**
 * Analyze an error of the list, without showing its report.
 *
 * @throws Trouble where the error is no longer known
 */
export async function analysisOf({ server, editorState }: Context, event: ErrorEvent): Promise<AnalyzeErrorResult> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: "Analyzing the error", cancellable: true }, (_progress, token) =>
    unlessCancelled(token, async () => {
      const errorText = await server.errorText(event.id);
      if (errorText === undefined) throw new Trouble("This error is no longer in the list.", "Run the failing command again.");
      await editorState.flush();
      return dataOf(await patiently(() => server.call("analyze_error", { errorText }, token), token));
    }),
  );
}
