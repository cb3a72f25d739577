import assert from "node:assert/strict";
import { describe, test } from "node:test";
import MarkdownIt from "markdown-it";
import { code, prose } from "../src/markdown";

/** The preview's own renderer with its own settings: HTML and automatic links are on there. */
const preview = new MarkdownIt({ html: true, linkify: true });

const HOSTILE = [
  "<img src=x onerror=alert(1)>",
  "[click](http://evil.example)",
  "![x](http://evil.example/x.png)",
  "http://evil.example/auto",
  "<http://evil.example>",
  "www.evil.example and me@evil.example",
  "`code` ``more`` ```",
  "```\n# out of the block\n<script>alert(1)</script>",
  "~~~\n<b>bold</b>",
  "# heading\n\n## another",
  "    indented\n\tcode",
  "1. list\n- list\n* list",
  "setext\n======\nagain\n---",
  "&lt;b&gt; &#x3C;b>",
  "[ref]: http://evil.example\n[ref]",
  "> quote\n> [a](b)",
  "| a | b |\n|---|---|\n| <i>x</i> | y |",
  "back\\slash \\` \\[",
  "*bold* _it_ ~~gone~~",
  "a\u202Egnp.exe\u200B",
  "\r\ncarriage\rreturns\r\n",
];

function tags(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(/<([a-z][a-z0-9]*)/g), (tag) => tag[1] ?? ""));
}

function text(html: string): string {
  return html.replace(/<[^>]*>/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

function letters(words: string): string {
  return words.replace(/[\s\u202E\u200B]/g, "");
}

describe("text from outside brings no markup", () => {
  for (const hostile of HOSTILE) {
    test(JSON.stringify(hostile), () => {
      const inline = preview.render(`before ${code(hostile)} after`);
      assert.deepEqual(tags(inline), new Set(["p", "code"]), inline);
      assert.equal(letters(text(inline)), letters(`before ${hostile} after`));

      const words = preview.render(`before\n\n${prose(hostile)}\n\nafter`);
      assert.ok([...tags(words)].every((tag) => ["p", "br"].includes(tag)), words);
      assert.equal(letters(text(words)), letters(`before${hostile}after`));
    });
  }
});

test("characters that reorder or hide text are dropped", () => {
  assert.equal(code("a\u202Eb\u200Bc\u0007d"), "`abcd`");
});

test("an empty text is no empty code span", () => {
  assert.equal(code(" \n "), "");
});
