import { diffIn, textWithCode } from "./fencedCode";
import type { FailedAttempt, Receipt, SearchOutcome, SolutionHit } from "./generated/contract";
import { html, type Html } from "./html";
import { percent } from "./percent";
import { pageLink } from "./htmlLinks";

const RATINGS = [
  ["worked", "This worked"],
  ["did_not_work", "Did not help"],
  ["superseded", "Superseded"],
  ["harmful", "Harmful"],
] as const;

/** What a past solution's problem is to this one; beside a solution "novel" would be read as praise. */
const VERDICTS: Readonly<Record<SolutionHit["verdict"], string>> = { same: "same", similar: "similar", novel: "another error" };

/** How far a solution is borne out. */
const STATES: Readonly<Record<SolutionHit["state"], string>> = {
  candidate: "not validated yet",
  validated: "validated",
  stale: "validated before the code changed",
  superseded: "superseded",
  harmful: "harmful",
};

/** Show a past solution: what it solved, why that happened, what helped, how far it can be trusted, and what to say of it. */
export function solutionCard(hit: SolutionHit): Html {
  const [error = "", ...symptom] = hit.errorDescription.trim().split("\n");
  return html`<article class="card" data-id="${hit.id}" aria-label="Past solution: ${error}">
<h3><span class="tag ${hit.verdict}">${VERDICTS[hit.verdict]}</span> <code>${error}</code></h3>
${symptom.length > 0 ? html`<p class="text">${symptom.join("\n")}</p>` : undefined}
${hit.matched.length > 0 ? html`<p>Shares ${hit.matched.map((part) => html`<span class="tag">${part}</span> `)}</p>` : undefined}
${solutionBody(hit)}
${solutionActs(hit)}
</article>`;
}

/** Show what can be done with a past solution. */
export function solutionActs(hit: SolutionHit): Html {
  const apply = diffIn(hit.solution) === "" ? undefined : html`<button data-act="applySolution" data-id="${hit.id}">Apply</button> `;
  return html`<p class="acts" role="group" aria-label="This solution">${apply}${RATINGS.map(([outcome, words]) => html`<button data-act="rate" data-id="${hit.id}" data-outcome="${outcome}">${words}</button> `)}
${namesTask(hit) ? html`<button data-act="verify" data-id="${hit.id}">Run the failing task again</button>` : undefined}
<output data-said="${hit.id}"></output></p>`;
}

/**
 * Show cause and fix of a past solution and how far it can be trusted. The one number is the probability that its
 * problem is this one; reports that it worked raise it.
 */
export function solutionBody(hit: SolutionHit): Html {
  const reference = hit.metadata["reference"];
  return html`<p><meter aria-hidden="true" min="0" max="1" value="${hit.confidence}"></meter> ${percent(hit.confidence)} likely the one · ${STATES[hit.userValidated ? "validated" : hit.state]}</p>
${remarks([...(hit.standing ?? []), ...(hit.environmentMismatches ?? [])])}
<div class="text"><strong>Cause.</strong> ${textWithCode(hit.rootCause)}</div>
<div class="text"><strong>Solution.</strong> ${textWithCode(hit.solution)}</div>
${typeof reference === "string" ? html`<p>Reference: ${pageLink(reference, reference)}</p>` : undefined}
${(hit.receipts ?? []).slice(0, 1).map(receipt)}`;
}

/** Whether the record says what failed: of others, as those that ship, nothing can be run again. */
function namesTask({ metadata }: SolutionHit): boolean {
  const failing = metadata["failing"];
  return typeof failing === "object" && failing !== null && "buildTool" in failing;
}

function remarks(texts: readonly string[]): Html | undefined {
  return texts.length === 0 ? undefined : html`<ul class="remarks">${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
}

const OUTCOMES: Readonly<Record<Receipt["outcome"], string>> = {
  passed: "passed",
  still_failing: "failed with the same error",
  other_failure: "failed with another error",
  nothing_ran: "ran nothing",
  timed_out: "took too long",
};

/** Show the newest run that the server observed. */
function receipt({ outcome, validates, command, startedAt, commit }: Receipt): Html {
  const when = startedAt.slice(0, 10);
  const at = commit === null ? undefined : html` at <code>${commit.slice(0, 10)}</code>`;
  return html`<p>${validates ? "Verified" : "Tried"} on ${when}${at}: <code>${command.join(" ")}</code> ${OUTCOMES[outcome]}.</p>`;
}

/** Show what was tried for such an error and did not help. */
export function attemptsSection(failed: readonly FailedAttempt[]): Html | undefined {
  if (failed.length === 0) return undefined;
  const items = failed.map(
    ({ attempt, note }) => html`<li class="text">${textWithCode(attempt)}${note ? html`<br><small>${note}</small>` : undefined}</li>`,
  );
  return html`<section><h2>Tried before without success</h2><ul>${items}</ul></section>`;
}

/** Show the answer to a search for past solutions. */
export function solutionsPage(outcome: SearchOutcome): Html {
  const none = html`<p>No past solution fits.</p>`;
  return html`<header><h1>Past solutions</h1>
<pre>${outcome.query}</pre></header>
${outcome.results.length > 0 ? outcome.results.map(solutionCard) : none}
${attemptsSection(outcome.failedAttempts ?? [])}`;
}
