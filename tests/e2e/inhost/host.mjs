// One VS Code from a clean profile that runs a mocha suite inside its extension host, on the extension's sources.
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BROWSER, STEP_MS, endWithUs, until } from "../editor.mjs";
import { startPageDriver } from "./page_driver.mjs";

const SUITE_MS = 20 * 60_000;
const CAPTURES_MS = 45 * 60_000;

/**
 * Run a suite; give what failed, by the topmost groups of its tests, or by the suite's own name where it did not come
 * to an end. `prepare` makes the workspace and says what to open.
 */
export async function runInHost({ repository, home, suite, prepare, grep, shots, keep, settings = {}, environment = {} }) {
  const root = mkdtempSync(join(tmpdir(), "kotlin-rca-inhost-"));
  mkdirSync(shots, { recursive: true });
  const opened = await prepare({ root, repository });
  const extension = join(repository, "vscode-extension");
  const data = join(root, "data");
  for (const scope of ["User", "Machine"]) mkdirSync(join(data, scope), { recursive: true });
  writeFileSync(join(data, "User", "settings.json"), JSON.stringify({ ...QUIET, ...settings }));
  // The server's folder is the remote machine here: of the user's own settings those of a machine do not count.
  const command = resolve(process.env.RCA_SERVER ?? join(repository, ".venv", "bin", "rca"));
  writeFileSync(join(data, "Machine", "settings.json"), JSON.stringify({ "rca.server.command": command }));
  writeFileSync(join(root, "config.yaml"), "");
  writeFileSync(join(root, ".bashrc"), "PS1='\\W $ '\n");

  const [port, driverPort] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    HOME: root,
    EXTENSIONS_GALLERY: "{}",
    RCA_DATA_DIR: join(root, "rca"),
    VSCODE_IPC_HOOK_CLI: "",
    PAGE_DRIVER: `http://127.0.0.1:${driverPort}`,
    SUITE: join(extension, "out", "host", suite),
    SUITE_GREP: grep ?? "",
    SUITE_FAILED: join(root, "failed.json"),
    ...opened.environment,
    ...environment,
  };
  const log = openSync(join(root, "server.log"), "w");
  const server = spawn(
    join(home, "node-home", "bin", "node"),
    [
      join(home, "node_modules", "code-server", "out", "node", "entry.js"),
      ...["--config", join(root, "config.yaml"), "--user-data-dir", data, "--extensions-dir", join(root, "extensions")],
      ...["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"],
      ...["--disable-workspace-trust", "--disable-getting-started-override", "--disable-proxy"],
      ...["--vscode-option", "enable-smoke-test-driver"],
    ],
    // A process group of its own, so that it can be ended with all its children.
    { env, stdio: ["ignore", log, log], detached: true },
  );
  endWithUs(server);
  const origin = `http://127.0.0.1:${port}`;
  let browser, driver;
  let failed;
  try {
    await until("the editor's server", async () => (await fetch(`${origin}/healthz`)).ok);
    const { chromium } = createRequire(join(home, "driver", "package.json"))("playwright-core");
    browser = await chromium.launch(BROWSER);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_MS);
    driver = startPageDriver({ page, port: driverPort, shots, axe: join(extension, "node_modules", "axe-core", "axe.min.js") });
    const ended = new Promise((settle) => {
      void page.exposeFunction("codeAutomationExit", (code) => settle(code));
      // Asked for by the editor; the suite tells through the page driver what it finds.
      void page.exposeFunction("codeAutomationLog", () => undefined);
    });
    const uri = (path) => `vscode-remote://127.0.0.1:${port}${path}`;
    const payload = JSON.stringify([
      ["extensionDevelopmentPath", uri(resolve(environment.EXTENSION ?? extension))],
      ["extensionTestsPath", uri(join(extension, "out", "host", "index"))],
    ]);
    const target = opened.workspace === undefined ? `folder=${opened.folder}` : `workspace=${opened.workspace}`;
    await page.goto(`${origin}/?${target}&payload=${encodeURIComponent(payload)}`);
    const late = new Promise((settle) => setTimeout(settle, suite === "captures" ? CAPTURES_MS : SUITE_MS, "late").unref());
    const code = await Promise.race([ended, late]);
    failed = code === 0 ? [] : [suite];
    if (failed.length > 0) {
      const groups = existsSync(env.SUITE_FAILED) ? JSON.parse(readFileSync(env.SUITE_FAILED, "utf8")) : [];
      if (groups.length > 0) failed = groups;
      console.error(`suite ${suite}: ${code === "late" ? "did not end" : `ended with ${code}`}`);
      await page.screenshot({ path: join(shots, `failure-${suite}.png`) });
      keepLog(root, join(shots, `failure-${suite}.log`));
    }
  } finally {
    driver?.close();
    opened.end?.();
    await browser?.close();
    const gone = new Promise((settle) => server.once("exit", settle));
    process.kill(-server.pid, "SIGTERM");
    await gone;
    if (keep) console.log(`kept ${root}`);
    // Its children write for a moment longer.
    else await until("the folder to be gone", () => rmSync(root, { recursive: true, force: true }) ?? true);
  }
  return failed;
}

/** Settings without which a new profile's own offers lie over what is tested. */
const QUIET = {
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "editor.minimap.enabled": false,
  "telemetry.telemetryLevel": "off",
  "terminal.integrated.stickyScroll.enabled": false,
  "terminal.integrated.gpuAcceleration": "off",
  "git.openRepositoryInParentFolders": "never",
};

function keepLog(root, target) {
  const log = readdirSync(root, { recursive: true }).find((name) => name.endsWith("Kotlin RCA.log"));
  if (log !== undefined) copyFileSync(join(root, log), target);
}

function freePort() {
  return new Promise((settle, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => settle(port));
    });
  });
}
