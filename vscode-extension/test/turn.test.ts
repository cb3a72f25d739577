import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Turn } from "../src/turn";

test("after some milliseconds the others go on before the next slice", async () => {
  let now = 0;
  const clock = mock.method(performance, "now", () => now);
  try {
    const turn = new Turn();
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
