// Runs the suites of vscode-extension/test-host, each in a VS Code of its own with a workspace of its own.
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runInHost } from "./host.mjs";
import { measure } from "./measures.mjs";
import { WORKSPACES } from "./workspaces.mjs";

const repository = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const { values: options, positionals } = parseArgs({
  options: { home: { type: "string" }, grep: { type: "string" }, measure: { type: "boolean", default: false }, keep: { type: "boolean", default: false } },
  allowPositionals: true,
});
const shots = join(repository, ".cache", "e2e");
/**
 * What is driven through a page fails now and then on a busy machine, and must not hold up a change that is good: in CI
 * the groups of tests that failed are run once more, alone in a new editor. What is wrong fails again, and both runs
 * stand in the log.
 */
const isCi = (process.env.CI ?? "") !== "";
const suites = options.measure ? [] : positionals.length > 0 ? positionals : ["larder", "folders"];

for (const suite of suites) {
  const prepare = WORKSPACES[suite];
  if (prepare === undefined) throw new Error(`there is no suite ${suite}; there are ${Object.keys(WORKSPACES).join(", ")}`);
  const attempt = (grep = options.grep) => runInHost({ repository, suite, prepare, ...options, grep, shots });
  let failed = await attempt().catch((problem) => {
    if (!isCi) throw problem;
    console.error(`suite ${suite}: could not be run:`, problem);
    return [suite];
  });
  if (failed.length > 0 && isCi) {
    console.error(`RUN AGAIN, as it failed: ${failed.join("; ")}`);
    failed = await attempt(failed.includes(suite) ? options.grep : `^(?:${failed.map(literal).join("|")}) `);
    console.error(failed.length > 0 ? `FAILED AGAIN: ${failed.join("; ")}` : "passed the second time");
  }
  if (failed.length > 0) process.exitCode = 1;
}

function literal(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

if (options.measure && (await measure({ repository, ...options, shots })) > 0) process.exitCode = 1;
