import { placeOf } from "./errorRow";
import type { ErrorEvent } from "./generated/contract";
import { code, prose } from "./markdown";

const MOST_SOURCES = 3;

/** Return all that the list knows of an error, in Markdown: its line has room for a part of it. */
export function errorHover(event: ErrorEvent, state: string): string {
  const { title, count, firstSeen, lastSeen, sources, culprit, solution } = event;
  const place = placeOf(event);
  const inside = culprit?.function?.name ?? [culprit?.className, culprit?.method].filter(Boolean).join(".");
  const when = count === 1 ? `Seen once, ${time(lastSeen)}` : `Seen ${count} times, first ${time(firstSeen)}, last ${time(lastSeen)}`;
  const printed = sources.slice(0, MOST_SOURCES).map(code).join(", ");
  return [
    code(title),
    place === undefined ? "It names no code of this workspace." : `At ${code(place)}${inside === "" ? "" : ` in ${code(inside)}`}`,
    culprit?.code ? code(culprit.code) : undefined,
    `${state}. ${when}.`,
    solution === null ? undefined : `Past solution: ${prose(solution)}`,
    printed === "" ? undefined : `Printed by ${printed}${sources.length > MOST_SOURCES ? ` and ${sources.length - MOST_SOURCES} more` : ""}`,
  ]
    .filter((part) => part !== undefined)
    .join("\n\n");
}

function time(iso: string): string {
  return prose(new Date(iso).toLocaleString());
}
