/** The document in which a person tells what fixed an error: written here, read back here. */

const CAUSE_HINT = "Why did it happen?";
const SOLUTION_HINT = "What was changed, and why does that help?";
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
  const shown = diff.trimEnd().split("\n").slice(0, MAX_DIFF_LINES);
  const fence = "`".repeat(Math.max(3, ...Array.from(diff.matchAll(/`+/g), (run) => run[0].length + 1)));
  return [
    "<!-- Edit this text, then run “Kotlin RCA: Save Solution” (also the button at the top right). Nothing is kept before. -->",
    "# Error",
    title,
    "# Cause",
    where === undefined ? CAUSE_HINT : `${CAUSE_HINT} (${where})`,
    "# Solution",
    SOLUTION_HINT,
    ...(diff.trim() === "" ? [] : ["# Change", [`${fence}diff`, ...shown, fence].join("\n")]),
    "",
  ].join("\n\n");
}

/** Read the form; gives the name of the part that is missing where the person has not written it. */
export function readSolutionForm(text: string): Told | { readonly missing: "Error" | "Cause" | "Solution" } {
  const parts = sections(text.replace(/<!--[\s\S]*?-->/g, ""));
  const error = parts.get("Error") ?? "";
  const rootCause = written(parts.get("Cause"), CAUSE_HINT);
  const solution = written(parts.get("Solution"), SOLUTION_HINT);
  if (error === "") return { missing: "Error" };
  if (rootCause === "") return { missing: "Cause" };
  if (solution === "") return { missing: "Solution" };
  const change = parts.get("Change") ?? "";
  return { error, rootCause, solution: change === "" ? solution : `${solution}\n\n${change}` };
}

function written(text: string | undefined, hint: string): string {
  return text === undefined || text.startsWith(hint) ? "" : text;
}

/** Split at headings of the first level, those inside of code left alone. */
function sections(text: string): Map<string, string> {
  const found = new Map<string, string[]>();
  let current: string[] = [];
  let fence = "";
  for (const line of text.split(/\r?\n/)) {
    const mark = /^(`{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === "" || mark === fence)) fence = fence === "" ? mark : "";
    const heading = fence === "" ? /^# (.+)$/.exec(line)?.[1] : undefined;
    if (heading === undefined) {
      current.push(line);
    } else {
      current = [];
      found.set(heading.trim(), current);
    }
  }
  return new Map(Array.from(found, ([name, lines]) => [name, lines.join("\n").trim()]));
}
