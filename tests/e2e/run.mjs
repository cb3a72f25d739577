// Drives the packaged extension in a real VS Code, as a person would, on the example app.
// Each step fails the run by throwing; the screenshot of the moment and the extension's log are kept then.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { palette, startEditor } from "./editor.mjs";
import { WORKSPACES } from "./inhost/workspaces.mjs";
import { FOLLOWS_BROWSER, camera } from "./screens.mjs";
import crash from "./steps/crash.mjs";
import failingTask from "./steps/failing_task.mjs";
import firstUse from "./steps/first_use.mjs";
import solutions from "./steps/solutions.mjs";
import restricted from "./steps/restricted.mjs";
import trouble from "./steps/trouble.mjs";
import { logOf } from "./logs.mjs";

const repository = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
const { values: options } = parseArgs({
  options: {
    home: { type: "string" },
    wheels: { type: "string" },
    grep: { type: "string" },
    "update-images": { type: "boolean", default: false },
  },
});
const kept = join(repository, ".cache", "e2e");
const shots = options["update-images"] ? join(repository, "docs", "images") : kept;
for (const folder of [kept, shots]) mkdirSync(folder, { recursive: true });

/** Settings without which what a new profile offers by itself would lie over what is tested. */
const QUIET = {
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  // Settings would open over everything else.
  "workbench.editor.useModal": "off",
  "editor.minimap.enabled": false,
  "telemetry.telemetryLevel": "off",
  // Its copy of a command's first line lies over the terminal, and a click on it scrolls away.
  "terminal.integrated.stickyScroll.enabled": false,
  // Drawn as text in the page, so that it can be read.
  "terminal.integrated.gpuAcceleration": "off",
};

const wanted = new RegExp(options.grep ?? "");
const chosen = (theme) => Object.entries(theme).filter(([name]) => wanted.test(name));
const later = [failingTask, crash, solutions, trouble, restricted].flatMap(chosen);
/** A few steps of later themes need no first use: the example app is opened with this checkout's server. */
const begins = chosen(firstUse).length > 0;
const steps = begins ? [...Object.entries(firstUse), ...later] : later;
const ownServer = resolve(process.env.RCA_SERVER ?? join(repository, ".venv", "bin", "rca"));
const server = begins ? { "rca.python.path": "/gone/python3" } : { "rca.server.command": ownServer };

const editor = await startEditor({
  home: options.home,
  vsix: vsix(),
  settings: { ...FOLLOWS_BROWSER, ...QUIET, "rca.python.wheels": options.wheels, ...server },
  prepare: begins ? emptyFolder : exampleApp,
});
const { page, root } = editor;
const shot = camera(page, shots);
const started = Date.now();
let passed = 0;
try {
  for (const [name, step] of steps) {
    await step({ page, root, shot, use, openApart });
    passed += 1;
    console.log(`ok   ${name} (${((Date.now() - started) / 1000).toFixed(0)} s)`);
  }
} catch (problem) {
  console.error(`FAIL ${steps[passed][0]}`, problem);
  await page.screenshot({ path: join(kept, "failure.png") });
  const log = logOf(root);
  writeFileSync(join(kept, "failure.log"), log);
  console.error(log.slice(-4_000));
  process.exitCode = 1;
} finally {
  await editor.stop();
}
console.log(`${passed} passed, ${steps.length - passed} failed; screenshots in ${shots}`);
if (steps.length === 0) process.exitCode = 1;

/** Open the example app in an editor of its own, with this checkout's server, for as long as something is done with it. */
async function openApart(more, act) {
  const settings = { ...FOLLOWS_BROWSER, ...QUIET, "rca.server.command": ownServer };
  const apart = await startEditor({ home: options.home, vsix: vsix(), settings, prepare: exampleApp, ...more });
  try {
    await act({ page: apart.page, shot: camera(apart.page, shots) });
  } catch (problem) {
    await apart.page.screenshot({ path: join(kept, "failure-apart.png") });
    throw problem;
  } finally {
    await apart.stop();
  }
}

/** Change settings of the machine, as a person does in the file: these, and no others besides those of every run. */
async function use(more) {
  await palette(page, "Preferences: Open Remote Settings (JSON)");
  await page.locator(".monaco-editor.focused .view-line", { hasText: "rca.python.wheels" }).first().waitFor();
  await page.keyboard.press("Control+A");
  const always = begins ? {} : server;
  await page.keyboard.insertText(JSON.stringify({ "rca.python.wheels": options.wheels, ...always, ...more }, undefined, 2));
  await page.keyboard.press("Control+S");
  await page.waitForTimeout(1_000);
  await palette(page, "View: Revert and Close Editor");
  await page.waitForTimeout(500);
}

function vsix() {
  const { version } = JSON.parse(readFileSync(join(repository, "vscode-extension", "package.json"), "utf8"));
  return join(repository, "vscode-extension", `kotlin-rca-${version}.vsix`);
}

function exampleApp(root) {
  return WORKSPACES.larder({ root, repository }).folder;
}

function emptyFolder(root) {
  const folder = join(root, "empty");
  mkdirSync(folder);
  return folder;
}
