import * as vscode from "vscode";
import { UserError, dataOf, type Params } from "./toolAnswer";
import type { Context } from "./context";
import { isNode } from "./errorsView";
import { analysisOf } from "./eventAnalysis";
import type { ErrorEvent, ValueOrigin } from "./generated/contract";
import { orCancelled } from "./cancellation";
import { retryOnTimeout } from "./retryOnTimeout";
import { baseName } from "./baseName";
import { pickLocation, type LocationItem } from "./locationPicker";
import { relativePath } from "./workspaceFiles";

/** The server takes no more lines of a trace. */
const MOST_LINES = 100;

/** Show where the value of the selection, or of the name at the cursor, can come from: each origin with its way. */
export async function traceValueOrigin(context: Context, argument?: unknown): Promise<void> {
  const { shown, params } = isNode(argument) ? await expressionAtFault(context, argument.event) : expressionAtCursor();
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Finding where ${shown} comes from`, cancellable: true },
    (_progress, token) => orCancelled(token, () => retryOnTimeout(() => context.server.call("trace_value_origin", params, token), token)),
  );
  const { origins, totalOrigins, asked, expression } = dataOf(answer);
  if (origins.length === 0) throw new UserError(`No origin of ${expression} was found.`, (answer.meta.provenance ?? []).join("; "));
  const count = answer.meta.completeness === "partial" ? `at least ${totalOrigins}` : String(totalOrigins);
  const subject = asked === "null" ? `null in ${expression}` : expression;
  await pickLocation(`Where ${subject} comes from: ${count}`, "Go to an origin, or to a step of its way", origins.flatMap(rows));
}

/** Name the expression whose value an error is about. */
async function expressionAtFault(context: Context, event: ErrorEvent): Promise<Expression> {
  const { failure, frames } = await analysisOf(context, event);
  const value = failure?.value ?? failure?.expression;
  if (value === undefined || value === null) throw new UserError("The error names no value.", "Put the cursor on a name, and run the command again.");
  return { shown: value.text, params: { filePath: value.filePath, line: value.startLine, expression: value.text, callLines: frames.flatMap(({ filePath, line }) => (line === null ? [] : [`${filePath}:${line}`])).slice(0, MOST_LINES) } };
}

interface Expression {
  readonly shown: string;
  readonly params: Params<"trace_value_origin">;
}

function expressionAtCursor(): Expression {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) throw new UserError("No editor is open.", "Open a Kotlin or Java file first.");
  const { document, selection } = editor;
  const filePath = relativePath(document.uri);
  if (filePath === undefined) throw new UserError("This file is outside the workspace.", "Open its folder first.");
  if (!selection.isEmpty) {
    const expression = document.getText(selection).trim();
    if (expression !== "") return { shown: expression, params: { filePath, line: selection.start.line + 1, expression } };
  }
  const range = document.getWordRangeAtPosition(selection.active);
  if (range === undefined) throw new UserError("There is no expression at the cursor.", "Select an expression, or put the cursor on a name.");
  // Columns count characters there, and UTF-16 units here.
  const before = document.getText(new vscode.Range(range.start.line, 0, range.start.line, range.start.character));
  return { shown: document.getText(range), params: { filePath, line: range.start.line + 1, column: Array.from(before).length + 1 } };
}

/** Give a row for an origin, and below it one for each step of its way. */
function rows(origin: ValueOrigin): LocationItem[] {
  const steps = origin.path.map((step): LocationItem => ({
    place: step,
    label: `   $(arrow-small-right) ${step.text}`,
    description: `${step.kind.replaceAll("_", " ")} · ${baseName(step.filePath)}:${step.line}`,
  }));
  const detail = [origin.note, origin.function].filter((part) => typeof part === "string").join("  ·  ");
  return [
    {
      place: origin,
      label: `$(circle-filled) ${origin.text}`,
      description: `${origin.kind.replaceAll("_", " ")} · ${baseName(origin.filePath)}:${origin.line}`,
      ...(detail !== "" && { detail }),
    },
    ...steps,
  ];
}
