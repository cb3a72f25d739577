import { open, stat } from "node:fs/promises";
import * as vscode from "vscode";
import type { Context } from "./context";
import type { ErrorSource } from "./errorSources";
import { encodingOf } from "./logFile";

/** What an analysis takes; the end of a log says what went wrong last. */
const ANALYZED_BYTES = 1_000_000;
/** So much of a log's end is searched for crashes: a quarter of a minute of the server's time. */
const SEARCHED_BYTES = 32 * 1024 * 1024;
const PIECE_BYTES = 512 * 1024;

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

/** Put each error of a log's end into the list, and say what was searched where that is not all of it. */
export async function listErrorsIn({ server }: Pick<Context, "server">, uri: vscode.Uri, name: string, token: vscode.CancellationToken): Promise<void> {
  const { size } = await stat(uri.fsPath);
  const start = Math.max(0, size - SEARCHED_BYTES);
  const chunk = { run: `file ${uri.toString()} ${Date.now()}`, kind: "log" as const, name };
  let first: string | undefined;
  for await (const text of pieces(uri.fsPath, start)) {
    if (token.isCancellationRequested) break;
    first ??= text.slice(0, 1);
    await server.pushOutput({ ...chunk, text });
    // Answered when what was pushed is taken in: a server that is told faster than it reads would drop lines.
    await server.errorText("");
  }
  await server.pushOutput({ ...chunk, text: "", ended: true });
  await server.errorText("");
  if (start > 0 && first !== undefined) {
    void vscode.window.showInformationMessage(`The last ${inWords(SEARCHED_BYTES)} of ${name} were searched; it has ${inWords(size)}.`);
  }
}

/** Yield a file's text from an offset on, from the start of a line where that is not its beginning. */
async function* pieces(path: string, start: number): AsyncGenerator<string> {
  const file = await open(path, "r");
  try {
    const encoding = await encodingOf(file);
    const decoder = new TextDecoder(encoding);
    const buffer = Buffer.alloc(PIECE_BYTES);
    // A character of UTF-16 has two bytes.
    let at = encoding === "utf-8" ? start : start - (start % 2);
    let isCut = at > 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, at);
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
