import type { AnalyzeErrorResult, SolutionHit } from "./generated/contract";
import { html, type Html } from "./html";
import { solutionActs, solutionBody } from "./solutionCards";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Return the past solution of the same error that stands above its report; undefined where there is none. */
export function knownSolution({ verdict, similarSolutions }: AnalyzeErrorResult): SolutionHit | undefined {
  return verdict === "same" ? similarSolutions.find((hit) => hit.verdict === "same") : undefined;
}

/** Show above a report that its error was solved before, with what solved it. `now` is in milliseconds. */
export function knownErrorBanner(hit: SolutionHit, now: number): Html {
  return html`<article class="known" data-id="${hit.id}" aria-label="Known error">
<p class="title">${title(hit, now)}</p>
${solutionBody(hit)}
${solutionActs(hit)}
</article>`;
}

function title({ source, metadata }: SolutionHit, now: number): string {
  if (source === "starter") return "A known problem";
  const by = source === "team" ? " by your team" : "";
  const made = Date.parse(String(metadata["createdAt"]));
  return Number.isNaN(made) ? `Solved before${by}` : `Solved before${by}, ${daysAgo(now - made)}`;
}

function daysAgo(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY_MS);
  if (days < 1) return "today";
  return days === 1 ? "yesterday" : `${days} days ago`;
}
