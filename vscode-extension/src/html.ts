/**
 * HTML from text that nobody vouched for: logs, messages, code, web pages.
 *
 * Only this module and literals in the source make markup; whatever is put into a template is escaped.
 */

// Characters that reorder or hide text on screen, and control characters except tab and line feed.
const INVISIBLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const SPECIAL: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Markup that is safe to show. */
export class Html {
  constructor(readonly markup: string) {}
}

type Value = Html | string | number | readonly Html[] | undefined;

/** Make markup of a literal; values are escaped, markup among them stays, undefined is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((made, part, index) => made + written(values[index - 1]) + part));
}

/** Join pieces of markup. */
export function joined(pieces: readonly Html[], separator = ""): Html {
  return new Html(pieces.map(({ markup }) => markup).join(separator));
}

function written(value: Value): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.markup;
  if (typeof value === "object") return joined(value).markup;
  return escaped(String(value));
}

function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(INVISIBLE, "")
    .replace(/[&<>"']/g, (character) => SPECIAL[character] ?? "");
}
