/**
 * Code in the colours of the theme (media/report.css).
 *
 * The library's markup is taken apart and made anew, so that no more than its colours reach the page: the text is the
 * code as it came, and code that cannot be told apart so is shown without colours.
 */
import type * as Highlighter from "./highlighter";
import { html, joined, type Html } from "./html";

type Language = Highlighter.Language;

const BY_SUFFIX: Readonly<Record<string, Language>> = { kt: "kotlin", kts: "kotlin", java: "java", xml: "xml", gradle: "groovy", groovy: "groovy", toml: "toml", json: "json", properties: "properties", pro: "properties", diff: "diff", patch: "diff", sh: "bash" };
/** Names behind the fences of Markdown. */
const BY_NAME: Readonly<Record<string, Language>> = { ...BY_SUFFIX, kotlin: "kotlin", bash: "bash", shell: "bash", ini: "toml", html: "xml" };
/** What each class of highlight.js is coloured as; the others, such as parameters and operators, are not. */
const COLORS: Readonly<Record<string, string>> = {
  keyword: "keyword",
  literal: "keyword",
  "variable.language_": "keyword",
  built_in: "type",
  type: "type",
  class_: "type",
  "title.class_": "type",
  "title.class_.inherited__": "type",
  title: "function",
  "title.function_": "function",
  "title.function_.invoke__": "function",
  string: "string",
  regexp: "string",
  char: "string",
  "char.escape_": "string",
  number: "number",
  comment: "comment",
  doctag: "comment",
  quote: "comment",
  meta: "annotation",
  symbol: "label",
  variable: "variable",
  "template-variable": "variable",
  subst: "plain",
  attr: "attribute",
  attribute: "attribute",
  property: "attribute",
  name: "tag",
  "selector-tag": "tag",
  section: "type",
  addition: "string",
  deletion: "label",
};
/** A token's begin, its end, or text between. */
const PIECE = /<span class="([^"<>]*)">|(<\/span>)|([^<]+)/g;
const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
/** More than this is shown without colours: a page must not wait for them. */
const MAX_CHARACTERS = 100_000;

interface Piece {
  readonly text: string;
  readonly color: string | undefined;
}

let loaded: typeof Highlighter | undefined;

function highlighter(): typeof Highlighter {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is needed, and pages are made at once
  return (loaded ??= require("./highlighter") as typeof Highlighter);
}

/** Return the language of a file by its name; undefined for one without colours. */
export function languageOfFile(path: string): Language | undefined {
  return own(BY_SUFFIX, /\.(\w+)$/.exec(path)?.[1]?.toLowerCase());
}

/** Return the language that a fence in Markdown names, such as `kotlin` or `kt {3-5}`. */
export function languageOfFence(name: string): Language | undefined {
  return own(BY_NAME, /^\w+/.exec(name.trim())?.[0].toLowerCase());
}

/** Show code line by line, each a whole piece of markup without its line break. */
export function codeLines(code: string, language: Language | undefined): Html[] {
  const text = code.replace(/\r\n?/g, "\n");
  const lines: Html[][] = [[]];
  for (const piece of piecesOf(text, language)) {
    for (const [index, part] of piece.text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part === "") continue;
      const { color } = piece;
      lines.at(-1)?.push(color === undefined ? html`${part}` : html`<span class="hl-${color}">${part}</span>`);
    }
  }
  return lines.map((line) => joined(line));
}

/** Show code. */
export function codeHtml(code: string, language: Language | undefined): Html {
  return joined(codeLines(code, language), "\n");
}

function piecesOf(text: string, language: Language | undefined): readonly Piece[] {
  const plain = [{ text, color: undefined }];
  if (language === undefined || text.length > MAX_CHARACTERS) return plain;
  const pieces = read(highlighter().highlight(text, language));
  return pieces.map((piece) => piece.text).join("") === text ? pieces : plain;
}

/** Take the library's markup apart. */
function read(markup: string): Piece[] {
  const pieces: Piece[] = [];
  const open: (string | undefined)[] = [];
  for (const [, classes, closed, written] of markup.matchAll(PIECE)) {
    if (classes !== undefined) open.push(colorOf(classes) ?? open.at(-1));
    else if (closed !== undefined) open.pop();
    else if (written !== undefined) {
      const color = open.at(-1);
      const text = written.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
      pieces.push({ text, color: color === "plain" ? undefined : color });
    }
  }
  return pieces;
}

/** Return a colour by classes such as `hljs-title function_`. */
function colorOf(classes: string): string | undefined {
  return own(COLORS, classes.replace(/^hljs-/, "").split(" ").join("."));
}

/** Look a name up that may be any text; what every object has is not in a table. */
function own<T>(table: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}
