import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type * as vscode from "vscode";
import type { OutputChunk } from "../src/generated/contract";
import { endOfLarge, listErrorsIn, readEnd } from "../src/logErrors";
import { Uri, window } from "./fake_vscode";

const folder = mkdtempSync(join(tmpdir(), "kotlin-rca-log-"));

function written(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test("the end of a log begins with a line, in UTF-8 and in UTF-16", async () => {
  const text = "erste Zeile äöü\nzweite\ndritte\n";
  assert.deepEqual(await readEnd(written("short.log", text), 1_000), { text, size: Buffer.byteLength(text), isWhole: true });
  assert.equal((await readEnd(written("utf8.log", text), 10)).text, "dritte\n");
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  assert.equal((await readEnd(written("utf16.log", wide), 21)).text, "dritte\n");
});

test("a log that is too large to be analyzed is analyzed by its end, which its name says", async () => {
  const uri = Uri.file(written("large.log", `${"x".repeat(99)}\n`.repeat(30_000))) as unknown as vscode.Uri;
  const source = await endOfLarge(uri, "large.log");
  assert.equal(source?.from, "large.log, the last 1 MB of 3 MB");
  assert.ok((source.params.errorText?.length ?? 0) <= 1_000_000);
  assert.equal(await endOfLarge(Uri.file(written("small.log", "x")) as unknown as vscode.Uri, "small.log"), undefined);
});

test("the whole log is handed on in its order, each piece once the one before is taken in", async () => {
  window["showInformationMessage"] = () => Promise.resolve(undefined);
  const text = Array.from({ length: 60_000 }, (_, line) => `line ${line} äöü\n`).join("");
  const uri = Uri.file(written("rows.log", text)) as unknown as vscode.Uri;
  const steps: (OutputChunk | "taken")[] = [];
  const server = { pushOutput: (chunk: OutputChunk) => Promise.resolve(void steps.push(chunk)), errorText: () => Promise.resolve(void steps.push("taken")) };
  await listErrorsIn({ server } as never, uri, "rows.log", { token: { isCancellationRequested: false } as never, say: () => undefined, hasFound: () => true });
  const chunks = steps.filter((step) => step !== "taken");
  assert.equal(chunks.map((chunk) => chunk.text).join(""), text);
  assert.ok(chunks.length > 2 && chunks.at(-1)?.ended === true);
  assert.ok(steps.slice(0, -1).every((step, index) => (step === "taken") === (index % 2 === 1)));
});

test("a log without an error at its end is searched further up, until one is found", async () => {
  const said: string[] = [];
  window["showInformationMessage"] = (words: string) => Promise.resolve(void said.push(words));
  const uri = Uri.file(written("deep.log", `${"x".repeat(1023)}\n`.repeat(80 * 1024))) as unknown as vscode.Uri;
  let ended = 0;
  const server = { pushOutput: (chunk: OutputChunk) => Promise.resolve(void (ended += Number(chunk.ended ?? false))), errorText: () => Promise.resolve(undefined) };
  const steps: string[] = [];
  await listErrorsIn({ server } as never, uri, "deep.log", { token: { isCancellationRequested: false } as never, say: (words) => void steps.push(words), hasFound: () => ended === 2 });
  assert.equal(ended, 2);
  assert.deepEqual(steps, ["34 MB of 84 MB searched"]);
  assert.deepEqual(said, ["The last 67 MB of deep.log were searched; it has 84 MB."]);
});
