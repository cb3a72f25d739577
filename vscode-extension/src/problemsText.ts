import { pathToFileURL } from "node:url";

const MAX_PROBLEMS = 50;
/** Files of which the server knows something. */
const KNOWN_FILES = /\.(?:kts?|java|gradle|xml|toml|properties)$/i;

/** An error that the editor shows; line and column are 1-based. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Tell whether an error in a file may be one of a Kotlin or Java project's. */
export function isKnownFile(path: string): boolean {
  return KNOWN_FILES.test(path);
}

/** Write errors as the compilers of their files would, the first 50; no more are asked for. Null where there are none. */
export function problemsText(problems: Iterable<Problem>): string | null {
  const lines: string[] = [];
  for (const problem of problems) {
    if (lines.length === MAX_PROBLEMS) break;
    lines.push(lineOf(problem));
  }
  return lines.length === 0 ? null : lines.join("\n");
}

function lineOf({ path, line, column, message }: Problem): string {
  return path.endsWith(".java")
    ? `${path}:${line}: error: ${message}`
    : `e: ${pathToFileURL(path).href}:${line}:${column} ${message}`;
}
