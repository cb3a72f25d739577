import { errorLabel } from "./errorLabel";
import { stateWords } from "./errorStates";
import type { ErrorEvent } from "./generated/contract";
import { baseName } from "./baseName";

const MINUTE_MS = 60_000;
const MAX_NAME = 60;

/** How one error stands in the list: pure, so that it is tested without an editor. */
export interface ErrorRow {
  readonly label: string;
  readonly description: string;
  readonly icon: { readonly id: string; readonly color: string };
  /** What a screen reader says. */
  readonly spoken: string;
}

/** A label leaves room to say that the error came back. */
const REGRESSED_LABEL = 18;
const REGRESSED_ICON = { id: "history", color: "problemsErrorIcon.foreground" };

const VERDICTS = {
  same: { icon: "pass", color: "testing.iconPassed", words: "solved before" },
  similar: { icon: "lightbulb", color: "problemsWarningIcon.foreground", words: "similar to a solved error" },
  novel: { icon: "error", color: "problemsErrorIcon.foreground", words: "new" },
} as const;

/** Describe an error for the list at `now` (milliseconds). */
export function errorRow(event: ErrorEvent, now: number): ErrorRow {
  const verdict = event.verdict === null ? undefined : VERDICTS[event.verdict];
  const where = placeOf(event);
  const title = titleOf(event);
  const isRegressed = event.state === "regressed";
  const label = isRegressed ? errorLabel(event, title, REGRESSED_LABEL) : errorLabel(event, title);
  const parts = [
    ...(isRegressed ? ["came back"] : []),
    ...(event.count > 1 ? [`×${event.count}`] : []),
    age(event.lastSeen, now),
    ...(where === undefined ? [] : [where]),
    ...(label === title ? [] : [title]),
  ];
  return {
    label,
    description: parts.join(" · "),
    icon: isRegressed ? REGRESSED_ICON : verdict === undefined ? { id: "error", color: "problemsErrorIcon.foreground" } : { id: verdict.icon, color: verdict.color },
    spoken: [
      title,
      event.count === 1 ? "once" : `${event.count} times`,
      where === undefined ? undefined : `at ${where}`,
      verdict?.words,
      stateWords(event),
      age(event.lastSeen, now),
    ]
      .filter((part) => part !== undefined)
      .join(", "),
  };
}

/** Give the culprit's file and line in few words. */
export function placeOf({ culprit }: ErrorEvent): string | undefined {
  if (culprit === null) return undefined;
  const name = baseName(culprit.filePath);
  return culprit.line === null ? name : `${name}:${culprit.line}`;
}

/** Give an error's title without its place, which stands beside it. */
export function titleOf(event: ErrorEvent): string {
  const place = placeOf(event);
  const title = shortTitle(event.title);
  return place !== undefined && title.startsWith(`${place}: `) ? title.slice(place.length + 2) : title;
}

/** Leave out the package of the exception's type. */
export function shortTitle(title: string): string {
  return title.replace(/^(?:[a-z_][\w]*\.)+(?=[A-Z])/, "");
}

/** Say how long ago something was, as the lists of the editor do. */
export function age(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / MINUTE_MS);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / (24 * 60))} d`;
}

/** Say what the list lacks: output that could not be read, by what printed it in characters, and errors that made room. */
export function notice(unread: ReadonlyMap<string, number>, forgotten: number): string | undefined {
  const words = [...unread].map(
    ([name, characters]) => `${size(characters)} that “${name.slice(0, MAX_NAME)}” printed could not be read in time: errors in it are not listed.`,
  );
  if (forgotten > 0) words.push(`${forgotten} older ${forgotten === 1 ? "error" : "errors"} were removed for newer ones.`);
  return words.length === 0 ? undefined : words.join("\n");
}

function size(characters: number): string {
  return characters < 1_000_000 ? `${Math.ceil(characters / 1_000)} kB` : `${(characters / 1_000_000).toFixed(1)} MB`;
}
