import assert from "node:assert/strict";
import { test } from "node:test";
import { age, errorRow, notice, shortTitle } from "../src/errorRow";
import type { ErrorEvent } from "../src/generated/contract";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const EVENT: ErrorEvent = {
  id: "1",
  kind: "jvm_exception",
  title: "java.lang.IllegalStateException: a.b.C is empty",
  count: 3,
  firstSeen: "2026-03-01T09:00:00Z",
  lastSeen: "2026-03-01T11:57:30Z",
  sources: ["./gradlew run"],
  culprit: { filePath: "app/src/Basket.kt", line: 12, className: "shop.Basket", method: "total", text: "at shop.Basket.total", origin: "app" },
  verdict: "same",
  solution: "Fill it first",
  state: "new",
  resolvedBy: null,
  problems: [],
};

test("a row says what, how often, when and where; what a narrow view cuts stands last", () => {
  const row = errorRow(EVENT, NOW);
  assert.equal(row.label, "total: C is empty");
  assert.equal(row.description, "×3 · 2 min · Basket.kt:12 · IllegalStateException: a.b.C is empty");
  assert.equal(row.icon.id, "pass");
  assert.equal(row.spoken, "IllegalStateException: a.b.C is empty, 3 times, at Basket.kt:12, solved before, 2 min");
});

test("a compiler's message stands without its place, which is told apart", () => {
  for (const title of ["Basket.kt:12: Unresolved reference 'x'", "Unresolved reference 'x'"]) {
    const row = errorRow({ ...EVENT, title }, NOW);
    assert.equal(row.label, "total: x unresolved");
    assert.equal(row.description, "×3 · 2 min · Basket.kt:12 · Unresolved reference 'x'");
    assert.equal(row.spoken, "Unresolved reference 'x', 3 times, at Basket.kt:12, solved before, 2 min");
  }
});

test("an error that was resolved and came back says so", () => {
  const row = errorRow({ ...EVENT, state: "regressed", resolvedBy: "./gradlew build" }, NOW);
  assert.match(row.description, /^came back · /);
  assert.equal(row.icon.id, "history");
  const long = errorRow({ ...EVENT, title: "IllegalStateException: the basket of the last order has no lines", state: "regressed" }, NOW);
  assert.ok(`${long.label} came back`.length <= 30, "both can be read at 300 pixels");
  assert.match(row.spoken, /came back after it was resolved by .\/gradlew build/);
});

test("what is not known is left out", () => {
  const row = errorRow({ ...EVENT, count: 1, culprit: null, verdict: null }, NOW);
  assert.deepEqual([row.label, row.description], ["C is empty", "2 min · IllegalStateException: a.b.C is empty"]);
  assert.equal(row.icon.id, "error");
  assert.equal(row.spoken, "IllegalStateException: a.b.C is empty, once, 2 min");
  assert.equal(errorRow({ ...EVENT, title: "Other.kt:12: no", culprit: null }, NOW).label, "Other.kt:12: no");
});

test("only the package of the type goes", () => {
  assert.equal(shortTitle("Basket.kt:7: Unresolved reference 'x'"), "Basket.kt:7: Unresolved reference 'x'");
  assert.equal(shortTitle("java.util.concurrent.ExecutionException"), "ExecutionException");
  assert.equal(shortTitle("kotlin.UninitializedPropertyAccessException: x"), "UninitializedPropertyAccessException: x");
});

test("ages grow", () => {
  assert.deepEqual(
    ["2026-03-01T11:59:50Z", "2026-03-01T11:01:00Z", "2026-03-01T03:00:00Z", "2026-02-20T12:00:00Z"].map((time) => age(time, NOW)),
    ["now", "59 min", "9 h", "9 d"],
  );
});

test("what the list lacks is said", () => {
  assert.equal(notice(new Map(), 0), undefined);
  assert.equal(
    notice(new Map([["adb logcat", 12_340_000], ["yes", 800]]), 1),
    "12.3 MB that “adb logcat” printed could not be read in time: errors in it are not listed.\n" +
      "1 kB that “yes” printed could not be read in time: errors in it are not listed.\n" +
      "1 older error were removed for newer ones.",
  );
});
