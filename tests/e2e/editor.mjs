// One VS Code, served to a headless browser from a clean profile, with a packaged extension installed.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** Long, as a busy machine is slow; what is there already is not waited for. */
export const STEP_MS = 120_000;
const MACHINE = /^rca\.(?:python|server)\./;

/** How the browser is started, here and for the in-host run. */
export const BROWSER = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    ...["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run"],
    ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
  ],
};

/** See that a process group ends when this process does, also when that is ended from outside. */
export function endWithUs(child) {
  const end = () => child.exitCode ?? child.signalCode ?? process.kill(-child.pid, "SIGTERM");
  process.on("exit", end);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
}

/**
 * Start the editor. `home` is what setup.sh made; `prepare` makes the folder, or the file of several, to open below the
 * one that it is given. With `asksForTrust` the folder is not trusted until the person says so.
 */
export async function startEditor({ home, vsix, settings, prepare, asksForTrust = false }) {
  const root = mkdtempSync(join(tmpdir(), "kotlin-rca-e2e-"));
  const workspace = prepare(root);
  const data = join(root, "data");
  // Settings of a machine count in the file of the machine that the extension runs on.
  for (const [folder, holds] of [["User", (name) => !MACHINE.test(name)], ["Machine", (name) => MACHINE.test(name)]]) {
    mkdirSync(join(data, folder), { recursive: true });
    const held = Object.fromEntries(Object.entries(settings).filter(([name]) => holds(name)));
    writeFileSync(join(data, folder, "settings.json"), JSON.stringify(held, undefined, 2));
  }
  writeFileSync(join(root, "config.yaml"), "");
  writeFileSync(join(root, ".bashrc"), "PS1='\\W $ '\n");

  const node = join(home, "node-home", "bin", "node");
  const codeServer = [
    join(home, "node_modules", "code-server", "out", "node", "entry.js"),
    ...["--config", join(root, "config.yaml"), "--user-data-dir", data, "--extensions-dir", join(root, "extensions")],
  ];
  const env = { ...process.env, HOME: root, EXTENSIONS_GALLERY: "{}", RCA_DATA_DIR: join(root, "rca"), VSCODE_IPC_HOOK_CLI: "" };
  // No server may be found that somebody installed: the extension has to set its own up.
  env.PATH = env.PATH.split(delimiter).filter((folder) => !existsSync(join(folder, "rca"))).join(delimiter);
  const log = openSync(join(root, "server.log"), "w");
  execFileSync(node, [...codeServer, "--install-extension", vsix, "--force"], { env, stdio: ["ignore", log, log] });
  const port = await freePort();
  const server = spawn(
    node,
    [
      ...codeServer,
      ...["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"],
      ...["--disable-getting-started-override", "--disable-proxy", ...(asksForTrust ? [] : ["--disable-workspace-trust"])],
    ],
    // A process group of its own, so that it can be ended with all its children.
    { env, stdio: ["ignore", log, log], detached: true },
  );
  endWithUs(server);
  const origin = `http://127.0.0.1:${port}`;
  await until("the editor's server", async () => (await fetch(`${origin}/healthz`)).ok);

  const { chromium } = createRequire(join(home, "driver", "package.json"))("playwright-core");
  const browser = await chromium.launch(BROWSER);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "dark" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  await page.goto(`${origin}/?${workspace.endsWith(".code-workspace") ? "workspace" : "folder"}=${workspace}`);
  await page.waitForSelector(".monaco-workbench .part.statusbar");
  return {
    page,
    root,
    async stop() {
      await browser.close();
      const ended = new Promise((resolve) => server.once("exit", resolve));
      process.kill(-server.pid, "SIGTERM");
      await ended;
      // Its children write for a moment longer.
      await until("the folder to be gone", () => rmSync(root, { recursive: true, force: true }) ?? true);
    },
  };
}

/** What the status item says. */
export function status(page) {
  return page.locator(".statusbar-item", { hasText: "Kotlin RCA" }).first().getAttribute("aria-label");
}

/** Press a button of a message that holds a text. */
export async function answer(page, text, button) {
  const toast = page.locator(".notification-toast", { hasText: text }).first();
  await toast.waitFor();
  await toast.getByRole("button", { name: button, exact: true }).click();
}

