import assert from "node:assert/strict";
import { test } from "node:test";
import { errorHover } from "../src/errorHover";
import { lastPlace } from "../src/errorOutput";
import type { ErrorEvent } from "../src/generated/contract";

const EVENT: ErrorEvent = {
  id: "1",
  kind: "jvm_exception",
  title: "java.lang.IllegalStateException: [x](http://evil)",
  count: 3,
  firstSeen: "2026-03-01T09:00:00Z",
  lastSeen: "2026-03-01T11:57:30Z",
  sources: ["./gradlew run", "b", "c", "d"],
  culprit: { filePath: "app/src/Cart.kt", line: 12, className: "shop.Cart", method: "total", text: "", origin: "app", code: "check(lines.any())" },
  verdict: "same",
  solution: "*Fill* it",
  state: "new",
  resolvedBy: null,
  problems: [],
};

test("a hover tells the whole story, and nothing of it as markup", () => {
  const told = errorHover(EVENT);
  for (const part of ["`java.lang.IllegalStateException: [x](http://evil)`", "At `Cart.kt:12` in `shop.Cart.total`", "`check(lines.any())`", "Solved before. Seen 3 times", "\\*Fill\\* it", "`c` and 1 more"]) {
    assert.ok(told.includes(part), part);
  }
  assert.match(errorHover({ ...EVENT, culprit: null, count: 1, verdict: null }), /names no code of this workspace[^]*New\. Seen once/);
});

test("a hover says by what an error was resolved before it came back, and that its line was edited", () => {
  const told = errorHover({ ...EVENT, state: "regressed", resolvedBy: "./gradlew *build*" }, true);
  assert.match(told, /Came back after it was resolved by \\\.\\\/gradlew \\\*build\\\*\. Seen 3 times/);
  assert.match(told, /edited since/);
  assert.doesNotMatch(errorHover(EVENT), /edited since/);
});

test("an error is found where a log has it last; lines that say little are passed over", () => {
  const log = "start\nFATAL EXCEPTION: main\nnoise\nFATAL EXCEPTION: main\nend";
  assert.equal(lastPlace(log, "start\nFATAL EXCEPTION: main\nat x"), log.lastIndexOf("FATAL"));
  assert.equal(lastPlace(log, "another text"), log.length);
});
