import { codeHtml, codeLines, languageOfFence } from "./codeHtml";
import { diffHtml } from "./diffHtml";
import { html, joined, type Html } from "./html";
import { linesOf } from "./reportSections";

/** Code between fences of Markdown: the fence, what it names, the code. */
const FENCE = /^(`{3,}|~{3,})([^`\n]*)\n(?:([^]*?)\n)?\1[ \t]*$/gm;

/** Show a text in which code stands in fences, as Markdown has it: the code as code, a diff as a diff. */
export function textWithCode(text: string): Html {
  const pieces: Html[] = [];
  let at = 0;
  for (const found of text.matchAll(FENCE)) {
    pieces.push(html`${text.slice(at, found.index).trimEnd()}`, blockHtml(found[2] ?? "", found[3] ?? ""));
    at = found.index + found[0].length;
  }
  return html`${pieces}${text.slice(at).trimEnd()}`;
}

/** Show Markdown as it is written, with the code in its fences in colours: no character is added or left out. */
export function markdownSource(text: string): Html {
  const pieces: Html[] = [];
  let at = 0;
  for (const found of text.matchAll(FENCE)) {
    const begin = found.index + found[0].indexOf("\n") + 1;
    const code = found[3] ?? "";
    pieces.push(html`${text.slice(at, begin)}`, codeHtml(code, languageOfFence(found[2] ?? "")));
    at = begin + code.length;
  }
  return joined([...pieces, html`${text.slice(at)}`]);
}

/** Return the diffs in a text, joined; empty where it has none. */
export function diffIn(text: string): string {
  return Array.from(text.matchAll(FENCE), ([, , name = "", code = ""]) => (isDiff(name) ? code : "")).filter((code) => code !== "").join("\n");
}

function blockHtml(name: string, code: string): Html {
  if (isDiff(name)) return diffHtml(code);
  const rows = codeLines(linesOf(code).join("\n"), languageOfFence(name));
  return html`<pre class="code" role="region" tabindex="0" aria-label="Code">${joined(rows, "\n")}</pre>`;
}

function isDiff(name: string): boolean {
  return name.trim() === "diff";
}
