// From a packaged extension to the first answer, in a new VS Code: how long it takes and what it weighs.
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { answer, open, palette, preview, startEditor, status, until } from "./editor.mjs";
import { WORKSPACES } from "./inhost/workspaces.mjs";
import { logOf } from "./logs.mjs";

const repository = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
const SET_UP_MS = 15 * 60_000;
const { values: options } = parseArgs({ options: { home: { type: "string" }, vsix: { type: "string" } } });

const editor = await startEditor({
  home: options.home,
  vsix: options.vsix,
  settings: { "chat.disableAIFeatures": true, "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off" },
  prepare: (root) => WORKSPACES.larder({ root, repository }).folder,
});
const { page, root } = editor;
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`;
const megabytes = (path) => `${(Number(execFileSync("du", ["-sb", path], { encoding: "utf8" }).split("\t")[0]) / 1e6).toFixed(0)} MB`;
try {
  const asked = Date.now();
  await answer(page, "needs its analysis server", "Set Up");
  await until("the server to be ready", async () => (await status(page)).includes("ready"), SET_UP_MS);
  const ready = seconds(asked);
  await open(page, "errors/01-crash.txt");
  await page.locator(".editor-group-container.active .monaco-editor .view-lines", { hasText: "FATAL EXCEPTION" }).click();
  await page.keyboard.press("Control+A");
  await palette(page, "Kotlin RCA: Analyze Error from Selection");
  const report = await preview(page, "What happened and why");
  await report.getByRole("button", { name: "PriceLabel.kt:11" }).first().waitFor();
  console.log(`the file: ${(statSync(options.vsix).size / 1e6).toFixed(0)} MB; installed: ${megabytes(join(root, "extensions"))}`);
  console.log(`the server's environment: ${megabytes(join(root, "data", "User", "globalStorage"))}`);
  console.log(`agreed to the set-up → ready: ${ready}; → first report: ${seconds(asked)}`);
  console.log("1 passed, 0 failed");
} catch (problem) {
  mkdirSync(join(repository, ".cache", "e2e"), { recursive: true });
  await page.screenshot({ path: join(repository, ".cache", "e2e", "failure-platform.png") });
  console.error(problem, logOf(root).slice(-4_000));
  process.exitCode = 1;
} finally {
  await editor.stop();
}
