import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { IGrammar } from "vscode-textmate";
import { grammarOf, linesOfPieces, piecesOf } from "./textmate";

interface GrammarScript {
  readonly correctedGrammar: (upstream: unknown) => { readonly repository: Readonly<Record<string, unknown>> };
}

const upstream = JSON.parse(readFileSync("node_modules/tm-grammars/grammars/kotlin.json", "utf8")) as { repository: Record<string, unknown> };
const SNAPSHOT = "test/grammar/hard.kt.scopes";
let script: GrammarScript;
let kotlin: IGrammar;

before(async () => {
  script = (await import(pathToFileURL(resolve("scripts/kotlin-grammar.mjs")).href)) as GrammarScript;
  kotlin = await grammarOf("source.kotlin", { "source.kotlin": script.correctedGrammar(upstream) });
});

/** Return the innermost scope of a word in a text, without the language's name; its last occurrence counts. */
function scopeOf(text: string, word: string): string | undefined {
  const piece = piecesOf(kotlin, text).findLast((one) => one.text.trim() === word);
  return piece === undefined ? `no piece is ${word}` : piece.scopes.at(-1)?.replace(/\.kotlin$/, "");
}

function scopesOf(text: string, word: string): string {
  return piecesOf(kotlin, text).findLast((one) => one.text.includes(word))?.scopes.join(" ") ?? "";
}

test("the scopes of hard input are those of the snapshot", () => {
  const told = linesOfPieces(kotlin, readFileSync("test/grammar/hard.kt", "utf8"))
    .map((pieces) => pieces.map(({ text, scopes }) => `${JSON.stringify(text)} ${scopes.join(" ").replaceAll(".kotlin", "")}\n`).join(""))
    .join("\n");
  if (process.env["UPDATE_SNAPSHOTS"] !== undefined) writeFileSync(SNAPSHOT, told);
  assert.equal(told, readFileSync(SNAPSHOT, "utf8"));
});

test("comments nest, and an empty one ends", () => {
  assert.equal(scopeOf("/* a /* b */ c */ val after = 1", "val"), "keyword.hard");
  assert.equal(scopeOf("/** a /* b */ c */ val after = 1", "val"), "keyword.hard");
  assert.match(scopesOf("/* a /* b */ still */ val after = 1", "still"), /^comment/);
  assert.equal(scopeOf("/**/ val after = 1", "val"), "keyword.hard");
  assert.match(scopesOf("/**\n * @param name what\n */", "@param"), /^comment.* keyword/);
});

test("code in strings is code, as deep as it goes, and braces of a lambda do not end it", () => {
  const text = 'val a = "b ${list.map { "c ${if (d) "e" else f}" }} g" + 1';
  assert.equal(scopeOf(text, "if"), "keyword.control");
  assert.match(scopesOf(text, "e"), /^string/);
  assert.equal(scopeOf(text, "1"), "constant.numeric.decimal");
  assert.equal(scopeOf('"a $name b"', "$name"), "variable.string-escape");
  assert.match(scopesOf('"costs $5"', "$5"), /^string\S*$/);
});

test("a raw string has no escapes, and may end with more than three quotes", () => {
  assert.match(scopesOf('val a = """\\d "b" \\""" + 1', "\\d"), /^string\S*$/);
  assert.equal(scopeOf('val a = """b\\""" + 1', "1"), "constant.numeric.decimal");
  assert.equal(scopeOf('val a = """"b"""" + 1', "1"), "constant.numeric.decimal");
  assert.equal(scopeOf('val a = """\n  $b\n""" + 1', "$b"), "variable.string-escape");
  assert.equal(scopeOf('val a = $$"""$b $$c""" + 1', "$$c"), "variable.string-escape");
  assert.match(scopesOf('val a = $$"""$b $$c""" + 1', "$b"), /^string\S*$/);
});

test("a string or character that is not closed ends with its line", () => {
  assert.equal(scopeOf('val a = "b\nval c = 1', "1"), "constant.numeric.decimal");
  assert.equal(scopeOf("val a = 'b\nval c = 1", "1"), "constant.numeric.decimal");
});

test("labels are told from annotations", () => {
  assert.equal(scopeOf("outer@ for (a in b) continue@outer", "outer@"), "entity.name.label");
  assert.equal(scopeOf("outer@ for (a in b) continue@outer", "@outer"), "entity.name.label");
  assert.equal(scopeOf("list.forEach { return@forEach }", "@forEach"), "entity.name.label");
  assert.equal(scopeOf("@Inject lateinit var a: B", "@Inject"), "entity.name.type.annotation");
});

test("type arguments are told from comparisons", () => {
  assert.equal(scopeOf("val a = b<Int, List<String>>(1)", "String"), "entity.name.type");
  assert.equal(scopeOf("if (a < limit && b > c) d", "<"), "keyword.operator.comparison");
  assert.equal(scopeOf("if (a < limit && b > c) d", ">"), "keyword.operator.comparison");
});

