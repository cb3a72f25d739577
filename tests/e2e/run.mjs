// Drives the packaged extension in a real VS Code, as a person would, on the example app.
// Each step fails the run by throwing; the screenshot of the moment and the extension's log are kept then.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { answer, hide, open, palette, preview, quickInput, runInTerminal, startEditor, until } from "./editor.mjs";

const repository = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
const { values: options } = parseArgs({
  options: {
    home: { type: "string" },
    wheels: { type: "string" },
    "update-images": { type: "boolean", default: false },
  },
});
const kept = join(repository, ".cache", "e2e");
const shots = options["update-images"] ? join(repository, "docs", "images") : kept;
for (const folder of [kept, shots]) mkdirSync(folder, { recursive: true });

const BASKET = "feature/basket/src/main/kotlin/com/example/larder/basket";

/** A command that fails with this output. Like a build it takes a moment: of one that ends at once the editor tells nothing. */
const failing = (file) => `sleep 1; cat ${file}; sleep 1; false`;

/** Stands for a Python that cannot be used: what it answers when it is asked about itself, and what then. */
const fakePython = (root, name, script) => {
  const file = join(root, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
};

/** What the status item says. */
const status = (page) => page.locator(".statusbar-item", { hasText: "Kotlin RCA" }).first().getAttribute("aria-label");

const SET_UP_MS = 8 * 60_000;
const TASK = "./gradlew :feature:recipe:compileDebugKotlin";

const steps = {
  "the server is offered to be set up, and nothing is done before": async ({ page, root, shot }) => {
    await page.locator(".notification-toast", { hasText: "needs its analysis server" }).first().waitFor();
    if (!(await status(page)).includes("not installed")) throw new Error(await status(page));
    if (storageOf(root).length > 0) throw new Error("something was written before anybody agreed");
    await shot("setup-question", THEMES);
    await answer(page, "needs its analysis server", "Set Up");
  },

  "a Python that is missing or too old, and a full disk, are named": async ({ page, root, use }) => {
    await page.locator(".notification-toast", { hasText: "names /gone/python3, which is no Python" }).first().waitFor();
    await use({ "rca.python.path": fakePython(root, "python-old", "echo python 3 9 2 1") });
    await answer(page, "which is no Python", "Try Again");
    await page.locator(".notification-toast", { hasText: "needs Python 3.11 or newer; there is 3.9.2" }).first().waitFor();
    const full = 'case "$*" in *venv*) case "$*" in *import*) echo python 3 11 2 1 ;; *) echo "OSError: [Errno 28] No space left on device"; exit 1 ;; esac ;; esac';
    await use({ "rca.python.path": fakePython(root, "python-full", full) });
    await answer(page, "needs Python 3.11 or newer", "Try Again");
    await page.locator(".notification-toast", { hasText: "Free some space" }).first().waitFor();
    await use({});
    await answer(page, "Free some space", "Try Again");
  },

  "the extension sets its server up": async ({ page, shot }) => {
    await page.locator(".notification-toast", { hasText: "Setting up Kotlin RCA" }).first().waitFor();
    await until("a step", async () => /setting up: (making|installing)/.test(await status(page)));
    await shot("setup-progress");
    await until("the server to be ready", async () => (await status(page)).includes("ready"), SET_UP_MS);
  },

  "a folder without Kotlin is no trouble, and the status says how the server is": async ({ page, root }) => {
    await palette(page, "Kotlin RCA: Show Status");
    const shown = await preview(page, "Kotlin RCA status");
    await shown.getByText("ready").first().waitFor();
    await shown.getByText("the environment that the extension made").first().waitFor();
    await shown.getByText('"version"').first().waitFor();
    await palette(page, "Kotlin RCA: Focus on Errors View");
    await page.getByText("No error has come by.").first().waitFor();
    if ((await page.locator(".notification-toast").count()) > 0) throw new Error("a message popped up");
    if (serverOf(root) === undefined) throw new Error("no server runs");
  },

  "the demo project is opened from the walkthrough": async ({ page, shot }) => {
    await palette(page, "Welcome: Open Walkthrough");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "Get Started with Kotlin RCA" }).first().click();
    // Done before the walkthrough was opened, and ticked all the same.
    await page.locator(".getting-started-step", { hasText: "Set up the server" }).locator("[role=checkbox][aria-checked=true]").first().waitFor();
    await page.locator(".getting-started-step", { hasText: "Open the demo project" }).first().click();
    await page.waitForTimeout(1_500);
    await shot("walkthrough", THEMES);
    await page.locator(".getting-started-step").getByText("Open the Demo Project", { exact: true }).first().click();
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "In the extension's storage" }).first().click();
    await page.waitForURL(/folder=.*larder/);
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "gradlew" }).first().waitFor();
    await until("the server to be ready", async () => (await status(page)).includes("ready"));
  },

  "a failing Gradle task shows up by itself": async ({ page, shot }) => {
    await page.keyboard.press("Control+`");
    await page.locator(".terminal-wrapper.active .xterm-screen").first().waitFor();
    await until("the shell's integration", async () => {
      await runInTerminal(page, "true");
      await page.waitForTimeout(1000);
      return page.locator(".terminal-command-decoration.codicon-terminal-decoration-success").count();
    });
    await runInTerminal(page, TASK);
    await palette(page, "Kotlin RCA: Focus on Errors View");
    const row = page.locator(".pane-body .monaco-list-row", { hasText: "stepText" });
    await row.first().waitFor();
    await until("its culprit", async () => (await row.first().textContent()).includes("RecipeScreen.kt:20"));
    await shot("task", THEMES);
    await hide(page, "panel", "Control+J");
    await row.first().click();
    const report = await preview(page, "Project frames");
    await report.getByText("stepText").first().waitFor();
    await hide(page, "sidebar", "Control+B");
    await shot("task-report", THEMES);
  },

  "the report leads to the culprit, and from there to its callers": async ({ page, shot }) => {
    const report = await preview(page, "Project frames");
    await report.getByRole("button", { name: "RecipeScreen.kt:20" }).first().click();
    await page.locator(".tab.active", { hasText: "RecipeScreen.kt" }).waitFor();
    await page.locator(".statusbar-item", { hasText: "Ln 20," }).waitFor();
    await shot("culprit", THEMES);
    await palette(page, "Kotlin RCA: Find Callers");
    const rows = page.locator(".quick-input-list .monaco-list-row");
    await rows.filter({ hasText: "RecipeScreen" }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".quick-input-widget").first().waitFor({ state: "hidden" });
  },

  "its solution is kept; when the task fails again it is the same error, that solution first": async ({ page, shot }) => {
    await palette(page, "Kotlin RCA: Record What Fixed the Error");
    await page.locator(".monaco-editor .view-line", { hasText: "Why did it happen?" }).first().waitFor();
    await page.keyboard.press("Control+A");
    const told = ["# Error", "Unresolved reference stepText", "# Cause", "The state's names were shortened.", "# Solution", "Use current and steps.size."];
    await page.keyboard.insertText(told.join("\n\n"));
    await palette(page, "Kotlin RCA: Save Solution");
    await page.locator(".notification-toast", { hasText: "The solution is kept" }).first().waitFor();
    await palette(page, "Notifications: Clear All Notifications");
    await runInTerminal(page, TASK);
    await palette(page, "Kotlin RCA: Focus on Errors View");
    const row = page.locator(".pane-body .monaco-list-row", { hasText: "stepText" });
    await until("it to have come up twice", async () => (await row.first().textContent()).includes("×2"));
    await hide(page, "panel", "Control+J");
    await row.first().click();
    const report = await preview(page, "The state's names were shortened.");
    await until("the solution to come first", async () =>
      (await report.locator("article").first().textContent()).includes("The state's names were shortened."),
    );
    await report.locator("article").first().getByText("same", { exact: true }).waitFor();
    await report.locator("article").first().scrollIntoViewIfNeeded();
    await shot("task-known", THEMES);
    await hide(page, "sidebar", "Control+B");
  },

  "a crash in the terminal shows up by itself": async ({ page, shot }) => {
    await runInTerminal(page, failing("errors/01-crash.txt"));
    const badge = page.locator(".activitybar .action-item", { hasText: "1" }).filter({ has: page.locator(".badge-content") });
    await badge.first().waitFor();
    await palette(page, "Kotlin RCA: Focus on Errors View");
    const row = page.locator(".pane-body .monaco-list-row", { hasText: "NullPointerException" });
    await row.first().waitFor();
    await until("its culprit", async () => (await row.first().textContent()).includes("PriceLabel.kt:11"));
    await shot("errors");
    await hide(page, "panel", "Control+J");
    await row.first().click();
    const report = await preview(page, "java.lang.NullPointerException");
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
    await page.locator(".monaco-editor.focused").first().waitFor();
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
    await palette(page, "Notifications: Clear All Notifications");
    await runInTerminal(page, failing("errors/01-crash.txt"));
    await palette(page, "Kotlin RCA: Focus on Errors View");
    const row = page.locator(".pane-body .monaco-list-row", { hasText: "NullPointerException" });
    await until("it to have come up twice", async () => (await row.first().textContent()).includes("×2"));
    await hide(page, "panel", "Control+J");
    await row.first().click();
    const report = await preview(page, "A deal without a price.");
    await until("the solution to come first", async () =>
      (await report.locator("article").first().textContent()).includes("A deal without a price."),
    );
    await report.locator("article").first().getByText("same", { exact: true }).waitFor();
    await report.locator("article").first().scrollIntoViewIfNeeded();
    await page.locator(".notification-toast").first().waitFor({ state: "hidden" });
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
    await hide(page, "panel", "Control+J");
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

  "50 MB of log in the terminal: the crash at its end is seen, and the editor stays quick": async ({ page }) => {
    const line = "11-18 09:41:07.882  9214  9214 I LarderNet: basket b-2071 loaded in 184 ms";
    await runInTerminal(page, `yes '${line}' | head -c 50000000; cat errors/03-coroutine.txt; sleep 1; false`);
    await palette(page, "Kotlin RCA: Focus on Errors View");
    const row = page.locator(".pane-body .monaco-list-row", { hasText: "NumberFormatException" });
    // The terminal itself takes minutes for it on a busy machine.
    await row.first().waitFor({ timeout: 300_000 });
    const asked = Date.now();
    await palette(page, "Kotlin RCA: Show Status");
    await preview(page, "Kotlin RCA status");
    if (Date.now() - asked > 15_000) throw new Error(`the server took ${Date.now() - asked} ms to answer`);
  },

  "5,000 problems of one build: one line of the Errors view, and a bounded list of problems": async ({ page }) => {
    const each = "e: file:///home/dev/larder/feature/recipe/src/main/kotlin/com/example/larder/recipe/RecipeScreen.kt:%d:9 Unresolved reference 'missing%d'.";
    const build = `seq 5000 | awk '{printf "${each}\\n", $1 % 24 + 1, $1}'`;
    await runInTerminal(page, `echo '> Task :feature:recipe:compileDebugKotlin FAILED'; ${build.replaceAll("'missing%d'", "missing%d")}; echo 'BUILD FAILED in 4s'; sleep 1; false`);
    await palette(page, "Kotlin RCA: Focus on Errors View");
    const rows = page.locator(".pane-body .monaco-list-row", { hasText: "missing" });
    await rows.first().waitFor();
    const count = await page.locator(".pane-body .monaco-list-row").count();
    if (count > 12) throw new Error(`${count} lines`);
    if ((await page.locator(".notification-toast").count()) > 0) throw new Error("a message popped up");
    await palette(page, "Kotlin RCA: Dismiss All Errors");
  },

  "a bug report tells how everything is, and not who or where": async ({ page, root }) => {
    await palette(page, "Kotlin RCA: Collect a Bug Report");
    await page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
    await page.locator(".monaco-editor .view-line", { hasText: "Kotlin RCA: bug report" }).first().waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+C");
    const text = await page.evaluate(() => navigator.clipboard.readText());
    for (const part of ["## Versions", "extension 0.", "## Doctor", "## Log", "chromadb"]) {
      if (!text.includes(part)) throw new Error(`the report lacks ${part}: ${text.slice(0, 2_000)}`);
    }
    if (text.includes(root)) throw new Error(`the report tells where: ${text.slice(text.indexOf(root) - 100).slice(0, 300)}`);
    await page.keyboard.press("Escape");
  },

  "a wrong setting is named": async ({ page, use }) => {
    await use({ "rca.codeNavigation": "maybe" });
    await page.locator(".notification-toast", { hasText: "The setting rca.codeNavigation must be one of on, off, auto." }).first().waitFor();
    await use({});
    await palette(page, "Notifications: Clear All Notifications");
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
/** Besides the dark theme; the editor follows what the browser says that the person prefers. */
const THEMES = {
  light: { media: { colorScheme: "light" }, mark: ".monaco-workbench.vs" },
  contrast: { media: { colorScheme: "dark", forcedColors: "active" }, mark: ".monaco-workbench.hc-black" },
};
const base = {
  "window.autoDetectColorScheme": true,
  "window.autoDetectHighContrast": true,
  "workbench.preferredDarkColorTheme": "Default Dark Modern",
  "workbench.preferredLightColorTheme": "Default Light Modern",
  "rca.python.wheels": options.wheels,
  // What a new profile offers by itself would lie over what is tested.
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
const editor = await startEditor({ home: options.home, vsix: vsix(), settings: { ...base, "rca.python.path": "/gone/python3" } });
/** Change settings of the machine, as a person does in the file: these, and no others besides those of every run. */
const use = async (more) => {
  const { page } = editor;
  await palette(page, "Preferences: Open Remote Settings (JSON)");
  await page.locator(".monaco-editor.focused .view-line", { hasText: "rca.python.wheels" }).first().waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(JSON.stringify({ "rca.python.wheels": options.wheels, ...more }, undefined, 2));
  await page.keyboard.press("Control+S");
  await page.waitForTimeout(1_000);
  await palette(page, "View: Close Editor");
  await page.waitForTimeout(500);
};
/** Take a screenshot; in other themes too where they are given. */
const shot = async (name, themes = {}) => {
  const { page } = editor;
  const take = (file) => page.screenshot({ path: join(shots, `${file}.png`) });
  await take(name);
  for (const [theme, { media, mark }] of Object.entries(themes)) {
    await page.emulateMedia(media);
    await page.locator(mark).first().waitFor();
    await page.waitForTimeout(700);
    await take(`${name}-${theme}`);
    await page.emulateMedia({ colorScheme: "dark", forcedColors: "none" });
    await page.locator(".monaco-workbench.vs-dark").first().waitFor();
  }
};
let passed = 0;
try {
  for (const [name, step] of Object.entries(steps)) {
    await step({ ...editor, shot, use });
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

/** What lies in the extension's storage. */
function storageOf(root) {
  const storage = join(root, "data", "User", "globalStorage", "kotlin-rca.kotlin-rca");
  return existsSync(storage) ? readdirSync(storage) : [];
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
