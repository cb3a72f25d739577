// Floods, faults and wrong settings.
import { failing, open, palette, preview, runInTerminal, status, until } from "../editor.mjs";
import { serverOf } from "../logs.mjs";

export default {
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
    await palette(page, "Kotlin RCA: Collect Bug Report");
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

  "a server that dies is started again, and told what the terminals printed": async ({ page, root }) => {
    await runInTerminal(page, failing("errors/01-crash.txt"));
    await palette(page, "Kotlin RCA: Focus on Errors View");
    const row = page.locator(".pane-body .monaco-list-row", { hasText: "NullPointerException" });
    await row.first().waitFor();
    const dead = serverOf(root);
    process.kill(dead, "SIGKILL");
    await until("a new server", () => serverOf(root) !== undefined && serverOf(root) !== dead);
    await until("the status to be ready", async () => (await status(page)).includes("ready"));
    await row.first().waitFor();
  },

  "a report comes back when its window is reloaded, made anew": async ({ openApart }) => {
    await openApart({}, async ({ page, shot }) => {
      await open(page, "errors/01-crash.txt");
      await palette(page, "Kotlin RCA: Analyze Error from File");
      // The dialog begins with the file that is shown.
      await page.locator(".quick-input-widget:visible", { hasText: "Analyze Error from File" }).waitFor();
      await until("the file's name", async () => (await page.locator(".quick-input-widget:visible .quick-input-box input").inputValue()).endsWith("01-crash.txt"));
      await page.keyboard.press("Enter");
      await (await preview(page, "What happened and why")).getByRole("button", { name: "PriceLabel.kt:11" }).first().waitFor();
      // In a browser the editor keeps its state once a minute, and what it begins to write when the page goes may be lost.
      await page.waitForTimeout(65_000);
      await page.reload();
      await page.waitForSelector(".monaco-workbench .part.statusbar");
      const report = await preview(page, "What happened and why");
      await report.getByRole("heading", { name: "NullPointerException", exact: true }).waitFor();
      await shot("reloaded");
      await report.getByRole("button", { name: "BasketAdapter.kt:26" }).first().click();
      await page.locator(".statusbar-item", { hasText: "Ln 26," }).waitFor();
      await palette(page, "Kotlin RCA: Copy Brief for Model");
      await until("the brief", async () => (await page.evaluate(() => navigator.clipboard.readText())).includes("NullPointerException"));
      const tabs = await page.locator(".tab", { hasText: "Error report" }).count();
      if (tabs !== 1) throw new Error(`${tabs} reports are open`);
    });
  },
};
