import assert from "node:assert/strict";
import { test } from "node:test";
import { percent } from "../src/percent";

test("a probability is told in hundredths, and never as certain", () => {
  assert.deepEqual([0, 0.004, 0.5, 0.986, 0.996, 1].map(percent), ["0%", "0%", "50%", "99%", "99%", "99%"]);
});
