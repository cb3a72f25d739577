import type { FailedAttempt, SearchOutcome, SolutionHit } from "./generated/contract";
import { code, codeBlock, item, link, prose, section } from "./markdown";

/** Write a past solution: what it solved, why that happened, what helped, and how far it can be trusted. */
export function solution(hit: SolutionHit): string {
  const standing = [
    `${hit.verdict}, ${Math.round(hit.confidence * 100)}% likely the one`,
    hit.similarity !== null && `similarity ${hit.similarity.toFixed(2)}`,
    hit.userValidated ? "validated" : hit.state,
    hit.matched.length > 0 && `shares ${hit.matched.map(code).join(", ")}`,
  ].filter((word) => word !== false);
  const [error = "", ...symptom] = hit.errorDescription.trim().split("\n");
  return [
    `### ${code(error)}`,
    ...(symptom.length > 0 ? [prose(symptom.join("\n"))] : []),
    `*${standing.join(" · ")}*`,
    `**Cause.** ${prose(hit.rootCause)}`,
    `**Solution.** ${prose(hit.solution)}`,
    ...reference(hit.metadata),
  ].join("\n\n");
}

/** Write what was tried for such an error and did not help. */
export function attempts(failed: readonly FailedAttempt[]): string[] {
  return section(
    "Tried before without success",
    failed.map((attempt) => item(prose(attempt.attempt), ...(attempt.note ? [prose(attempt.note)] : []))),
  );
}

/** Write the answer to a search for past solutions. */
export function solutionsReport(outcome: SearchOutcome): string {
  return [
    "# Past solutions",
    codeBlock(outcome.query),
    ...outcome.results.map(solution),
    ...attempts(outcome.failedAttempts ?? []),
    "",
  ].join("\n\n");
}

function reference(metadata: SolutionHit["metadata"]): string[] {
  const url = metadata["reference"];
  return typeof url === "string" && url.startsWith("https://") ? [`Reference: ${link(prose(url), url)}`] : [];
}
