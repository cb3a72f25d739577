// What loading and activating the packaged bundle costs, in milliseconds of processor time and without an editor.
//   npm run build && node benchmarks/activation.mjs [RUNS]
// Each run is a process of its own: a module is compiled once in its life. What the editor does when it is
// called is not in it; `tests/e2e/inhost.sh --measure` has that.
import { spawnSync } from "node:child_process";
// Imported to be loaded, as they are in every extension host.
import "node:crypto";
import "node:fs/promises";
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const extension = join(dirname(fileURLToPath(import.meta.url)), "..");
const RUNS = 21;

const manifest = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));

/** What the extension looks into and not only calls. Untrusted: no server is searched for. */
const known = {
  isTrusted: false,
  packageJSON: manifest,
  fsPath: extension,
  extensionPath: extension,
  inspect: () => undefined,
  ...Object.fromEntries(["workspaceFolders", "all", "tools", "visibleTextEditors", "textDocuments"].map((name) => [name, []])),
  then: undefined,
  prototype: {},
  [Symbol.toPrimitive]: () => "",
};

/** A part of the editor that takes every call and gives every part. */
function anything() {
  return new Proxy(function () {}, {
    get: (_, name) => (name in known ? known[name] : anything()),
    set: () => true,
    apply: anything,
    construct: anything,
  });
}

/** As many names as the editor's own interface has: bundlers copy them. */
function editor() {
  const declared = readFileSync(join(extension, "node_modules/@types/vscode/index.d.ts"), "utf8");
  const names = Array.from(declared.matchAll(/^\s{1,4}export (?:abstract )?(?:class|enum|namespace|const|function) (\w+)/gm), ([, name]) => name);
  return Object.fromEntries(names.map((name) => [name, anything()]));
}

function cpu(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1000];
}

function once() {
  const load = Module._load;
  const vscode = editor();
  Module._load = (request, ...rest) => (request === "vscode" ? vscode : load(request, ...rest));
  const require = createRequire(import.meta.url);
  const [module, loading] = cpu(() => require(join(extension, "dist", "extension.js")));
  const [, calling] = cpu(() => module.activate(anything()));
  const [, client] = cpu(() => require(join(extension, "dist", "languageClient.js")));
  console.log(JSON.stringify([loading, calling, client]));
  process.exit();
}

function quantile(values, part) {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)].toFixed(1).padStart(7);
}

if (process.argv[2] === "--once") once();
const runs = Array.from({ length: Number(process.argv[2] ?? RUNS) }, () => {
  const { stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), "--once"], { encoding: "utf8" });
  if (stderr !== "") throw new Error(stderr);
  return JSON.parse(stdout);
});
const ROWS = {
  "loading the code": ([load]) => load,
  "activate()": ([, call]) => call,
  "activation: both": ([load, call]) => load + call,
  "later, with the server: the language client": ([, , client]) => client,
};
console.log(`${`milliseconds of processor time, ${runs.length} processes`.padEnd(48)}    p50     p95`);
for (const [name, of] of Object.entries(ROWS)) {
  const values = runs.map(of);
  console.log(name.padEnd(48), quantile(values, 0.5), quantile(values, 0.95));
}
