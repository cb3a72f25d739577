import { html, type Html } from "./html";
import { linesOf } from "./reportSections";

const KINDS: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "hunk" };
const FENCE = /^(`{3,})diff[ \t]*\n([^]*?)\n\1[ \t]*$/gm;

/** Show a unified diff in the editor's colours. */
export function diffHtml(diff: string): Html {
  let inHunk = false;
  const kind = (line: string): string => {
    if (line.startsWith("diff --git ")) inHunk = false;
    if (line.startsWith("@@")) inHunk = true;
    // Above the first hunk of a file stand its names, `---` and `+++`.
    return inHunk ? (KINDS[line[0] ?? ""] ?? "same") : "hunk";
  };
  return html`<pre class="diff" role="region" tabindex="0" aria-label="Changed lines">${linesOf(diff).map((line) => html`<span class="${kind(line)}">${line}
</span>`)}</pre>`;
}

/** Show a text in which diffs stand in fences, as the form for a solution writes them. */
export function textWithDiffs(text: string): Html {
  const pieces: Html[] = [];
  let at = 0;
  for (const found of text.matchAll(FENCE)) {
    pieces.push(html`${text.slice(at, found.index).trimEnd()}`, diffHtml(found[2] ?? ""));
    at = found.index + found[0].length;
  }
  return html`${pieces}${text.slice(at).trimEnd()}`;
}

/** Return the diffs in a text, joined; empty where it has none. */
export function diffIn(text: string): string {
  return Array.from(text.matchAll(FENCE), (found) => found[2] ?? "").join("\n");
}
