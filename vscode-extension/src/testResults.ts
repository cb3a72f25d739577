import type { FoundTest, TestResult } from "./generated/contract";

/** Tell whether a result is of a test: by its function, its display name, or the contexts around it. */
export function isResultOf(result: TestResult, test: FoundTest): boolean {
  const own = test.path.at(-1) ?? "";
  if (test.kind === "context") return false;
  if (test.path.length === 1 && result.method === own) return true;
  const name = plain(result.name);
  if (name === test.label || name === own) return true;
  return test.path.length > 1 && name.endsWith(own) && holdsInOrder(name, test.path);
}

/** Tell whether a report names one of several invocations of a test: its name has more than the function's. */
export function isInvocation(result: TestResult, test: FoundTest): boolean {
  return test.kind !== "test" && plain(result.name) !== test.path.at(-1) && plain(result.name) !== test.label;
}

/** What is known of a test after several results: one that failed counts most. */
export function combined(results: readonly TestResult[]): TestResult["status"] {
  if (results.some(({ status }) => status === "failed")) return "failed";
  return results.some(({ status }) => status === "passed") ? "passed" : "skipped";
}

/** Give the time of several invocations together in milliseconds; undefined where no report says. */
export function milliseconds(results: readonly TestResult[]): number | undefined {
  const known = results.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]));
  return known.length === 0 ? undefined : known.reduce((sum, each) => sum + each, 0) * 1_000;
}

/** Give a failure's first line. */
export function headOf(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "")?.trim() ?? "The test failed.";
}

function plain(name: string): string {
  return name.replace(/\(\)$/, "");
}

function holdsInOrder(name: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = name.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}
