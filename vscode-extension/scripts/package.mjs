// Packages kotlin-rca-<version>.vsix and fails where it grew past its limit.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, statSync } from "node:fs";

const LIMIT_BYTES = 3 * 1024 * 1024;

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const vsix = `kotlin-rca-${version}.vsix`;
const node = process.execPath;
copyFileSync("../LICENSE", "LICENSE");
execFileSync(node, ["scripts/build.mjs"], { stdio: "inherit" });
execFileSync(
  node,
  ["node_modules/@vscode/vsce/vsce", "package", "--no-dependencies", "--allow-missing-repository", "--out", vsix],
  { stdio: "inherit" },
);
const { size } = statSync(vsix);
console.log(`${vsix}: ${(size / 1024).toFixed(0)} KB`);
if (size > LIMIT_BYTES) throw new Error(`${vsix} is over ${LIMIT_BYTES} bytes`);
