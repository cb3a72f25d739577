// Packages kotlin-rca-<version>.vsix and fails where it grew past its limits.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { carryDemo, carryServer } from "./carry.mjs";
import { notices } from "./notices.mjs";

/** Of the extension itself, and with the server's wheel: most of that is the packaged embedding model, 34 MB. */
const LIMIT_BYTES = 3 * 1024 * 1024;
const LIMIT_WITH_WHEEL_BYTES = 44 * 1024 * 1024;

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const vsix = `kotlin-rca-${version}.vsix`;
const node = process.execPath;
copyFileSync("../LICENSE", "LICENSE");
const wheel = carryServer(resolve("server"));
carryDemo(resolve("demo"));
writeFileSync("THIRD-PARTY-NOTICES.txt", await notices());
execFileSync(node, ["scripts/build.mjs"], { stdio: "inherit" });
execFileSync(
  node,
  ["node_modules/@vscode/vsce/vsce", "package", "--no-dependencies", "--allow-missing-repository", "--out", vsix],
  { stdio: "inherit" },
);
const { size } = statSync(vsix);
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0)} KB`;
console.log(`${vsix}: ${kilobytes(size)}, ${kilobytes(size - wheel)} of it without the server's wheel`);
if (size - wheel > LIMIT_BYTES || size > LIMIT_WITH_WHEEL_BYTES) throw new Error(`${vsix} is too large`);
