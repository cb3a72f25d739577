import type { ErrorSource } from "./errorSources";
import { html, type Html } from "./html";

/** Show which text a report was made of; of a terminal's another one can be chosen. */
export function reportOrigin({ from, isOfTerminal }: Pick<ErrorSource, "from" | "isOfTerminal">): Html {
  const other = isOfTerminal === true ? html` <button class="link" data-act="chooseText">Choose another text…</button>` : undefined;
  return html`<p class="from"><small>Read from: ${withCommand(from)}.${other}</small></p>`;
}

/** Write a command as code, where the name of a text has one (`nameOf`). */
function withCommand(from: string): Html {
  const [, before, command, after] = /^([^`]*, command )`(.*)`([^`]*)$/.exec(from) ?? [];
  return command === undefined ? html`${from}` : html`${before}<code>${command}</code>${after}`;
}
