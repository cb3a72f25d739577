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
/** What is driven through a page fails now and then on a busy machine; that must not hold up a change that is good. */
const retries = process.env.CI === "true" ? 1 : 0;
const suites = options.measure ? [] : positionals.length > 0 ? positionals : ["larder", "folders"];

for (const suite of suites) {
  const prepare = WORKSPACES[suite];
  if (prepare === undefined) throw new Error(`there is no suite ${suite}; there are ${Object.keys(WORKSPACES).join(", ")}`);
  const attempt = () => runInHost({ repository, suite, prepare, retries, ...options, shots });
  const failures = await attempt().catch((problem) => {
    if (retries === 0) throw problem;
    console.error(`RUN AGAIN, as the suite ${suite} could not be run:`, problem);
    return attempt();
  });
  if (failures > 0) process.exitCode = 1;
}
if (options.measure && (await measure({ repository, ...options, shots })) > 0) process.exitCode = 1;
