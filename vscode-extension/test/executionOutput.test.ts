import assert from "node:assert/strict";
import { test } from "node:test";
import { completed, readFromStart } from "../src/executionOutput";

/** A stream as the editor's: it takes note of its reader in a microtask, and what is printed before that is dropped. */
class LateStream {
  private readonly readers: ((text: string) => void)[] = [];

  read(): AsyncIterable<string> {
    const pieces: string[] = [];
    queueMicrotask(() => this.readers.push((text) => pieces.push(text)));
    return (async function* () {
      await Promise.resolve();
      yield* pieces;
    })();
  }

  print(text: string): void {
    for (const reader of this.readers) reader(text);
  }
}

test("what is printed in the moment in which a command begins is read", async () => {
  const stream = new LateStream();
  const before = globalThis.queueMicrotask;
  const output = readFromStart(stream);
  stream.print("e: boom");
  assert.equal(globalThis.queueMicrotask, before);
  const read: string[] = [];
  for await (const piece of output) read.push(piece);
  assert.deepEqual(read, ["e: boom"]);
});

test("an editor that gives no stream leaves everything as it was", () => {
  const before = globalThis.queueMicrotask;
  const execution = { read: (): never => { throw new Error("closed"); } };
  assert.throws(() => readFromStart(execution), /closed/);
  assert.equal(globalThis.queueMicrotask, before);
});

test("of a long output whose beginning the terminal has forgotten too, what came stays", () => {
  assert.equal(completed("line 9000\nline 9001\n", "line 2\nline 3\n"), undefined);
  assert.equal(completed("", ""), undefined);
});
