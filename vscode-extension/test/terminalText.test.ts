import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Tail, lastLines, plainText } from "../src/terminalText";

describe("Tail", () => {
  test("keeps a short text whole", () => {
    const tail = new Tail(100);
    tail.append("one\n");
    tail.append("two");
    assert.equal(tail.text(), "one\ntwo");
  });

  test("keeps the newest whole lines of a long stream, and no more than its limit", () => {
    const tail = new Tail(1_000);
    for (let line = 0; line < 10_000; line++) tail.append(`line ${line}\n`);
    const text = tail.text();
    assert.ok(text.length <= 1_000);
    assert.ok(text.length > 900);
    assert.match(text, /^line \d+\n/);
    assert.ok(text.endsWith("line 9999\n"));
  });

  test("takes 50 MB in bounded memory and time", () => {
    const tail = new Tail(100_000);
    const chunk = "11-18 09:41:07.921 E AndroidRuntime: at a.b.C.d(C.kt:1)\n".repeat(20);
    const before = process.cpuUsage();
    for (let bytes = 0; bytes < 50_000_000; bytes += chunk.length) tail.append(chunk);
    assert.ok(process.cpuUsage(before).user < 2_000_000);
    assert.ok(tail.text().length <= 100_000);
  });

  test("its end is whole lines, no more than asked for, whatever the chunks", () => {
    const whole = Array.from({ length: 300 }, (_, line) => `line ${line}\n`).join("");
    for (const size of [1, 7, 64, 5_000]) {
      for (const limit of [100, 1_000, 10_000]) {
        const tail = new Tail(limit);
        for (let at = 0; at < whole.length; at += size) tail.append(whole.slice(at, at + size));
        for (const count of [20, 90, 5_000]) {
          const end = tail.end(count);
          assert.ok(end.length <= count);
          assert.ok(whole.endsWith(end));
          assert.match(end, /^line \d+\n/);
          assert.ok(end.length > Math.min(count, limit, whole.length) - 10);
        }
      }
    }
  });

  test("a single chunk over the limit is cut", () => {
    const tail = new Tail(10);
    tail.append("0123456789\nabcdefg");
    assert.equal(tail.text(), "abcdefg");
  });
});

describe("plainText", () => {
  const cases: [string, string, string][] = [
    ["colours", "\u001B[1;31me: \u001B[0mfile", "e: file"],
    ["marks of shell integration ended by BEL", "\u001B]633;C\u0007out\u001B]633;D;1\u0007", "out"],
    ["marks ended by ESC backslash", "\u001B]8;;http://x\u001B\\text\u001B]8;;\u001B\\", "text"],
    ["a mark that is cut off", "out\u001B]633;D", "out"],
    ["line ends of a terminal", "a\r\nb\r\r\nc", "a\nb\nc"],
    ["a line that was written over", "10%\r50%\r100%\ndone", "100%\ndone"],
    ["an error below a progress bar", "\u001B[2A\u001B[1m> :compileKotlin\u001B[m\u001B[16D\u001B[1B\u001B[2Ae: file\u001B[0K\r\n", "\n> :compileKotlin\n\ne: file\n"],
    ["blanks and lines as Windows' console writes them", "Exception\u001B[K\r\n\u001B[4Cat a.b(C.kt:1)\u001B[6;5Hat c.d(E.kt:2)", "Exception\n    at a.b(C.kt:1)\nat c.d(E.kt:2)"],
    ["other control characters", "a\u0008b\u0000c\td", "abc\td"],
  ];
  for (const [name, raw, readable] of cases) {
    test(name, () => {
      assert.equal(plainText(raw), readable);
    });
  }
});

test("lastLines gives the newest lines", () => {
  assert.equal(lastLines("a\nb\nc", 2), "b\nc");
  assert.equal(lastLines("a", 2), "a");
});
