import * as vscode from "vscode";
import { baseName } from "./baseName";
import { orCancelled } from "./cancellation";
import type { Context } from "./context";
import { pressed } from "./errorReports";
import { heapDumpPage } from "./heapDumpPage";
import { UserError, dataOf } from "./toolAnswer";
import { relativePath } from "./workspaceFiles";

/** What the panel is called that shows the leaks of a heap dump. */
const TITLE = "Heap dump";

/** Find the leaks of a heap dump of the workspace, and show them beside the code; without one, let the person choose it. */
export async function analyzeHeapDump(context: Context, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : await choose();
  if (uri === undefined) return;
  const filePath = relativePath(uri);
  const name = baseName(uri.path);
  if (filePath === undefined) throw new UserError(`${name} is outside the workspace.`, "Copy it into the workspace, or run \"rca leaks FILE\" in a terminal.");
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Analyzing ${name}: a large dump takes up to a minute`, cancellable: true },
    (_progress, token) => orCancelled(token, () => context.server.call("analyze_heap_dump", { filePath }, token)),
  );
  context.panel.show(TITLE, heapDumpPage(name, dataOf(answer), answer.meta), (act) => pressed(context, act));
}

async function choose(): Promise<vscode.Uri | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: "Analyze Heap Dump",
      openLabel: "Analyze",
      filters: { "Heap Dumps": ["hprof"], "All Files": ["*"] },
    })) ?? [];
  return uri;
}
