import { html, type Html } from "./html";
import { linesOf } from "./reportSections";

const KINDS: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "hunk" };
/** Lines between the one that names a file and its first hunk. */
const HEADER = /^(?:index |--- |\+\+\+ |(?:old|new) mode )/;
const FENCE = /^(`{3,})diff[ \t]*\n([^]*?)\n\1[ \t]*$/gm;

/** Show a unified diff in the editor's colours; of what git writes above a file's first hunk only the file's name. */
export function diffHtml(diff: string): Html {
  const rows: Html[] = [];
  const row = (kind: string, text: string): void => void rows.push(html`<span class="${kind}">${text}
</span>`);
  let inHunk = false;
  let isNamed = false;
  for (const line of linesOf(diff)) {
    const name = /^diff --git (?:"?a\/)?(.+?)"? "?b\/.*$/.exec(line)?.[1];
    if (name !== undefined) [inHunk, isNamed] = [false, true];
    if (line.startsWith("@@")) inHunk = true;
    if (inHunk) row(KINDS[line[0] ?? ""] ?? "same", line);
    else if (name !== undefined) row("hunk", name);
    else if (!isNamed || !HEADER.test(line)) row("hunk", line);
  }
  return html`<pre class="diff" role="region" tabindex="0" aria-label="Changed lines">${rows}</pre>`;
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
