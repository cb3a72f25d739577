import assert from "node:assert/strict";
import { test } from "node:test";
import { Backoff } from "../src/backoff";

test("each crash waits longer, and at last the server is given up", () => {
  const backoff = new Backoff();
  const delays = Array.from({ length: 6 }, (_, crash) => backoff.crashed(crash * 1_000));
  const waits = delays.slice(0, 5);
  assert.deepEqual(waits, waits.toSorted((a = 0, b = 0) => a - b));
  assert.ok(waits.every((delay) => delay !== undefined && delay > 0));
  assert.equal(delays[5], undefined);
});

test("crashes that are long past are forgotten", () => {
  const backoff = new Backoff();
  const first = backoff.crashed(0);
  for (let hour = 1; hour < 50; hour++) assert.equal(backoff.crashed(hour * 3_600_000), first);
});

test("a restart by the user starts over", () => {
  const backoff = new Backoff();
  const first = backoff.crashed(0);
  backoff.crashed(1);
  backoff.reset();
  assert.equal(backoff.crashed(2), first);
});
