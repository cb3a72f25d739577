/** The document in which a person tells what fixed an error: written here, read back here. */

const CAUSE_HINT = "Why did it happen?";
const SOLUTION_HINT = "What was changed, and why does that help?";
/** The culprit's place behind a hint. */
const WHERE = /^ \([^\n()]*:\d+\)/;
const HEADING = /^# (Error|Cause|Solution|Change)[ \t]*$/;
const MAX_DIFF_LINES = 200;

/** What is known before the person writes. */
export interface Draft {
  readonly title: string;
  readonly where: string | undefined;
  /** What changed in the project since the error came up, as git tells it. */
  readonly diff: string;
}

/** What the person wrote. */
export interface Told {
  readonly error: string;
  readonly rootCause: string;
  readonly solution: string;
}

/** Write the form, prefilled. */
export function solutionForm({ title, where, diff }: Draft): string {
  const all = diff.trimEnd().split("\n");
  const shown = all.slice(0, MAX_DIFF_LINES);
  const cut = all.length > shown.length ? `Cut after ${shown.length} of ${all.length} lines.` : undefined;
  const fence = "`".repeat(Math.max(3, ...Array.from(diff.matchAll(/`+/g), (run) => run[0].length + 1)));
  return [
    "<!-- Edit this text, then run “Kotlin RCA: Save Solution” (also the button at the top right). Nothing is stored before that. -->",
    "# Error",
    title,
    "# Cause",
    where === undefined ? CAUSE_HINT : `${CAUSE_HINT} (${where})`,
    "# Solution",
    SOLUTION_HINT,
    ...(diff.trim() === "" ? [] : ["# Change", [`${fence}diff`, ...shown, fence].join("\n"), ...(cut === undefined ? [] : [cut])]),
    "",
  ].join("\n\n");
}

/** Read the form; gives the name of the part that is missing where the person has not written it. */
export function readSolutionForm(text: string): Told | { readonly missing: "Error" | "Cause" | "Solution" } {
  const parts = sections(text);
  const error = parts.get("Error") ?? "";
  const rootCause = written(parts.get("Cause"), CAUSE_HINT);
  const solution = written(parts.get("Solution"), SOLUTION_HINT);
  if (error === "") return { missing: "Error" };
  if (rootCause === "") return { missing: "Cause" };
  if (solution === "") return { missing: "Solution" };
  const change = parts.get("Change") ?? "";
  return { error, rootCause, solution: change === "" ? solution : `${solution}\n\n${change}` };
}

/** Give what a person wrote, also where they left the hint above it. */
function written(text = "", hint: string): string {
  return text.startsWith(hint) ? text.slice(hint.length).replace(WHERE, "").trim() : text;
}

/**
 * Split at the form's own headings, those inside of code left alone. Any other heading is the person's, and stays in
 * the part that it stands in; what stands above the first is the form's.
 */
function sections(text: string): Map<string, string> {
  const found = new Map<string, string[]>();
  let current: string[] = [];
  let fence = "";
  for (const line of text.split(/\r?\n/)) {
    const mark = /^(`{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === "" || mark === fence)) fence = fence === "" ? mark : "";
    const heading = fence === "" ? HEADING.exec(line)?.[1] : undefined;
    if (heading === undefined) current.push(line);
    else found.set(heading, (current = found.get(heading) ?? []));
  }
  return new Map(Array.from(found, ([name, lines]) => [name, lines.join("\n").trim()]));
}
