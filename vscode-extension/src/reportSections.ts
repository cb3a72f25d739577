import { html, type Html } from "./html";

/** Show a section with a heading; nothing where it has no content. */
export function section(title: string, content: Html | undefined): Html | undefined {
  return content === undefined ? undefined : html`<section><h2>${title}</h2>${content}</section>`;
}

/**
 * Show a section that a person folds; the page keeps it as they left it, in the next report too (media/report.js).
 * `count` stands beside the title.
 */
export function folding(title: string, content: Html | undefined, { open = true, count }: { readonly open?: boolean; readonly count?: number } = {}): Html | undefined {
  if (content === undefined) return undefined;
  const number = count === undefined ? undefined : html` <small>${count}</small>`;
  const heading = html`<summary><h2>${title}</h2>${number}</summary>`;
  return html`<section>${open ? html`<details data-fold="${title}" open>${heading}${content}</details>` : html`<details data-fold="${title}">${heading}${content}</details>`}</section>`;
}

/** Show items as a list; nothing where there are none. */
export function list(items: readonly Html[]): Html | undefined {
  return items.length === 0 ? undefined : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

/** Split a text into its lines; the line break at its end begins none. */
export function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
