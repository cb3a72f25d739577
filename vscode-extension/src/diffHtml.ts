import { codeLines, languageOfFile } from "./codeHtml";
import { html, joined, type Html } from "./html";
import { linesOf } from "./reportSections";

const KINDS: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "hunk" };
/** Lines between the one that names a file and its first hunk. */
const HEADER = /^(?:index |--- |\+\+\+ |(?:old|new) mode )/;

/**
 * Show a unified diff in the editor's colours; of what git writes above a file's first hunk only the file's name.
 * `path` is the file of a diff that names none.
 */
export function diffHtml(diff: string, path = ""): Html {
  const rows: Html[] = [];
  const row = (kind: string, text: Html): void => void rows.push(html`<span class="${kind}">${text}
</span>`);
  let hunk: string[] = [];
  let file = path;
  let inHunk = false;
  let isNamed = false;
  const endHunk = (): void => {
    for (const [index, text] of hunkLines(hunk, file).entries()) row(KINDS[hunk[index]?.[0] ?? ""] ?? "same", text);
    hunk = [];
  };
  for (const line of linesOf(diff)) {
    const name = /^diff --git (?:"?a\/)?(.+?)"? "?b\/.*$/.exec(line)?.[1];
    if (name !== undefined || line.startsWith("@@")) endHunk();
    if (name !== undefined) [inHunk, isNamed, file] = [false, true, name];
    if (line.startsWith("@@")) inHunk = true;
    if (inHunk) hunk.push(line);
    else if (name !== undefined) row("hunk", html`${name}`);
    else if (!isNamed || !HEADER.test(line)) {
      file = /^\+\+\+ (?:b\/)?(\S+)/.exec(line)?.[1] ?? file;
      row("hunk", html`${line}`);
    }
  }
  endHunk();
  return html`<pre class="diff" role="region" tabindex="0" aria-label="Changed lines">${rows}</pre>`;
}

/** Show the lines of a hunk: what was removed is read with the lines as they were, the rest as they are. */
function hunkLines(hunk: readonly string[], file: string): Html[] {
  const language = languageOfFile(file);
  const before = colored(["-", " "]);
  const after = colored(["+", " "]);
  return hunk.map((line, index) => {
    const code = (line.startsWith("-") ? before : after).get(index);
    return code === undefined ? html`${line}` : joined([html`${line.slice(0, 1)}`, code]);
  });

  function colored(signs: readonly string[]): ReadonlyMap<number, Html> {
    const places = [...hunk.keys()].filter((index) => signs.includes(hunk[index]?.[0] ?? ""));
    const lines = codeLines(places.map((index) => hunk[index]?.slice(1) ?? "").join("\n"), language);
    return new Map(places.map((index, place) => [index, lines[place] ?? html``]));
  }
}
