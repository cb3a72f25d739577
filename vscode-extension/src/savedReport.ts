import type { ErrorSource } from "./errorSources";
import type { Baseline } from "./gitChanges";

/** An error's end says what went wrong; the editor's memory is not for logs. */
const MOST_CHARACTERS = 200_000;

/** What the editor keeps of a report with its panel: the error, to be analyzed anew, and no answer about code that changes. */
export interface SavedReport {
  readonly from: string;
  readonly errorText?: string;
  readonly filePath?: string;
  /** Where the project was when the error came up: what fixed it may have been written before the reload. */
  readonly time: number;
  readonly commits: Readonly<Record<string, string>>;
}

/** An error that is analyzed anew, and where the project was when it came up. */
export interface SavedSource {
  readonly source: ErrorSource;
  readonly baseline: Baseline;
}

/** Give what is to be kept of a report. */
export function savedReport({ from, params }: ErrorSource, { time, commits }: Baseline): SavedReport {
  const { errorText, filePath } = params;
  return {
    ...{ from, time, commits: Object.fromEntries(commits) },
    ...(errorText && { errorText: endOf(errorText) }),
    ...(filePath && { filePath }),
  };
}

/** Read what was kept with a page; undefined where it was no report, or is nothing that was written here. */
export function readSavedReport(state: unknown): SavedSource | undefined {
  const { kept } = (state ?? {}) as { kept?: Partial<Record<keyof SavedReport, unknown>> | null };
  const { from, errorText, filePath, time, commits } = kept ?? {};
  if (typeof from !== "string" || typeof time !== "number" || typeof commits !== "object" || commits === null) return undefined;
  const baseline = { time, commits: new Map(Object.entries(commits as Record<string, string>)) };
  if (typeof errorText === "string") return { source: { from, params: { errorText } }, baseline };
  return typeof filePath === "string" ? { source: { from, params: { filePath } }, baseline } : undefined;
}

/** Give the end of a text, from the start of a line where it is cut. */
function endOf(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const end = text.slice(-MOST_CHARACTERS);
  return end.slice(end.indexOf("\n") + 1);
}