/** Run a command by its title, through the palette. */
export async function palette(page, title) {
  // The whole title: others may go on after it ("… from Terminal", "… from Terminal Selection").
  const whole = new RegExp(`${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?! [A-Z])`);
  await take(page, "F1", `>${title}`, page.locator(".quick-input-list .monaco-list-row").filter({ hasText: whole }));
}

/** Hide a part of the window by its key, where it is shown. */
export async function hide(page, part, key) {
  const shown = page.locator(`.part.${part}`);
  await until(`the ${part} to be hidden`, async () => {
    if (!(await shown.isVisible())) return true;
    await page.keyboard.press(key);
    await page.waitForTimeout(1_000);
    return !(await shown.isVisible());
  });
}

/** A command that fails with this output. Like a build it takes a moment: of one that ends at once the editor tells nothing. */
export const failing = (file) => `sleep 1; cat ${file}; sleep 1; false`;

/** Windows whose terminal is known to tell of its commands. */
const integrated = new WeakMap();

/** Type a command into the terminal, which is shown and has the focus then. */
export async function runInTerminal(page, command) {
  const isKnown = integrated.get(page) === page.url();
  // The command that gives it the focus is offered where there is one.
  if (!isKnown) {
    await palette(page, "Terminal: Focus on Terminal View");
    await page.locator(".terminal-wrapper.active .xterm-screen").first().waitFor();
  }
  await palette(page, "Terminal: Focus Terminal");
  if (!isKnown) {
    await until("the shell's integration", async () => {
      await typeInTerminal(page, "true");
      await page.waitForTimeout(1_000);
      return page.locator(".terminal-command-decoration.codicon-terminal-decoration-success").count();
    });
    integrated.set(page, page.url());
  }
  await typeInTerminal(page, command);
}

async function typeInTerminal(page, command) {
  await page.locator(".terminal-wrapper.active .xterm.focus").first().waitFor();
  await page.keyboard.type(`${command}\n`, { delay: 10 });
}

/** Open a workspace file by its path, at a line where one is given (`path:12`). */
export async function open(page, path) {
  const name = path.split("/").at(-1).split(":")[0];
  // The focused one: files opened before stand first until the list is filtered.
  const row = page.locator(".quick-input-list .monaco-list-row.focused").filter({ hasText: name });
  const opened = page.locator(".tab.active").filter({ hasText: name });
  // An editor that is still opening takes the focus, and the key, away from the input.
  await until(`opening ${path}`, async () => {
    await take(page, "Control+P", path, row);
    await opened.waitFor({ timeout: 5_000 });
    return true;
  });
}

/** Open an input, fill it and take the row that it finds; an input that closed before that is opened again. */
async function take(page, key, text, row) {
  await until(`taking ${text}`, async () => {
    await quickInput(page, key, text);
    await row.first().waitFor({ timeout: 10_000 });
    await row.first().click({ timeout: 2_000 });
    return true;
  });
}

function inputOf(page) {
  return page.locator(".quick-input-widget:visible .quick-input-box input");
}

/** Open the input by its key and fill it; a key that came while the focus moved is pressed again. */
export async function quickInput(page, key, text) {
  const input = inputOf(page);
  await until(`the input of ${key}`, async () => {
    await page.keyboard.press(key);
    await input.fill(text, { timeout: 3_000 });
    return true;
  });
}

/** Give the content of the report that holds a text. */
export async function preview(page, text) {
  let found;
  await until(`a report with ${text}`, async () => {
    for (const frame of page.frames().filter((each) => each !== page.mainFrame())) {
      if (await frame.getByText(text).first().isVisible().catch(() => false)) found = frame;
    }
    return found !== undefined;
  });
  return found;
}

/** Wait until a check holds; what it throws counts as not yet. */
export async function until(what, check, milliseconds = STEP_MS) {
  const end = Date.now() + milliseconds;
  let last;
  while (Date.now() < end) {
    try {
      if (await check()) return;
    } catch (problem) {
      last = problem;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`waited ${milliseconds} ms in vain for ${what}`, { cause: last });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
