import { pathToFileURL } from "node:url";

const MAX_PROBLEMS = 50;

/** An error that the editor shows; line and column are 1-based. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Write errors as the compilers of their files would; null where there are none. */
export function problemsText(problems: readonly Problem[]): string | null {
  if (problems.length === 0) return null;
  return problems
    .slice(0, MAX_PROBLEMS)
    .map(({ path, line, column, message }) =>
      path.endsWith(".java")
        ? `${path}:${line}: error: ${message}`
        : `e: ${pathToFileURL(path).href}:${line}:${column} ${message}`,
    )
    .join("\n");
}
