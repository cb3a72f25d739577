import * as vscode from "vscode";
import { UserError, dataOf, type Params } from "./toolAnswer";
import type { Context } from "./context";
import { describeEvidence } from "./callerEvidence";
import type { Caller } from "./generated/contract";
import { orCancelled } from "./cancellation";
import { retryOnTimeout } from "./retryOnTimeout";
import { baseName } from "./baseName";
import { pickLocation, type LocationItem } from "./locationPicker";
import { relativePath } from "./workspaceFiles";

const DEPTH = 3;

/** Show who calls a function: the one around a line, where one is given, else the one at the cursor. */
export async function findCallers(context: Context, argument: unknown): Promise<void> {
  const { shown, answer } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: "Finding callers", cancellable: true },
    (progress, token) => orCancelled(token, async () => {
      const { shown, params } = isPlace(argument) ? await functionAround(context, argument) : await functionAtCursor(context);
      progress.report({ message: `of ${shown}` });
      return { shown, answer: await retryOnTimeout(() => context.server.call("find_callers_of_function", params, token), token) };
    }),
  );
  const { callers, totalCallers } = dataOf(answer);
  if (callers.length === 0) throw new UserError(`No callers of ${shown} were found.`, (answer.meta.provenance ?? []).join("; "));
  const count = answer.meta.completeness === "partial" ? `at least ${totalCallers}` : String(totalCallers);
  await pickLocation(`Callers of ${shown}: ${count}`, "Go to a call", callers.map(callerItem));
}

function isPlace(argument: unknown): argument is { filePath: string; line: number } {
  return typeof argument === "object" && argument !== null && "filePath" in argument && "line" in argument;
}

function functionAtCursor(context: Context): Promise<Target> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) throw new UserError("No editor is open.", "Open a Kotlin or Java file first.");
  return functionAt(context, editor.document, editor.selection.active);
}

/** A function to ask about, with its name for the user. */
interface Target {
  readonly shown: string;
  readonly params: Params<"find_callers_of_function">;
}

/** Name the function to ask about. The cursor's word is followed to its declaration where some language extension can. */
async function functionAt(
  context: Context,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<Target> {
  const filePath = relativePath(document.uri);
  if (filePath === undefined) throw new UserError("This file is outside the workspace.", "Open its folder first.");
  const range = document.getWordRangeAtPosition(position);
  const word = range && document.getText(range);
  const definition = word === undefined ? undefined : await definitionOf(document, position);
  if (word !== undefined && definition !== undefined) {
    return { shown: word, params: { functionName: word, ...definition, maxDepth: DEPTH } };
  }
  return functionAround(context, { filePath, line: position.line + 1 });
}

async function functionAround(context: Context, { filePath, line }: { filePath: string; line: number }): Promise<Target> {
  const around = dataOf(await retryOnTimeout(() => context.server.call("get_code_context", { filePath, line })));
  if (!around.functionDefinition) {
    throw new UserError("There is no function at the cursor.", "Put the cursor into a function or on its name.");
  }
  const { name, startLine } = around.functionDefinition;
  const functionName = name.split(".").at(-1) ?? name;
  return { shown: name, params: { functionName, filePath, line: startLine, maxDepth: DEPTH } };
}

async function definitionOf(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<{ filePath: string; line: number } | undefined> {
  const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
    "vscode.executeDefinitionProvider",
    document.uri,
    position,
  );
  const [first, ...others] = found;
  if (first === undefined || others.length > 0) return undefined;
  const [uri, range] = "targetUri" in first ? [first.targetUri, first.targetRange] : [first.uri, first.range];
  const filePath = relativePath(uri);
  return filePath === undefined ? undefined : { filePath, line: range.start.line + 1 };
}

function callerItem(caller: Caller): LocationItem {
  return {
    place: caller,
    label: `${"   ".repeat(caller.depth - 1)}$(call-incoming) ${caller.callerName}`,
    description: `${baseName(caller.filePath)}:${caller.line}`,
    // Of a direct caller the chain says nothing that the row does not.
    detail: caller.depth === 1 ? describeEvidence(caller) : `${caller.callChain.join(" → ")}  ·  ${describeEvidence(caller)}`,
  };
}
