import * as vscode from "vscode";
import type { Answer } from "./answer";

const MOST_TRIES = 6;

/**
 * Ask again while the server says that its time was up: on a machine that builds at full load its two
 * seconds are few, and each try finds more of the work done. The person sees progress and may cancel.
 */
export async function patiently<T>(ask: () => Promise<Answer<T>>, token?: vscode.CancellationToken): Promise<Answer<T>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    const isLate = !answer.success && answer.error.code === "TOOL_TIMEOUT";
    if (!isLate || tries === MOST_TRIES || token?.isCancellationRequested === true) return answer;
  }
}

/**
 * Do work until it is done or the person cancels: they need not wait until the work has heard of it.
 *
 * @throws CancellationError where it was cancelled
 */
export async function unlessCancelled<T>(token: vscode.CancellationToken, work: () => Promise<T>): Promise<T> {
  let listening: vscode.Disposable | undefined;
  const cancelled = new Promise<never>((_resolve, reject) => {
    listening = token.onCancellationRequested(() => {
      reject(new vscode.CancellationError());
    });
  });
  try {
    return await Promise.race([work(), cancelled]);
  } finally {
    listening?.dispose();
  }
}
