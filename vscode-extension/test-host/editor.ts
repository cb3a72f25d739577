/** The extension as it runs in this host, and ways to wait for it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Context } from "../src/context";
import type { ErrorEvent } from "../src/generated/contract";
import type { OutputPusher } from "../src/outputPusher";
import type { CommandRun } from "../src/terminal";
import { inPage, inReport } from "./pageDriver";

/** Long, as a busy machine is slow; what is there already is not waited for. */
const PATIENCE_MS = 120_000;
const LISTED_MS = 10_000;

/** Give what the running extension works with, once its server runs and has indexed the workspace. */
export async function running(): Promise<Context> {
  const extension = vscode.extensions.getExtension<Context | undefined>("kotlin-rca.kotlin-rca");
  assert.ok(extension, "the extension is not there");
  const context = await extension.activate();
  assert.ok(context, "in a test the extension gives what it works with");
  assert.equal((await context.server.settled()).kind, "running");
  await until("the index", async () => {
    const { index } = (await context.server.status()) as { index?: { state?: string } };
    return index?.state === "ready";
  });
  return context;
}

/** Wait until a check gives something; what it throws counts as not yet. */
export async function until<T>(what: string, check: () => T | Promise<T>, patience = PATIENCE_MS): Promise<NonNullable<T> & {}> {
  const end = Date.now() + patience;
  let last: unknown;
  while (Date.now() < end) {
    try {
      const found = await check();
      if (found) return found;
    } catch (problem) {
      last = problem;
    }
    await pause(100);
  }
  throw new Error(`waited ${patience} ms in vain for ${what}`, { cause: last });
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Give the first error of the Errors view that a check holds for; waits for it. `what` is told where none comes. */
export async function errorLike(context: Context, what: string, check: (event: ErrorEvent) => boolean): Promise<ErrorEvent> {
  const seen = (): ErrorEvent[] => context.errors.getChildren().map(({ event }) => event);
  try {
    return await until(what, () => seen().find(check));
  } catch (problem) {
    const there = seen().map(({ kind, title, count, sources, culprit }) => `${kind} “${title}” ×${count} of ${sources.join(", ")} at ${culprit?.filePath ?? "no code"}`);
    throw new Error(`${String(problem)}; in the view: ${there.join("; ") || "nothing"}`, { cause: problem });
  }
}

/** Wait until the report's panel has drawn the page that it was given last. */
export async function drawn({ panel }: Context): Promise<void> {
  await until("the page to be drawn", () => inReport<boolean>("return document.querySelector('main').dataset.turn === argument", String(panel.turn)));
}

let marks = 0;

/** Wait until the server has read all that was printed so far: an error that goes the same way behind it is in the view. Give what ends that. */
export async function allRead(context: Context): Promise<() => void> {
  marks += 1;
  const mark = { run: `mark ${marks}`, kind: "terminal", name: `mark ${marks}` } as const;
  const { pusher } = context.outputs as unknown as { pusher: OutputPusher };
  pusher.add(mark, "java.lang.IllegalStateException: read so far\n\tat com.example.suite.Mark.at(Mark.kt:1)\n");
  await errorLike(context, "what was printed to be read", ({ sources }) => sources.includes(mark.name));
  return () => {
    pusher.end(mark);
  };
}

/**
 * Forget all errors that came by: what was printed is waited for first, as the server reads it a moment later.
 * Dismissed once, so that one that comes back although nothing was printed is found by whoever looks.
 */
export async function withoutErrors(context: Context): Promise<void> {
  const ended = await allRead(context);
  await vscode.commands.executeCommand("kotlinRca.dismissAllErrors");
  ended();
  await until("an empty view", () => context.errors.getChildren().length === 0);
}

export function folder(index = 0): vscode.WorkspaceFolder {
  const found = vscode.workspace.workspaceFolders?.[index];
  assert.ok(found);
  return found;
}

/** Give a file of a workspace folder. */
export function file(path: string, index = 0): vscode.Uri {
  return vscode.Uri.joinPath(folder(index).uri, path);
}

export async function textOf(path: string): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file(path)));
}

/** Show a file with the cursor at a line and column (1-based). */
export async function show(path: string, line = 1, column = 1): Promise<vscode.TextEditor> {
  const at = new vscode.Position(line - 1, column - 1);
  return vscode.window.showTextDocument(file(path), { selection: new vscode.Range(at, at), viewColumn: vscode.ViewColumn.One });
}

/** Have a command of the editor list what it knows, anew where the list has closed or lacks a row with a text. */
export async function listed(what: string, text: string, command: string): Promise<void> {
  const isThere = (): Promise<boolean> =>
    inPage<boolean>("return [...document.querySelectorAll('.quick-input-list .monaco-list-row')].some((row) => row.textContent.includes(argument))", text);
  await until(what, async () => {
    await closeQuestions();
    void vscode.commands.executeCommand(command);
    return until(what, isThere, LISTED_MS);
  });
}

/** Close what asks for a choice. Not by the key: where the terminal has the focus, the shell would take it for the start of one. */
export async function closeQuestions(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
}

export async function closeEditors(): Promise<void> {
  for (const { document } of vscode.window.visibleTextEditors) {
    if (!document.isDirty) continue;
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

/** Give the terminal that the tests type into, once its shell tells of commands. */
export async function shell(): Promise<vscode.Terminal & { readonly shellIntegration: vscode.TerminalShellIntegration }> {
  const terminal = vscode.window.terminals.find(({ name }) => name === "suite") ?? vscode.window.createTerminal("suite");
  terminal.show(true);
  await until("shell integration", () => terminal.shellIntegration !== undefined && vscode.window.activeTerminal === terminal);
  return terminal as vscode.Terminal & { readonly shellIntegration: vscode.TerminalShellIntegration };
}

/** Wait until the terminal that the tests type into runs nothing any more. */
export async function idle({ terminals }: Context): Promise<void> {
  const terminal = await shell();
  await until("the end of what runs in the terminal", () => terminals.kept.every((run) => run.terminal !== terminal || run.isRead));
}

/** Type a command as a person does, and give its run when it has ended. */
export async function ran(context: Context, command: string): Promise<CommandRun> {
  const { terminals } = context;
  const terminal = await shell();
  await idle(context);
  const ended = new Promise<CommandRun>((resolve) => {
    const listening = terminals.onDidFinish((run) => {
      if (run.terminal !== terminal) return;
      listening.dispose();
      resolve(run);
    });
  });
  terminal.sendText(command);
  return ended;
}

/** Where a suite may write beside the workspace. */
export function scratch(name: string): string {
  return join(process.env["HOME"] ?? "", name);
}
