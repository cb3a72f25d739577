import * as vscode from "vscode";
import { OperationError } from "./toolAnswer";
import type { Context } from "./context";
import { file, isRecognized, type ErrorSource, type Search } from "./errorSources";
import { analyze } from "./errorReports";
import { endOfLarge, listErrorsIn } from "./logErrors";
import { baseName } from "./baseName";
import { relativePath } from "./workspaceFiles";

const LOGS = ["log", "txt", "trace", "out", "stacktrace", "logcat"];

/** Analyze the last error of a file, and list each error that it holds; without one, let the person choose it. */
export async function analyzeFile(context: Context, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : await choose();
  if (uri === undefined) return;
  await analyze(context, (search) => found(context, uri, search), "The file is empty.");
}

async function choose(): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: "Analyze Error from File",
      openLabel: "Analyze",
      filters: { Logs: LOGS, "All Files": ["*"] },
      ...(active?.scheme === "file" && { defaultUri: active }),
    })) ?? [];
  return uri;
}

async function found(context: Context, uri: vscode.Uri, search: Search): Promise<ErrorSource | undefined> {
  if (uri.scheme !== "file") return file(uri);
  const name = relativePath(uri) ?? baseName(uri.path);
  let end: ErrorSource | undefined;
  try {
    end = await endOfLarge(uri, name);
  } catch (problem) {
    throw new OperationError(`${name} cannot be read: ${problem instanceof Error ? problem.message : String(problem)}.`);
  }
  const hasFound = (): boolean => context.errors.all.some(({ sources }) => sources.includes(name));
  const listing = listErrorsIn(context, uri, name, { ...search, hasFound });
  if (end === undefined || (await isRecognized(context, end, search.token))) {
    listing.catch((problem: unknown) => { context.log.warn(`the errors of ${name} could not be listed: ${String(problem)}`); });
    return end ?? small(uri, name);
  }
  await listing;
  const event = context.errors.all.find(({ sources }) => sources.includes(name));
  const errorText = event && (await context.server.errorText(event.id));
  return errorText === undefined ? end : { from: name, params: { errorText } };
}

/** Take a file that is read whole: by its path where the server has it, else by its text. */
async function small(uri: vscode.Uri, name: string): Promise<ErrorSource | undefined> {
  if (relativePath(uri) !== undefined) return file(uri);
  const errorText = (await vscode.workspace.openTextDocument(uri)).getText();
  return errorText.trim() === "" ? undefined : { from: name, params: { errorText } };
}
