import type { RunTestsParams } from "./generated/contract";
import type { TestNode } from "./testTree";

/** So many tests one run can be told to run; more are run by their classes, and more of these by their module. */
export const MOST_FILTERS = 20;
const UNNAMEABLE = /[^\w$ ,'()-]/g;
const CALLS: ReadonlySet<string> = new Set(["kotest", "spek"]);

/** One call of the tool that runs tests. */
export type TestCall = Pick<RunTestsParams, "module" | "tests">;

/**
 * Give the call that runs some tests: all of them, a module's, or single classes and functions.
 *
 * @param nodes what was chosen; undefined for all tests
 * @param classes names of the classes that hold what was chosen
 */
export function testCall(nodes: readonly TestNode[] | undefined, classes: readonly string[]): TestCall {
  if (nodes === undefined) return {};
  const names = [...new Set(nodes.every(({ kind }) => kind === "test" || kind === "invocation" || kind === "class") ? nodes.flatMap(filterOf) : classes)];
  if (names.length <= MOST_FILTERS) return { tests: names };
  const whole = [...new Set(classes)];
  if (whole.length <= MOST_FILTERS) return { tests: whole };
  const modules = new Set(nodes.map((node) => ("found" in node ? node.found.module : "module" in node ? node.module : undefined)));
  const [module] = modules;
  return modules.size === 1 && module !== undefined && module !== ":" ? { module } : {};
}

/** Give a test's name as the build's filters take it; of a test that is a call, its class. */
function filterOf(node: TestNode): string[] {
  if (!("found" in node)) return [];
  const { className, framework } = node.found;
  if (node.kind !== "test" || CALLS.has(framework)) return [className];
  // What a filter cannot name may be anything.
  return [`${className}#${(node.test.path.at(-1) ?? "").replace(UNNAMEABLE, "*")}`];
}
