import * as vscode from "vscode";
import { openAt } from "./workspaceFiles";

/** A row of a list of places. */
export interface LocationItem extends vscode.QuickPickItem {
  readonly place: { readonly filePath: string; readonly line: number };
}

/** List places; moving through the list previews each, Enter goes there, Escape comes back. */
export async function pickLocation(title: string, placeHolder: string, items: readonly LocationItem[]): Promise<void> {
  const start = vscode.window.activeTextEditor;
  // Taken now: a place in the same file moves the cursor.
  const back = start && { selection: start.selection, ...(start.viewColumn !== undefined && { viewColumn: start.viewColumn }) };
  let shown = Promise.resolve();
  const picked = await vscode.window.showQuickPick<LocationItem>(items, {
    title,
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
    onDidSelectItem: (item) => {
      const { place } = item as LocationItem;
      shown = shown.then(() => openAt(place.filePath, place.line, { preview: true, preserveFocus: true })).catch(() => undefined);
    },
  });
  await shown; // what is shown late would cover what is gone to
  if (picked !== undefined) await openAt(picked.place.filePath, picked.place.line);
  else if (start !== undefined) await vscode.window.showTextDocument(start.document, back);
}
