// Runs the suites of vscode-extension/test-host, each in a VS Code of its own with a workspace of its own.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runInHost } from "./host.mjs";
import { measure } from "./measures.mjs";
import { WORKSPACES } from "./workspaces.mjs";

const repository = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const { values: options, positionals } = parseArgs({
  options: { home: { type: "string" }, grep: { type: "string" }, measure: { type: "boolean", default: false }, keep: { type: "boolean", default: false }, "update-images": { type: "boolean", default: false } },
  allowPositionals: true,
});
const shots = join(repository, ".cache", "e2e");
/** In CI groups of tests that tests/flaky.toml lists, as "inhost SUITE: GROUP", may be tried again, alone in a new editor. */
const isCi = (process.env.CI ?? "") !== "";
const ATTEMPTS = 3;
const suites = options.measure ? [] : positionals.length > 0 ? positionals : ["larder", "folders", "colours", "debugging", "testing", "devices", "session", "tasks"];

for (const suite of suites) {
  const prepare = WORKSPACES[suite];
  if (prepare === undefined) throw new Error(`there is no suite ${suite}; there are ${Object.keys(WORKSPACES).join(", ")}`);
  const attempt = (grep = options.grep) => runInHost({ repository, suite, prepare, ...options, grep, shots });
  const listed = (group) => `inhost ${suite}: ${group}`;
  const retried = new Set();
  let failed = await attempt();
  for (let tried = 1; failed.length > 0 && isCi && tried < ATTEMPTS; tried += 1) {
    const names = failed.map(listed);
    if (!flaky("may-retry", ...names)) break;
    console.error(`RETRY of ${names.join("; ")}, attempt ${tried} failed`);
    for (const name of names) retried.add(name);
    failed = await attempt(`^(?:${failed.map(literal).join("|")}) `);
  }
  if (failed.length > 0) {
    console.error(`FAILED: ${failed.map(listed).join("; ")}`);
    process.exitCode = 1;
  } else if (options["update-images"] && suite === "tasks") updateImages();
  else if (isCi && !flaky("ran", listed(""), ...retried)) process.exitCode = 1;
}

/** Replace the screenshots of the tasks in docs/images/tasks; with fewer colours where pngquant is there, which makes them a third as large. */
function updateImages() {
  const [from, to] = [join(shots, "tasks"), join(repository, "docs", "images", "tasks")];
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const smaller = spawnSync("pngquant", ["--force", "--strip", "--quality", "60-95", "--output", join(to, name), join(from, name)]);
    if (smaller.status !== 0) copyFileSync(join(from, name), join(to, name));
  }
}

/** Ask tests/flaky.py; tell whether it agrees. */
function flaky(...words) {
  const python = join(repository, ".venv", "bin", "python");
  return spawnSync(python, ["-m", "tests.flaky", ...words], { cwd: repository, stdio: "inherit" }).status === 0;
}

function literal(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

if (options.measure && (await measure({ repository, ...options, shots })) > 0) process.exitCode = 1;
