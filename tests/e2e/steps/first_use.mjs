// From a profile in which there is nothing to the demo project with a server that is ready.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { answer, palette, preview, status, until } from "../editor.mjs";
import { THEMES } from "../screens.mjs";
import { serverOf, storageOf } from "../logs.mjs";

const SET_UP_MS = 8 * 60_000;

/** Stands for a Python that cannot be used: what it answers when it is asked about itself, and what then. */
const fakePython = (root, name, script) => {
  const file = join(root, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
};

export default {
  "the server is offered to be set up, and nothing is done before": async ({ page, root, shot }) => {
    await page.locator(".notification-toast", { hasText: "needs its analysis server" }).first().waitFor();
    if (!(await status(page)).includes("not installed")) throw new Error(await status(page));
    if (storageOf(root).length > 0) throw new Error("something was written before anybody agreed");
    await shot("setup-question", THEMES);
    await answer(page, "needs its analysis server", "Set Up");
  },

  "a Python that is missing or too old, and a full disk, are named": async ({ page, root, use }) => {
    await page.locator(".notification-toast", { hasText: "names /gone/python3, which is not Python" }).first().waitFor();
    if (!(await status(page)).includes("setup stopped")) throw new Error(await status(page));
    await use({ "rca.python.path": fakePython(root, "python-old", "echo python 3 9 2 1") });
    await answer(page, "which is not Python", "Try Again");
    await page.locator(".notification-toast", { hasText: "needs Python 3.11 or newer; found: 3.9.2" }).first().waitFor();
    const full = 'case "$*" in *venv*) case "$*" in *import*) echo python 3 11 2 1 ;; *) echo "OSError: [Errno 28] No space left on device"; exit 1 ;; esac ;; esac';
    await use({ "rca.python.path": fakePython(root, "python-full", full) });
    await answer(page, "needs Python 3.11 or newer", "Try Again");
    await page.locator(".notification-toast", { hasText: "Free disk space" }).first().waitFor();
    await use({});
    await answer(page, "Free disk space", "Try Again");
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
    await shown.getByText("the extension's own environment").first().waitFor();
    await shown.getByText("Version", { exact: true }).first().waitFor();
    await palette(page, "Kotlin RCA: Focus on Errors View");
    await page.getByText("No errors yet.").first().waitFor();
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
    await page.locator(".getting-started-step").getByText("Open Demo Project", { exact: true }).first().click();
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "In the extension's storage" }).first().click();
    await page.waitForURL(/folder=.*larder/);
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "gradlew" }).first().waitFor();
    await until("the server to be ready", async () => (await status(page)).includes("ready"));
  },
};
