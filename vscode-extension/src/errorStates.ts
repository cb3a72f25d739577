import type { ErrorEvent } from "./generated/contract";

/** Whether an error is still to be solved. */
export function isOpen({ state }: Pick<ErrorEvent, "state">): boolean {
  return state !== "resolved";
}

/** Say in a few words where an error stands in its life; undefined where there is nothing to say. */
export function stateWords({ state, resolvedBy }: Pick<ErrorEvent, "state" | "resolvedBy">): string | undefined {
  const by = resolvedBy === null ? "" : ` by ${resolvedBy}`;
  if (state === "regressed") return `came back after it was resolved${by}`;
  return state === "resolved" ? `resolved${by}` : undefined;
}

/** Return the errors that a report's culprit is of, whichever way the report was made. */
export function sameCulprit(events: readonly ErrorEvent[], culprit: { readonly filePath: string; readonly line: number | null } | null): ErrorEvent[] {
  if (culprit === null) return [];
  return events.filter((event) => event.culprit?.filePath === culprit.filePath && event.culprit.line === culprit.line);
}
