import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { TimeSlice, defer } from "../src/scheduling";

test("after some milliseconds the others go on before the next slice", async () => {
  let now = 0;
  const clock = mock.method(performance, "now", () => now);
  try {
    const turn = new TimeSlice();
    assert.equal(turn.isOver, false);
    now = 10;
    assert.equal(turn.isOver, true);
    let others = 0;
    setImmediate(() => (others += 1));
    await turn.pass();
    assert.equal(others, 1);
    assert.equal(turn.isOver, false);
  } finally {
    clock.mock.restore();
  }
});

test("what is done soon is done after what goes on already, and not once it is disposed of", async () => {
  const done: string[] = [];
  defer(() => done.push("soon"));
  defer(() => done.push("disposed of")).dispose();
  await Promise.resolve().then(() => done.push("what went on"));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(done, ["what went on", "soon"]);
});
