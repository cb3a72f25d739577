import assert from "node:assert/strict";
import { test } from "node:test";
import type * as vscode from "vscode";
import type { Answer } from "../src/toolAnswer";
import { orCancelled } from "../src/cancellation";
import { retryOnTimeout } from "../src/retryOnTimeout";
import { CancellationError, EventEmitter } from "./fake_vscode";

const meta = { executionTimeMs: 1 } as Answer<string>["meta"];
const late: Answer<string> = { success: false, error: { code: "TOOL_TIMEOUT", message: "late", details: null, suggestion: null }, meta };
const done: Answer<string> = { success: true, data: "found", meta };

function asked(...answers: Answer<string>[]): { ask: () => Promise<Answer<string>>; count: () => number } {
  let count = 0;
  return { ask: () => Promise.resolve(answers[Math.min(count++, answers.length - 1)] ?? late), count: () => count };
}

test("asks again while the time was up", async () => {
  const { ask, count } = asked(late, late, done);
  assert.equal(await retryOnTimeout(ask), done);
  assert.equal(count(), 3);
});

test("takes any other failure as it is", async () => {
  const failed: Answer<string> = { success: false, error: { code: "FILE_NOT_FOUND", message: "no", details: null, suggestion: null }, meta };
  const { ask, count } = asked(failed, done);
  assert.equal(await retryOnTimeout(ask), failed);
  assert.equal(count(), 1);
});

test("gives up after some tries, and at once where the person cancels", async () => {
  const stubborn = asked(late);
  assert.equal(await retryOnTimeout(stubborn.ask), late);
  assert.ok(stubborn.count() > 1 && stubborn.count() < 10);
  const cancelled = asked(late, done);
  assert.equal(await retryOnTimeout(cancelled.ask, { isCancellationRequested: true } as never), late);
  assert.equal(cancelled.count(), 1);
});

test("a person who cancels need not wait for the work", async () => {
  const cancelled = new EventEmitter<unknown>();
  const token = { onCancellationRequested: cancelled.event } as unknown as vscode.CancellationToken;
  assert.equal(await orCancelled(token, () => Promise.resolve("done")), "done");
  await assert.rejects(orCancelled(token, () => Promise.reject(new Error("gone"))), /gone/);
  const endless = orCancelled(token, () => new Promise(() => undefined));
  cancelled.fire(undefined);
  await assert.rejects(endless, CancellationError);
});
