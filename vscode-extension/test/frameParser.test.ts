import assert from "node:assert/strict";
import { test } from "node:test";
import { framesIn } from "../src/frameParser";

function shown(line: string): string[] {
  return framesIn(line).map(({ start, length }) => line.slice(start, start + length));
}

test("frames of the project's code are found, wherever the line has them", () => {
  assert.deepEqual(shown("    at shop.Basket.total(Basket.kt:12)"), ["Basket.kt:12"]);
  assert.deepEqual(shown("11-18 09:41:07.921  9214  9214 E AndroidRuntime: \tat shop.Basket$1.invoke(Basket.kt:3)"), ["Basket.kt:3"]);
  assert.deepEqual(shown("at a.a.b.c(SourceFile:7)"), ["SourceFile:7"]);
  assert.deepEqual(shown("at a.b.c.d(Unknown Source:2)"), ["Unknown Source:2"]);
  assert.deepEqual(shown("\tat app//shop.Basket.<init>(Basket.java:1)"), ["Basket.java:1"]);
  assert.equal(framesIn("  at shop.Basket.total(Basket.kt:12)")[0]?.text, "at shop.Basket.total(Basket.kt:12)");
});

test("a method may be a sentence, in any language", () => {
  assert.deepEqual(shown("  at shop.BasketTest.adds two prices(BasketTest.kt:12)"), ["BasketTest.kt:12"]);
  assert.deepEqual(shown("  at shop.BasketTest.sum(a, b) fails at once(BasketTest.kt:7)"), ["BasketTest.kt:7"]);
  assert.deepEqual(shown("  at shop.Größe.prüfe(Größe.kt:4)"), ["Größe.kt:4"]);
  assert.deepEqual(shown("at a.b.C.m(A.kt:1) at d.e.F.n o(B.kt:2)"), ["A.kt:1", "B.kt:2"]);
  assert.equal(framesIn("  at shop.BasketTest.adds two prices(BasketTest.kt:12)")[0]?.text, "at shop.BasketTest.adds two prices(BasketTest.kt:12)");
});

test("the platform's frames and ordinary text are none", () => {
  for (const line of [
    "at java.util.ArrayList.get(ArrayList.java:427)",
    "at android.os.Looper.loop(Looper.java:294)",
    "at shop.Native.call(Native Method)",
    "look at this (it is good)",
    "meet me at noon. Bring it (see notes.txt, please)",
    "at v1.2 (final)",
    "",
  ]) {
    assert.deepEqual(shown(line), [], line);
  }
});

test("a line of any length is read in no time", () => {
  const started = performance.now();
  framesIn(`at ${"a.".repeat(100_000)}(`);
  framesIn("at a.b.c (".repeat(20_000));
  framesIn("at a.b.c ()".repeat(20_000));
  framesIn(`at a.b${" (x) y".repeat(20_000)}`);
  assert.ok(performance.now() - started < 10_000);
});
