// Drives the packaged extension in a real VS Code, as a person would, on the example app.
// Each step fails the run by throwing; the screenshot of the moment and the extension's log are kept then.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { open, palette, preview, quickInput, runInTerminal, startEditor, until } from "./editor.mjs";

const repository = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
const { values: options } = parseArgs({
  options: { home: { type: "string" }, "update-images": { type: "boolean", default: false } },
});
const kept = join(repository, ".cache", "e2e");
const shots = options["update-images"] ? join(repository, "docs", "images") : kept;
for (const folder of [kept, shots]) mkdirSync(folder, { recursive: true });

const BASKET = "feature/basket/src/main/kotlin/com/example/larder/basket";

/** A command that fails with this output. Like a build it takes a moment: of one that ends at once the editor tells nothing. */
const failing = (file) => `sleep 1; cat ${file}; sleep 1; false`;

const steps = {
  "the server starts and says how it is": async ({ page }) => {
    await until("the status item", () => page.locator(".statusbar-item", { hasText: "Kotlin RCA" }).isVisible());
    await palette(page, "Kotlin RCA: Show Status");
    const status = await preview(page, "Kotlin RCA status");
    await status.getByText("ready").first().waitFor();
    await status.getByText('"version"').first().waitFor();
    await page.keyboard.press("Control+W");
  },

  "a crash in the terminal shows up by itself": async ({ page, shot }) => {
    await page.keyboard.press("Control+`");
    await page.locator(".terminal-wrapper.active .xterm-screen").first().waitFor();
    await until("the shell's integration", async () => {
      await runInTerminal(page, "true");
      await page.waitForTimeout(1000);
      return page.locator(".terminal-command-decoration.codicon-terminal-decoration-success").count();
    });
    await runInTerminal(page, failing("errors/01-crash.txt"));
    const badge = page.locator(".activitybar .action-item", { hasText: "1" }).filter({ has: page.locator(".badge-content") });
    await badge.first().waitFor();
    await palette(page, "Kotlin RCA: Focus on Errors View");
    const row = page.locator(".pane-body .monaco-list-row", { hasText: "NullPointerException" });
    await row.first().waitFor();
    await until("its culprit", async () => (await row.first().textContent()).includes("PriceLabel.kt:11"));
    await shot("errors");
    await palette(page, "View: Hide Panel");
    await row.first().click();
    const report = await preview(page, "Project frames");
    await report.getByRole("heading", { name: "NullPointerException", exact: true }).waitFor();
    await page.keyboard.press("Control+B");
  },

  "a selected crash becomes a report": async ({ page, shot }) => {
    await open(page, "errors/01-crash.txt");
    await page.locator(".monaco-editor .view-lines").first().click();
    await page.keyboard.press("Control+A");
    await palette(page, "Kotlin RCA: Analyze Error from Selection");
    const report = await preview(page, "Project frames");
    await report.getByRole("heading", { name: "NullPointerException", exact: true }).waitFor();
    await report.getByRole("button", { name: "PriceLabel.kt:11" }).first().waitFor();
    await report.getByRole("button", { name: "BasketAdapter.kt:26" }).first().waitFor();
    await shot("report");
  },

  "a link of the report opens the code beside it": async ({ page, shot }) => {
    const report = await preview(page, "Project frames");
    await report.getByRole("button", { name: "PriceLabel.kt:11" }).first().click();
    await page.locator(".tab.active", { hasText: "PriceLabel.kt" }).waitFor();
    await page.locator(".statusbar-item", { hasText: "Ln 11," }).waitFor();
    if (!(await report.getByRole("heading", { name: "Project frames" }).isVisible())) throw new Error("the report is covered");
    await shot("report-link");
  },

  "callers of the function at the cursor are listed": async ({ page, shot }) => {
    await open(page, `${BASKET}/PriceLabel.kt:11`);
    await palette(page, "Kotlin RCA: Find Callers");
    const rows = page.locator(".quick-input-list .monaco-list-row");
    await rows.filter({ hasText: "BasketAdapter.onBindViewHolder" }).first().waitFor();
    await page.waitForTimeout(500);
    await shot("callers");
    await rows.filter({ hasText: "BasketAdapter.onBindViewHolder" }).first().click();
    await page.locator(".tab.active", { hasText: "BasketAdapter.kt" }).waitFor();
    await page.locator(".statusbar-item", { hasText: "Ln 26," }).waitFor();
  },

  "the editor's own call hierarchy, definition and symbols know the code": async ({ page, shot }) => {
    await open(page, `${BASKET}/PriceLabel.kt:9:9`);
    await palette(page, "Calls: Show Call Hierarchy");
    const calls = page.locator(".pane-body .monaco-list-row", { hasText: "onBindViewHolder" });
    await calls.first().waitFor();
    await shot("call-hierarchy");
    await open(page, `${BASKET}/PriceLabel.kt:11:25`);
    await page.keyboard.press("F12");
    await page.locator(".statusbar-item", { hasText: "Ln 17," }).waitFor();
    await quickInput(page, "Control+T", "#bindVH");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "onBindViewHolder" }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+B");
  },

  "what fixed an error is kept, and the error is known when it comes back": async ({ page, shot }) => {
    await palette(page, "Kotlin RCA: Record What Fixed the Error");
    await page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
    await page.locator(".monaco-editor .view-line", { hasText: "Why did it happen?" }).first().waitFor();
    await page.keyboard.press("Control+A");
    const told = ["# Error", "NullPointerException", "# Cause", "A deal without a price.", "# Solution", "Show no label then."];
    await page.keyboard.insertText(told.join("\n\n"));
    await shot("solution-form");
    await palette(page, "Kotlin RCA: Save Solution");
    await page.locator(".notification-toast", { hasText: "The solution is kept" }).first().waitFor();
    await runInTerminal(page, failing("errors/01-crash.txt"));
    await palette(page, "Kotlin RCA: Focus on Errors View");
    const row = page.locator(".pane-body .monaco-list-row", { hasText: "NullPointerException" });
    await until("it to have come up twice", async () => (await row.first().textContent()).includes("×2"));
    await palette(page, "View: Hide Panel");
    await row.first().click();
    const report = await preview(page, "A deal without a price.");
    await until("the solution to come first", async () =>
      (await report.locator("article").first().textContent()).includes("A deal without a price."),
    );
    await report.locator("article").first().getByText("same", { exact: true }).waitFor();
    await report.locator("article").first().scrollIntoViewIfNeeded();
    await shot("known");
    await page.keyboard.press("Control+B");
  },

  "a failing command in the terminal is analyzed": async ({ page, shot }) => {
    await runInTerminal(page, failing("errors/06-kotlinc.txt"));
    const problems = page.locator(".panel .action-item", { hasText: "Problems" }).locator(".badge-content");
    await until("the build's messages as problems", () => problems.first().isVisible());
    await palette(page, "Kotlin RCA: Analyze Error from Terminal");
    const report = await preview(page, "Kotlin compile error");
    await report.getByRole("button", { name: ".kt:" }).first().waitFor();
    await shot("terminal");
    await palette(page, "View: Hide Panel");
  },

  "past solutions are searched by words": async ({ page, shot }) => {
    await palette(page, "Kotlin RCA: Search Past Solutions");
    const box = page.locator(".quick-input-widget:visible", { hasText: "Search past solutions" });
    await box.locator(".quick-input-box input").fill("NullPointerException: lateinit property has not been initialized");
    await page.keyboard.press("Enter");
    const found = await preview(page, "lateinit property has not been initialized");
    await found.getByText("Solution.").first().waitFor();
    await shot("solutions");
  },

  "a server that dies is started again": async ({ page, root }) => {
    const dead = serverOf(root);
    process.kill(dead, "SIGKILL");
    await until("a new server", () => serverOf(root) !== undefined && serverOf(root) !== dead);
    await until("the status to be ready", async () => {
      const label = await page.locator(".statusbar-item", { hasText: "Kotlin RCA" }).first().getAttribute("aria-label");
      return label?.includes("ready");
    });
  },
};

