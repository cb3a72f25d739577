import type { Clause } from "./generated/contract";
import { html, type Html } from "./html";
import { percent } from "./percent";
import { placeButton } from "./htmlLinks";

/** Show what happened and why: each sentence with its line, then what would prove it and what else it may be. */
export function explanationHtml(clauses: readonly Clause[]): Html | undefined {
  if (clauses.length === 0) return undefined;
  const of = (...kinds: readonly Clause["kind"][]): Clause[] => clauses.filter(({ kind }) => kinds.includes(kind));
  const others = of("alternative");
  const heading = of("cause").length > 0 ? "Less likely" : "Candidates";
  return html`<section class="why"><h2>What happened and why</h2>
<p>${of("failed", "surfaced", "value", "origin").map((one) => html`${sentence(one)} `)}</p>
${of("cause", "undecided").map((one) => html`<p class="cause"><strong>${code(one.text)}</strong>${likelihood(one)}${place(one)}</p>`)}
${of("evidence").map((one) => html`<p>${sentence(one)}</p>`)}
${of("check").map((one) => html`<p class="check">To check: ${code(one.text)}${place(one)}</p>`)}
${others.length === 0 ? undefined : html`<h3>${heading}</h3><ul>${others.map((one) => html`<li>${sentence(one)}</li>`)}</ul>`}
</section>`;
}

function sentence(clause: Clause): Html {
  return html`${code(clause.text)}${likelihood(clause)}${place(clause)}`;
}

function likelihood({ confidence }: Clause): Html | undefined {
  return confidence === undefined || confidence === null ? undefined : html` <small>${percent(confidence)}</small>`;
}

function place({ filePath, line }: Clause): Html | undefined {
  return filePath === undefined || filePath === null ? undefined : html` ${placeButton(filePath, line ?? null)}`;
}

/** Write a sentence in which code stands between backticks. */
function code(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}
