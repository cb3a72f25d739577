/**
 * Markdown from text that nobody vouched for: logs, messages, code, web pages.
 *
 * Such text stands either in code, where Markdown and HTML mean nothing, or in prose with every
 * punctuation mark escaped; so it cannot bring links, images, HTML or headings of its own.
 */

// Characters that reorder or hide text on screen, and control characters except tab and line feed.
const INVISIBLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Write text as code in a line; line breaks become spaces. */
export function code(text: string): string {
  const line = clean(text).replace(/\s+/g, " ").trim();
  if (line === "") return "";
  const fence = "`".repeat(longestRun(line) + 1);
  const padding = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return fence + padding + line + padding + fence;
}

/** Write text as a block of code that keeps its lines. */
export function block(text: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}\n${clean(text)}\n${fence}`;
}

/** Write text as prose that keeps its line breaks and has no markup. */
export function prose(text: string): string {
  return clean(text)
    .split("\n")
    .map((line) => line.trim().replace(PUNCTUATION, "\\$&"))
    .join("\\\n")
    .replace(/(?:\\\n){2,}/g, "\n\n")
    .replace(/^(?:\\?\n)+|(?:\\?\n)+$/g, "");
}

function clean(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(INVISIBLE, "");
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), (run) => run[0].length));
}