const started = Date.now();
const editor = await startEditor({
  home: options.home,
  vsix: vsix(),
  prepare: (target) => {
    const script = `import sys; from pathlib import Path; from examples.history import build; build(Path(sys.argv[1]))`;
    execFileSync(join(repository, ".venv", "bin", "python"), ["-c", script, target], { cwd: repository, stdio: "inherit" });
  },
  settings: {
    "rca.server.command": resolve(process.env.RCA_SERVER ?? join(repository, ".venv", "bin", "rca")),
    // What a new profile offers by itself would lie over what is tested.
    "chat.disableAIFeatures": true,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": false,
    "editor.minimap.enabled": false,
    "telemetry.telemetryLevel": "off",
    // Its copy of a command's first line lies over the terminal, and a click on it scrolls away.
    "terminal.integrated.stickyScroll.enabled": false,
    // Drawn as text in the page, so that it can be read.
    "terminal.integrated.gpuAcceleration": "off",
  },
});
const shot = (name) => editor.page.screenshot({ path: join(shots, `${name}.png`) });
let passed = 0;
try {
  for (const [name, step] of Object.entries(steps)) {
    await step({ ...editor, shot });
    passed += 1;
    console.log(`ok   ${name} (${((Date.now() - started) / 1000).toFixed(0)} s)`);
  }
} catch (problem) {
  console.error(`FAIL ${Object.keys(steps)[passed]}`, problem);
  await editor.page.screenshot({ path: join(kept, "failure.png") });
  keepLog(editor.root);
  process.exitCode = 1;
} finally {
  await editor.stop();
}
console.log(`${passed} passed, ${Object.keys(steps).length - passed} failed; screenshots in ${shots}`);

function vsix() {
  const { version } = JSON.parse(readFileSync(join(repository, "vscode-extension", "package.json"), "utf8"));
  return join(repository, "vscode-extension", `kotlin-rca-${version}.vsix`);
}

/** Finds the language server that this editor started: the process that has this run's data folder in its environment. */
function serverOf(root) {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      if (command.includes("serve") && environment.includes(`RCA_DATA_DIR=${join(root, "rca")}`)) return Number(pid);
    } catch {
      // The process ended while it was looked at.
    }
  }
  return undefined;
}

function keepLog(root) {
  const log = readdirSync(root, { recursive: true }).find((name) => name.endsWith("Kotlin RCA.log"));
  if (log === undefined) return;
  copyFileSync(join(root, log), join(kept, "failure.log"));
  console.error(readFileSync(join(root, log), "utf8").slice(-4000));
}
