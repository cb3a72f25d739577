import * as vscode from "vscode";
import { notifies } from "./displaySettings";
import { placeOf, titleOf } from "./errorRow";
import type { ErrorEvent } from "./generated/contract";

/** Shows a new error as a notification, where a person wants that; several at once as one. */
export class ErrorNotifications {
  private known: ReadonlySet<string> | undefined;

  /** Take note of all errors; those of before this window was opened are not new. */
  note(events: readonly ErrorEvent[]): void {
    const fresh = events.filter(({ id }) => this.known?.has(id) === false);
    const isFirst = this.known === undefined;
    this.known = new Set(events.map(({ id }) => id));
    const [first] = fresh;
    if (isFirst || first === undefined || !notifies()) return;
    const where = placeOf(first);
    const words = `${titleOf(first)}${where === undefined ? "" : ` at ${where}`}`;
    void this.show(fresh.length === 1 ? words : `${words}, and ${fresh.length - 1} more`, first);
  }

  private async show(words: string, event: ErrorEvent): Promise<void> {
    const chosen = await vscode.window.showInformationMessage(words, "Open Report", "Show Errors");
    if (chosen === "Open Report") await vscode.commands.executeCommand("kotlinRca.openErrorReport", { kind: "error", event });
    else if (chosen === "Show Errors") await vscode.commands.executeCommand("kotlinRca.showErrors");
  }
}
