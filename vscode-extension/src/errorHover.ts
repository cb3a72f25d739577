import { stateOf } from "./errorArrangement";
import { placeOf } from "./errorRow";
import { stateWords } from "./errorStates";
import type { ErrorEvent } from "./generated/contract";
import { code, prose } from "./markdown";

const MOST_SOURCES = 3;

/** Return all that the list knows of an error, in Markdown: its line has room for a part of it. */
export function errorHover(event: ErrorEvent, isEdited = false): string {
  const { title, count, firstSeen, lastSeen, sources, culprit, solution } = event;
  const place = placeOf(event);
  const inside = culprit?.function?.name ?? [culprit?.className, culprit?.method].filter(Boolean).join(".");
  const when = count === 1 ? `Seen once, ${time(lastSeen)}` : `Seen ${count} times, first ${time(firstSeen)}, last ${time(lastSeen)}`;
  const printed = sources.slice(0, MOST_SOURCES).map(code).join(", ");
  return [
    code(title),
    place === undefined ? "It names no code of this workspace." : `At ${code(place)}${inside === "" ? "" : ` in ${code(inside)}`}`,
    culprit?.code ? code(culprit.code) : undefined,
    `${prose(capitalized(stateWords(event) ?? stateOf(event)))}. ${when}.`,
    isEdited ? "Its line was edited since; the next run shows whether that solves it." : undefined,
    solution === null ? undefined : `Past solution: ${prose(solution)}`,
    printed === "" ? undefined : `Printed by ${printed}${sources.length > MOST_SOURCES ? ` and ${sources.length - MOST_SOURCES} more` : ""}`,
  ]
    .filter((part) => part !== undefined)
    .join("\n\n");
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function time(iso: string): string {
  return prose(new Date(iso).toLocaleString());
}
