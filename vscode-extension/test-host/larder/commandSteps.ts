import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { errorLike, scratch, shell, textOf } from "../editor";

/** A crash of the project, as a log has it. */
export const CRASH = "errors/01-crash.txt";

/** Run a command in the terminal and wait for its end. */
export async function inTerminal(command: string): Promise<void> {
  const terminal = await shell();
  const ended = new Promise<void>((resolve) => {
    const listening = vscode.window.onDidEndTerminalShellExecution(({ execution }) => {
      if (execution !== started) return;
      listening.dispose();
      resolve();
    });
  });
  const started = terminal.shellIntegration.executeCommand(command);
  await ended;
}

/** Have the crash come by in the watched log, and give its event. */
export async function crashSeen(context: Context): Promise<Awaited<ReturnType<typeof errorLike>>> {
  const isCrash = ({ title, culprit }: { title: string; culprit: unknown }): boolean => title.includes("NullPointerException") && culprit !== null;
  const known = context.errors.getChildren().find(({ event }) => isCrash(event));
  if (known !== undefined) return known.event;
  appendFileSync(scratch("device.log"), await textOf(CRASH));
  return errorLike(context, "the crash of the log", isCrash);
}

/** Replace the work of the set-up while a command runs, and see that the command asks for it. */
export async function withoutSetup(context: Context, act: () => Promise<void>): Promise<void> {
  const setup = context.setup as { work: () => Promise<unknown> };
  const { work } = setup;
  let asked = 0;
  setup.work = () => Promise.resolve((asked += 1));
  try {
    await act();
  } finally {
    setup.work = work;
  }
  assert.equal(asked, 1);
}
