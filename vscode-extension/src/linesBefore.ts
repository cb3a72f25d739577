import type { ErrorEvent } from "./generated/contract";
import { runName, type Terminals } from "./terminal";
import { mayHoldError } from "./terminalOutputs";
import { plainText } from "./terminalText";

/** Log lines before an error that say what went on; further back is something else. */
const MOST_LINES = 40;
/** A line that is shorter stands in an output more than once. */
const MIN_TELLING = 12;

/**
 * Put before an error's text the lines that its command printed just before it, as far as it is kept: a log tells there what went
 * on, and the analysis of the whole output has read it, too.
 */
export function withLinesBefore(errorText: string, { sources }: Pick<ErrorEvent, "sources">, { kept }: Pick<Terminals, "kept">): string {
  const run = kept.findLast((one) => sources[0] === runName(one));
  const first = errorText.split("\n").find((line) => line.trim().length >= MIN_TELLING)?.trim();
  if (run === undefined || first === undefined) return errorText;
  const output = plainText(run.output.text());
  const at = output.lastIndexOf(first);
  if (at < 0) return errorText;
  // The line itself may begin with what a log puts before each of its lines.
  const lines = output.slice(0, output.lastIndexOf("\n", at) + 1).split("\n").slice(-1 - MOST_LINES, -1);
  const from = lines.findLastIndex((text) => mayHoldError({ text })) + 1;
  return [...lines.slice(from), errorText].join("\n");
}
