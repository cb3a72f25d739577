import type * as vscode from "vscode";

/** Where the shell's integration marks that a command's output begins. */
const BEGIN = /\u001B\](?:633|133);C\b/;

/**
 * Read a command's output from its first character.
 *
 * The editor takes note of a reader in a microtask. Where the messages "the command began" and "it printed this" come in
 * one piece, as those of a quick command do, they are handled before any microtask, and what was printed is dropped: in
 * VS Code 1.139 that of 17 of 20 commands. So what is put off while the reader is made is done at once.
 */
export function readFromStart(execution: Pick<vscode.TerminalShellExecution, "read">): AsyncIterable<string> {
  const { queueMicrotask } = globalThis;
  const early: (() => void)[] = [];
  globalThis.queueMicrotask = (act) => void early.push(act);
  try {
    return execution.read();
  } finally {
    globalThis.queueMicrotask = queueMicrotask;
    for (const act of early) act();
  }
}

/** Tells whether the editor gave a command's output from its beginning. */
export class BeginningSeen {
  private start = "";
  private isSeen = false;

  /** Take a piece of the output; only the first characters are looked at. */
  take(text: string): void {
    if (this.isSeen || this.start.length > LOOKED_AT) return;
    this.start += text.slice(0, LOOKED_AT);
    this.isSeen = BEGIN.test(this.start);
  }

  get value(): boolean {
    return this.isSeen;
  }
}

const LOOKED_AT = 10_000;

/**
 * Put what the terminal holds of a command before what the editor gave of it, where that lacks its beginning; each line
 * once. Undefined where the terminal adds nothing.
 *
 * @param held what the terminal shows of the command, plain
 * @param given what the editor gave of it, plain
 */
export function completed(held: string, given: string): string | undefined {
  const [first] = given.split("\n").filter((line) => line.trim() !== "");
  if (first === undefined) return held.trim() === "" ? undefined : held;
  // The terminal has forgotten the beginning of a long output, too.
  const at = held.indexOf(first);
  return at > 0 ? held.slice(0, at) + given.slice(given.indexOf(first)) : undefined;
}