test("an annotation ends behind its name, wherever it is used", () => {
  const text = '@file:Suppress("a")\nclass B(@field:Old("c") val d: String?, @get:[E F] var g: Int = 1)';
  assert.match(scopesOf(text, "c"), /^string/);
  assert.equal(scopeOf(text, "val"), "keyword.hard");
  assert.equal(scopeOf(text, "1"), "constant.numeric.decimal");
  assert.equal(scopeOf(text, "@field"), "entity.name.type.annotation-site");
  assert.equal(scopeOf(text, "E"), "entity.name.type.annotation");
});

test("a soft keyword is one only where it does something", () => {
  assert.equal(scopeOf("data class A(val b: C)", "data"), "storage.modifier.other");
  assert.equal(scopeOf("private\nfun a() = 1", "private"), "storage.modifier.other");
  assert.equal(scopeOf("val a by lazy { 1 }", "by"), "storage.modifier.other");
  assert.equal(scopeOf("    get() = field", "get"), "storage.modifier.other");
  for (const [text, word] of [["val data = value", "data"], ["fun a(value: B) = 1", "value"], ["val by = 1", "by"]] as const) {
    assert.doesNotMatch(scopesOf(text, word), /storage|keyword/, text);
  }
  assert.match(scopeOf("list.get(0)", "get") ?? "", /function\.call/);
  assert.doesNotMatch(scopesOf("`is odd`(1)", "is"), /keyword/);
});

test("fun interface, context receivers and receivers with arguments", () => {
  assert.equal(scopeOf("fun interface A { fun b() }", "A"), "entity.name.type.class");
  assert.equal(scopeOf("context(Log)\nfun a() = 1", "context"), "keyword.soft");
  assert.equal(scopeOf('context("when it rains") { }', "context"), "entity.name.function.call");
  assert.equal(scopeOf("fun <T> Map<String, List<T>>.only() = 1", "only"), "entity.name.function.declaration");
  assert.equal(scopeOf("fun <T> Map<String, List<T>>.only() = 1", "Map"), "entity.name.type.class.extension");
  assert.equal(scopeOf("fun String?.only() = 1", "only"), "entity.name.function.declaration");
});

test("a lambda's arrow ends the types of its parameters", () => {
  assert.equal(scopeOf("{ a: Int -> println(a) }", "println"), "entity.name.function.call");
  assert.equal(scopeOf("val f: (Int) -> Unit = g", "Unit"), "entity.name.type");
});

test("this and super are no functions where they are called", () => {
  assert.equal(scopeOf("class A { constructor() : this(1) }", "this"), "variable.language.this");
  assert.equal(scopeOf("class A { constructor() : this(1) }", "constructor"), "keyword.soft");
  assert.equal(scopeOf("val a = { this(1) }", "this"), "variable.language.this");
});

test("numbers are whole", () => {
  for (const number of ["1.5e-3f", ".5", "1_000L", "0x1F_FFL", "0b1010u", "1e10", "3f"]) {
    assert.match(scopeOf(`val a = ${number}`, number) ?? "", /^constant\.numeric/, number);
  }
  assert.equal(scopeOf("for (i in 0..<10)", "..<"), "keyword.operator.range");
});

test("a Gradle script is read: calls, strings, accessors", () => {
  const text = 'plugins { id("com.android.application") version "8.5.0" apply false }\ndependencies { implementation(libs.core) }';
  assert.equal(scopeOf(text, "implementation"), "entity.name.function.call");
  assert.match(scopesOf(text, "8.5.0"), /^string/);
});

test("a rule that upstream changes must be looked at before its correction is used", () => {
  const changed = structuredClone(upstream);
  changed.repository["string"] = { begin: '"', end: '"|\\n' };
  assert.throws(() => script.correctedGrammar(changed), /rule string has changed/);
});

test("Kotlin in Markdown is coloured as Kotlin up to the end of its fence", async () => {
  const injection: unknown = JSON.parse(readFileSync("syntaxes/kotlin-in-markdown.json", "utf8"));
  const markdown = JSON.parse(readFileSync("node_modules/tm-grammars/grammars/markdown.json", "utf8")) as { repository: Record<string, unknown>; scopeName: string };
  const grammar = await grammarOf(
    "text.html.markdown",
    { "text.html.markdown": markdown, "markdown.kotlin.codeblock": injection, "source.kotlin": script.correctedGrammar(upstream) },
    ["markdown.kotlin.codeblock"],
  );
  for (const name of ["kotlin", "kt", "kts title=\"a.kts\""]) {
    const pieces = piecesOf(grammar, `Text\n\n\`\`\`${name}\nval a = "b"\n\`\`\`\n\nAfter`);
    const of = (text: string): string => pieces.find((one) => one.text === text)?.scopes.join(" ") ?? "";
    assert.match(of("val"), /meta\.embedded\.block\.kotlin keyword\.hard\.kotlin/, name);
    assert.doesNotMatch(of("After"), /embedded/, name);
  }
  assert.doesNotMatch(piecesOf(grammar, "```text\nval a\n```").map(({ scopes }) => scopes.join(" ")).join(" "), /kotlin/);
});
