import type { ErrorEvent } from "./generated/contract";

/** How the list is arranged: kept for each workspace. */
export interface Arrangement {
  readonly groupBy: "none" | "kind" | "state";
  readonly sortBy: "time" | "count" | "place";
  /** Groups that are left out, by the names of `kindOf` and `stateOf`. */
  readonly hidden: readonly string[];
}

export const AS_IT_COMES: Arrangement = { groupBy: "none", sortBy: "time", hidden: [] };

/** Errors under one name. */
export interface Group {
  readonly name: string;
  readonly events: readonly ErrorEvent[];
}

const KINDS: Readonly<Record<ErrorEvent["kind"], string>> = {
  jvm_exception: "Crashes",
  native_crash: "Crashes",
  anr: "Crashes",
  test_failure: "Failed tests",
  memory_leak: "Memory leaks",
  java_compile: "Compile errors",
  kotlin_compile: "Compile errors",
  kotlin_warnings_only: "Warnings",
  annotation_processing: "Compile errors",
  compiler_crash: "Compile errors",
  gradle_build: "Build failures",
  dependency_resolution: "Build failures",
  resource_linking: "Build failures",
  manifest_merger: "Build failures",
  lint: "Build failures",
  r8: "Build failures",
  native_link: "Build failures",
  unknown: "Others",
};
const VERDICTS = { same: "Solved before", similar: "Similar to a solved error", novel: "New" } as const;
const STATES = { seen: "Seen", resolved: "Resolved", regressed: "Came back" } as const;
const KIND_ORDER: readonly string[] = [...new Set(Object.values(KINDS))];
const STATE_ORDER: readonly string[] = ["Came back", "New", "Seen", "Resolved", "Similar to a solved error", "Solved before"];

export function kindOf({ kind }: ErrorEvent): string {
  return KINDS[kind];
}

/** Return how an error stands; of a new one, whether its solution is known. */
export function stateOf({ state, verdict }: Pick<ErrorEvent, "state" | "verdict">): string {
  return state === "new" ? VERDICTS[verdict ?? "novel"] : STATES[state];
}

/** Return the kinds and states that errors have, and those that are hidden, in the order in which they are offered. */
export function groupNames(events: readonly ErrorEvent[], hidden: readonly string[]): { readonly kinds: readonly string[]; readonly states: readonly string[] } {
  const found = new Set([...events.flatMap((event) => [kindOf(event), stateOf(event)]), ...hidden]);
  return { kinds: KIND_ORDER.filter((name) => found.has(name)), states: STATE_ORDER.filter((name) => found.has(name)) };
}

/** Return the errors that are shown, in their order; `events` come newest first. */
export function arranged(events: readonly ErrorEvent[], { sortBy, hidden }: Arrangement): readonly ErrorEvent[] {
  const shown = events.filter((event) => !hidden.includes(kindOf(event)) && !hidden.includes(stateOf(event)));
  if (sortBy === "count") return shown.toSorted((a, b) => b.count - a.count);
  return sortBy === "place" ? shown.toSorted((a, b) => comparePlaces(a, b)) : shown;
}

/** Return arranged errors in groups, in the order in which their first ones come; undefined where they are not grouped. */
export function grouped(events: readonly ErrorEvent[], { groupBy }: Arrangement): readonly Group[] | undefined {
  if (groupBy === "none") return undefined;
  const groups = new Map<string, ErrorEvent[]>();
  for (const event of events) {
    const name = groupBy === "kind" ? kindOf(event) : stateOf(event);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [event]);
    else group.push(event);
  }
  return [...groups].map(([name, found]) => ({ name, events: found }));
}

/** Read an arrangement that was kept; what is none counts as nothing. */
export function readArrangement(kept: unknown): Arrangement {
  const { groupBy, sortBy, hidden } = (typeof kept === "object" && kept !== null ? kept : {}) as Partial<Record<keyof Arrangement, unknown>>;
  return {
    groupBy: groupBy === "kind" || groupBy === "state" ? groupBy : "none",
    sortBy: sortBy === "count" || sortBy === "place" ? sortBy : "time",
    hidden: Array.isArray(hidden) ? hidden.filter((name): name is string => typeof name === "string") : [],
  };
}

/** Errors without code of the workspace come last. */
function comparePlaces({ culprit: one }: ErrorEvent, { culprit: other }: ErrorEvent): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.filePath.localeCompare(other.filePath) || (one.line ?? 0) - (other.line ?? 0);
}
