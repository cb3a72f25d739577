// Packages kotlin-rca-<version>.vsix and fails where it grew past its limits. With `--target PLATFORM` it packages
// kotlin-rca-<platform>-<version>.vsix, which carries all wheels of that platform; `--python 3.12` carries those of this
// version alone, `--wheels FOLDER` takes wheels that were fetched before.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { carryDemo, carryServer, carryWheels } from "./carry.mjs";
import { storeReadme } from "./storeReadme.mjs";

/** Of the extension itself, and with the server's wheel: most of that is the packaged embedding model, 34 MB. */
const LIMIT_BYTES = 3 * 1024 * 1024;
const LIMIT_WITH_WHEEL_BYTES = 44 * 1024 * 1024;
/** With the wheels of four versions of Python: about 60 MB that all share, and 68 MB for each. */
const LIMIT_WITH_WHEELS_BYTES = 420 * 1024 * 1024;

const { values: options } = parseArgs({
  options: { target: { type: "string" }, python: { type: "string", multiple: true }, wheels: { type: "string" } },
});
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const vsix = options.target === undefined ? `kotlin-rca-${version}.vsix` : `kotlin-rca-${options.target}-${version}.vsix`;
const node = process.execPath;
copyFileSync("../LICENSE", "LICENSE");
// Its links lead to pages that the package does not have.
writeFileSync("CHANGELOG.md", readFileSync("../CHANGELOG.md", "utf8").replaceAll(/\[([^\]]+)\]\((?!https:)[^)]+\)/g, "$1"));
const { repository } = JSON.parse(readFileSync("../scripts/distribution/product.json", "utf8"));
const page = "out/README.md";
mkdirSync("out", { recursive: true });
writeFileSync(page, storeReadme(readFileSync("README.md", "utf8"), repository));
const wheel = carryServer(resolve("server"));
if (options.target !== undefined) carryWheels(resolve("server"), options);
carryDemo(resolve("demo"));
execFileSync(node, ["scripts/build.mjs"], { stdio: "inherit" });
const target = options.target === undefined ? [] : ["--target", options.target];
execFileSync(
  node,
  ["node_modules/@vscode/vsce/vsce", "package", "--no-dependencies", "--allow-missing-repository", "--readme-path", page, ...target, "--out", vsix],
  { stdio: "inherit" },
);
const { size } = statSync(vsix);
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0)} KB`;
// Wheels are packed a little smaller than they are: with many of them the extension's own size does not show.
const own = options.target === undefined ? size - wheel : 0;
console.log(`${vsix}: ${kilobytes(size)}${own > 0 ? `, ${kilobytes(own)} of it without the server's wheel` : ""}`);
const limit = options.target === undefined ? LIMIT_WITH_WHEEL_BYTES : LIMIT_WITH_WHEELS_BYTES;
if (own > LIMIT_BYTES || size > limit) throw new Error(`${vsix} is too large`);
