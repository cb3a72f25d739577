import { baseName } from "./baseName";
import { html, type Html } from "./html";

/** Write a line of a workspace file as a button that opens it. */
export function placeButton(filePath: string, line: number | null): Html {
  const name = baseName(filePath);
  return html`<button class="link" data-act="open" data-path="${filePath}" data-line="${line ?? 1}" title="${filePath}"><code>${line === null ? name : `${name}:${line}`}</code></button>`;
}

/** Link a web page; anything but https is shown and not linked. */
export function pageLink(title: string, url: string): Html {
  return url.startsWith("https://") ? html`<a href="${url}">${title}</a>` : html`<span>${title}</span>`;
}
