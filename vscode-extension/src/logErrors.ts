import { open, stat } from "node:fs/promises";
import * as vscode from "vscode";
import type { Context } from "./context";
import type { ErrorSource } from "./errorSources";
import { encodingOf } from "./logFollower";

/** What an analysis takes; the end of a log says what went wrong last. */
const ANALYZED_BYTES = 1_000_000;
/** So much of a log is searched at once, from its end: a quarter of a minute of the server's time. */
const SEARCHED_BYTES = 32 * 1024 * 1024;
const PIECE_BYTES = 512 * 1024;
/** An error is listed so long after the server has read it. */
const FOLLOWS_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** The end of a file, and how much of it that is. */
export interface FileEnd {
  readonly text: string;
  readonly size: number;
  readonly isWhole: boolean;
}

/** Read the end of a file, from the start of a line where that is not all of it. */
export async function readEnd(path: string, most: number): Promise<FileEnd> {
  const { size } = await stat(path);
  let text = "";
  for await (const piece of pieces(path, Math.max(0, size - most))) text += piece;
  return { text, size, isWhole: size <= most };
}

/** Return the end of a file that is too large to be analyzed whole; undefined for any other. */
export async function endOfLarge(uri: vscode.Uri, name: string): Promise<ErrorSource | undefined> {
  if (uri.scheme !== "file" || (await stat(uri.fsPath)).size <= ANALYZED_BYTES) return undefined;
  const { text, size } = await readEnd(uri.fsPath, ANALYZED_BYTES);
  return { from: `${name}, the last ${inWords(ANALYZED_BYTES)} of ${inWords(size)}`, params: { errorText: text } };
}

/** How a search for the errors of a log is followed. */
interface Search {
  readonly token: vscode.CancellationToken;
  /** Tell how much of the log was searched. */
  readonly say: (words: string) => void;
  /** Whether an error of the log is in the list. */
  readonly hasFound: () => boolean;
}

/**
 * Put the errors of a log into the list: those of its end, and where it has none there, of the part before, and so
 * on. Says what was searched where that is not all of it.
 */
export async function listErrorsIn({ server }: Pick<Context, "server">, uri: vscode.Uri, name: string, search: Search): Promise<void> {
  const { size } = await stat(uri.fsPath);
  let end = size;
  const isCancelled = (): boolean => search.token.isCancellationRequested;
  while (end > 0 && !isCancelled()) {
    const start = Math.max(0, end - SEARCHED_BYTES);
    const chunk = { run: `file ${uri.toString()} ${Date.now()}`, kind: "log" as const, name };
    for await (const text of pieces(uri.fsPath, start, end)) {
      if (isCancelled()) break;
      await server.pushOutput({ ...chunk, text });
      // Answered when what was pushed is taken in: a server that is told faster than it reads would drop lines.
      await server.errorText("");
    }
    await server.pushOutput({ ...chunk, text: "", ended: true });
    end = start;
    if (end === 0) return;
    if (await comes(search.hasFound)) break;
    search.say(`${inWords(size - end)} of ${inWords(size)} searched`);
  }
  if (end > 0) void vscode.window.showInformationMessage(`The last ${inWords(size - end)} of ${name} were searched; it has ${inWords(size)}.`);
}

/** Wait a moment for something that follows what the server was told. */
async function comes(check: () => boolean): Promise<boolean> {
  for (const until = Date.now() + FOLLOWS_MS; !check() && Date.now() < until; ) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  return check();
}

/** Yield a file's text between two offsets, from the start of a line where the first is not its beginning. */
async function* pieces(path: string, start: number, end = Infinity): AsyncGenerator<string> {
  const file = await open(path, "r");
  try {
    const encoding = await encodingOf(file);
    const decoder = new TextDecoder(encoding);
    const buffer = Buffer.alloc(PIECE_BYTES);
    // A character of UTF-16 has two bytes.
    let at = encoding === "utf-8" ? start : start - (start % 2);
    let isCut = at > 0;
    while (at < end) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(PIECE_BYTES, end - at), at);
      if (bytesRead === 0) return;
      at += bytesRead;
      const text = decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
      const begin = isCut ? text.indexOf("\n") + 1 : 0;
      if (isCut && begin === 0) continue; // a line that is longer than a piece
      isCut = false;
      yield text.slice(begin);
    }
  } finally {
    await file.close();
  }
}

function inWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${Math.round(bytes / 1_000_000)} MB`;
}
