import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { codeHtml, codeLines, languageOfFence, languageOfFile } from "../src/codeHtml";
import { diffHtml } from "../src/diffHtml";
import { diffIn, markdownSource, textWithCode } from "../src/fencedCode";

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** Return what a page shows of markup, without its marks. */
function textOf(markup: string): string {
  return markup.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => ENTITIES[name] ?? "");
}

/** Return the parts of a colour. */
function colored(markup: string, color: string): string[] {
  return Array.from(markup.matchAll(new RegExp(`<span class="hl-${color}">([^<]*)</span>`, "g")), ([, text = ""]) => textOf(text));
}

const CODE = {
  kotlin: 'class A(val b: String) { fun c() = "d $b ${1 + 2}" // e\n}',
  java: "@Override\npublic int a(List<String> b) { return b.size() & 1; } /* c\n d */",
  xml: '<?xml version="1.0"?>\n<a b="c &amp; d"><!-- e --></a>',
  groovy: "android { compileSdk 34 // a\n  b 'c' }",
  toml: '[versions]\nkotlin = "2.0"\n# a',
  json: '{"a": [1, true, null, "b\\"c"]}',
  properties: "a.b=c\n# d",
  diff: "--- a\n+++ b\n@@ -1 +1 @@\n-c\n+d",
  bash: 'echo "$A" && ls',
} as const;

test("code in each language has colours, and is the code as it came", () => {
  for (const [name, code] of Object.entries(CODE)) {
    const { markup } = codeHtml(code, languageOfFence(name));
    assert.match(markup, /class="hl-/, name);
    assert.equal(textOf(markup), code, name);
  }
});

test("what is coloured is what the language says", () => {
  const { markup } = codeHtml(CODE.kotlin, "kotlin");
  assert.deepEqual(colored(markup, "keyword"), ["class", "val", "fun"]);
  assert.deepEqual(colored(markup, "comment"), ["// e"]);
  assert.ok(colored(markup, "type").includes("A"));
  assert.ok(colored(markup, "function").includes("c"));
  assert.deepEqual(colored(markup, "variable"), ["$b"]);
  assert.ok(colored(codeHtml(CODE.xml, "xml").markup, "attribute").includes("b"));
  assert.ok(colored(codeHtml(CODE.json, "json").markup, "attribute").includes('"a"'));
  assert.ok(colored(codeHtml(CODE.toml, "toml").markup, "type").includes("[versions]"));
});

test("hard and broken code keeps every character", () => {
  const hard = readFileSync("test/grammar/hard.kt", "utf8");
  const broken = ['val a = "${', '/* a', 'fun (((', '"""', "'", "<script>alert(1)</script>", '&amp; &lt; "<b>"', "\u{1F4CB} val a = '\u{1F4CB}'", "", "\n\n"];
  for (const language of ["kotlin", "java", "xml", "groovy", "toml", "json"] as const) {
    for (const code of [hard, ...broken, ...broken.map((one) => `${one}\n${hard}`)]) assert.equal(textOf(codeHtml(code, language).markup), code);
  }
});

test("each line is markup of its own, also inside of what goes over several lines", () => {
  const lines = codeLines('/* a\n b */ val c = """d\n"""', "kotlin").map(({ markup }) => markup);
  assert.deepEqual(lines, [
    '<span class="hl-comment">/* a</span>',
    '<span class="hl-comment"> b */</span> <span class="hl-keyword">val</span> c = <span class="hl-string">&quot;&quot;&quot;d</span>',
    '<span class="hl-string">&quot;&quot;&quot;</span>',
  ]);
});

test("no markup comes with the code, and nothing but colours with its highlighting", () => {
  const { markup } = codeHtml('val a = "<img src=x onerror=alert(1)>" // <script>\n@A("<b>") class `<i>`', "kotlin");
  assert.deepEqual(markup.match(/<(?!span class="hl-[a-z]+">|\/span>)[^>]*>/g), null);
  assert.doesNotMatch(markup, /style=/);
});

test("a language is known by a file's name, or by the name behind a fence", () => {
  assert.deepEqual(["a/B.kt", "build.gradle.kts", "A.java", "AndroidManifest.xml", "build.gradle", "libs.versions.toml", "a.json", "LICENSE", "a.bin"].map(languageOfFile), ["kotlin", "kotlin", "java", "xml", "groovy", "toml", "json", undefined, undefined]);
  assert.deepEqual(["kotlin", " kt {3}", "KOTLIN", "java", "", "mermaid", "constructor"].map(languageOfFence), ["kotlin", "kotlin", "kotlin", "java", undefined, undefined, undefined]);
  assert.equal(codeHtml("val a", undefined).markup, "val a");
});

test("code that is too long for a page to wait for has no colours", () => {
  assert.doesNotMatch(codeHtml("val a = 1\n".repeat(11_000), "kotlin").markup, /<span/);
});

test("a diff has the colours of its file's language beside those of its lines", () => {
  const { markup } = diffHtml('diff --git a/A.kt b/A.kt\n--- a/A.kt\n+++ b/A.kt\n@@ -1,3 +1,3 @@ class A\n /* a\n-b */ val c = 1\n+d */ var c = 2\n \\ no');
  assert.match(markup, /<span class="removed">-<span class="hl-comment">b \*\/<\/span> <span class="hl-keyword">val/);
  assert.match(markup, /<span class="added">\+<span class="hl-comment">d \*\/<\/span> <span class="hl-keyword">var/);
  assert.match(diffHtml("@@ -1 +1 @@\n-val a\n+var a", "x/A.kt").markup, /<span class="added">\+<span class="hl-keyword">var/);
  assert.doesNotMatch(diffHtml("@@ -1 +1 @@\n-val a\n+var a").markup, /hl-/);
});

test("code in fences of a solution is shown as code, whatever else the text holds", () => {
  const text = "Do it:\n\n```kotlin\nval a = 1\n```\nand\n```diff\n--- a/A.kt\n+++ b/A.kt\n@@ -1 +1 @@\n-old\n+new\n```\nor\n```\n<b>\n```\nend ``` x";
  const { markup } = textWithCode(text);
  assert.match(markup, /<pre class="code"[^>]*><span class="hl-keyword">val<\/span>/);
  assert.match(markup, /<pre class="diff"/);
  assert.match(markup, /&lt;b&gt;/);
  assert.match(markup, /end ``` x$/);
  assert.equal(diffIn(text), "--- a/A.kt\n+++ b/A.kt\n@@ -1 +1 @@\n-old\n+new");
  assert.equal(diffIn("```kotlin\nval a\n```"), "");
});

test("Markdown that is shown as it is written keeps every character, and its code has colours", () => {
  const text = "# Brief\n\n```kotlin\nval a = \"<b>\"\n```\n\n~~~java\nint a;\n~~~\n```\nplain\n```\n````kt\n```\n````\n```kotlin\nnot closed";
  const { markup } = markdownSource(text);
  assert.equal(textOf(markup), text);
  assert.deepEqual(colored(markup, "keyword"), ["val"]);
  assert.deepEqual(colored(markup, "type"), ["int"]);
});
