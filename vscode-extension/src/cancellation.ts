import * as vscode from "vscode";

/**
 * Do work until it is done or the person cancels: they need not wait until the work has heard of it.
 *
 * @throws CancellationError where it was cancelled
 */
export async function orCancelled<T>(token: vscode.CancellationToken, work: () => Promise<T>): Promise<T> {
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
