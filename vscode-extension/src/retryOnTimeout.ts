import type * as vscode from "vscode";
import type { Answer } from "./toolAnswer";

const MOST_TRIES = 6;

/**
 * Ask again while the server says that its time was up: on a machine that builds at full load its two
 * seconds are few, and each try finds more of the work done. The person sees progress and may cancel.
 */
export async function retryOnTimeout<T>(ask: () => Promise<Answer<T>>, token?: vscode.CancellationToken): Promise<Answer<T>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    const isLate = !answer.success && answer.error.code === "TOOL_TIMEOUT";
    if (!isLate || tries === MOST_TRIES || token?.isCancellationRequested === true) return answer;
  }
}
