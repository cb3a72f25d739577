import * as vscode from "vscode";
import type { EditedLines } from "./editedLines";
import { titleOf } from "./errorRow";
import type { ErrorEvent } from "./generated/contract";
import { relativePath } from "./workspaceFiles";

const CODE: vscode.DocumentSelector = [{ scheme: "file", pattern: "**/*.{kt,kts,java}" }];
const MAX_TITLE = 60;

const ACTIONS = [
  ["Find where the value comes from", "kotlinRca.traceValueOrigin"],
  ["Copy the brief", "kotlinRca.copyBrief"],
  ["Ask the chat", "kotlinRca.sendToChat"],
] as const;

/** Offers on a culprit's line what can be done about its error; its report and callers are offered by ErrorMarks. */
export class CulpritActions implements vscode.CodeActionProvider, vscode.Disposable {
  private readonly registration = vscode.languages.registerCodeActionsProvider(CODE, this, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] });
  private events: readonly ErrorEvent[] = [];

  constructor(private readonly lines: EditedLines) {}

  /** Offer actions for these errors in place of those before. */
  show(events: readonly ErrorEvent[]): void {
    this.events = events;
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const path = relativePath(document.uri);
    // However many errors a line has, the newest is asked about.
    const event = this.events.find(({ id, culprit }) => {
      const line = culprit?.filePath === path ? this.lines.at(id) : undefined;
      return line !== undefined && range.start.line <= line - 1 && line - 1 <= range.end.line;
    });
    if (event === undefined) return [];
    return ACTIONS.map(([words, command]) => {
      const title = `${words}: ${titleOf(event).slice(0, MAX_TITLE)}`;
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.command = { command, title, arguments: [{ kind: "error", event }] };
      return action;
    });
  }

  dispose(): void {
    this.registration.dispose();
  }
}
