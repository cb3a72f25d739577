import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { closeEditors, drawn, file, running, show, until } from "../editor";
import { inPage, inReport, say, shot, violations } from "../pageDriver";
import { THEMES, theme } from "../themes";

const GREETER = "src/main/kotlin/org/sample/Greeter.kt";
/** The colour of a word of the editor in front, by its line in the page; empty where it is not there. */
const COLOR_OF = `
  const line = [...document.querySelectorAll('.editor-instance .view-line')].find((one) => one.textContent.replaceAll('\\u00a0', ' ').includes(argument.line));
  const word = [...(line?.querySelectorAll('span span') ?? [])].findLast((one) => one.textContent.replaceAll('\\u00a0', ' ').includes(argument.word));
  return word === undefined ? '' : getComputedStyle(word).color;`;

const colorOf = (line: string, word: string): Promise<string> => inPage<string>(COLOR_OF, { line, word });

describe("colours", () => {
  let context: Context;

  before(async () => {
    context = await running();
    await closeEditors();
  });

  after(async () => {
    await theme("Default Light Modern", "vscode-light");
    await closeEditors();
  });

  it("of names come from what they stand for", async () => {
    const { document } = await show(GREETER, 6);
    const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend>("vscode.provideDocumentSemanticTokensLegend", document.uri);
    const tokens = await until("semantic tokens", async () => vscode.commands.executeCommand<vscode.SemanticTokens | undefined>("vscode.provideDocumentSemanticTokens", document.uri));
    const found = decoded(document, tokens, legend);
    for (const expected of ["Greeter class declaration", "prefix property declaration readonly", "person parameter", "length variable readonly", "greet method"]) {
      assert.ok(found.includes(expected), `${expected} is not among ${found.join(", ")}`);
    }
  });

  it("are seen in the editor: keywords, strings, comments that nest, types, and names", async () => {
    const places = [["class Greeter", "class"], ["class Greeter", "Greeter"], ["val length = person", "person"], ["Still a comment", "Still"], ["of $length", "of"]] as const;
    await until("five colours of keyword, type, parameter, comment and string", async () => {
      const seen = await Promise.all(places.map(([line, word]) => colorOf(line, word)));
      return !seen.includes("") && new Set(seen).size === places.length;
    });
  });

  it("are those of the grammar that is read last, where another extension has one: ours while it is developed", () => {
    const grammars = vscode.extensions.all.filter(({ packageJSON }) => JSON.stringify((packageJSON as { contributes?: object }).contributes ?? {}).includes('"source.kotlin"'));
    assert.deepEqual(grammars.map(({ id }) => id).toSorted(), ["another.kotlin-colors", "kotlin-rca.kotlin-rca"]);
  });

  it("are seen in a hover, whose code is Kotlin", async () => {
    await show(GREETER, 12);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const at = editor.document.positionAt(editor.document.getText().lastIndexOf("Greeter") + 2);
    editor.selection = new vscode.Selection(at, at);
    await until("the hover", async () => {
      await vscode.commands.executeCommand("editor.action.showHover");
      return inPage<boolean>("return [...document.querySelectorAll('.monaco-hover .monaco-tokenized-source')].some((one) => one.textContent.includes('class'))");
    });
    const colors = await inPage<string[]>("return [...new Set([...document.querySelectorAll('.monaco-hover .monaco-tokenized-source span')].map((one) => getComputedStyle(one).color))]");
    assert.ok(colors.length >= 3, colors.join(" "));
    await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
  });

  it("are seen in Kotlin's fences of Markdown", async () => {
    await show("notes.md", 4);
    await until("three colours of keyword, string and text", async () => {
      const seen = await Promise.all([colorOf("val answer", "val"), colorOf("val answer", "forty-two"), colorOf("Text after", "Text after")]);
      return !seen.includes("") && new Set(seen).size === 3;
    });
  });

  it("are seen in a report, whose code can be selected and is the file's own", async () => {
    await vscode.commands.executeCommand("kotlinRca.analyzeFile", file("crash.txt"));
    await drawn(context);
    const { text, colors } = await inReport<{ text: string; colors: string[] }>(`
      const code = document.querySelector('.code');
      getSelection().selectAllChildren(code);
      const text = getSelection().toString();
      getSelection().removeAllRanges();
      return { text, colors: [...new Set([...code.querySelectorAll('span')].map((one) => getComputedStyle(one).color))] };`);
    assert.match(text, /val length = person!!\.length/);
    assert.match(text, /return "\$prefix \$\{person\.uppercase\(\)\} of \$length"/);
    assert.ok(colors.length >= 4, colors.join(" "));
  });

  for (const [name, id, kind] of THEMES) {
    it(`in a report have contrast in ${name}`, async () => {
      await theme(id, kind);
      await until("the theme in the report", () => inReport<boolean>("return document.body.classList.contains(argument)", kind));
      await vscode.commands.executeCommand("workbench.action.closeSidebar");
      await vscode.window.showTextDocument(file(GREETER), { viewColumn: vscode.ViewColumn.One });
      await inReport("document.querySelector('.code').scrollIntoView({ block: 'center' })");
      await shot(`colours-${name}`);
      const found = await violations();
      for (const { id: rule, help, nodes } of found) await say(`      ${rule}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary}`).join(" | ")}`);
      assert.deepEqual(found.map(({ id: rule }) => rule), []);
    });
  }
});

/** Read tokens as `word kind modifiers`. */
function decoded(document: vscode.TextDocument, { data }: vscode.SemanticTokens, legend: vscode.SemanticTokensLegend): string[] {
  const found: string[] = [];
  let [line, column] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    const [down = 0, right = 0, length = 0, kind = 0, bits = 0] = data.slice(at, at + 5);
    column = right + (down > 0 ? 0 : column);
    line += down;
    const word = document.getText(new vscode.Range(line, column, line, column + length));
    const modifiers = legend.tokenModifiers.filter((_name, number) => (bits >> number) & 1);
    found.push([word, legend.tokenTypes[kind], ...modifiers].join(" "));
  }
  return found;
}
