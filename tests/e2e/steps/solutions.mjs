// What fixed an error is kept and found; a build is analyzed from the terminal.
import { failing, hide, palette, preview, runInTerminal, until } from "../editor.mjs";

export default {
  "what fixed an error is kept, and the error is known when it comes back": async ({ page, shot }) => {
    await palette(page, "Kotlin RCA: Record Fix of Error");
    await page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
    await page.locator(".monaco-editor .view-line", { hasText: "Why did it happen?" }).first().waitFor();
    await page.keyboard.press("Control+A");
    const told = ["# Error", "NullPointerException", "# Cause", "A deal without a price.", "# Solution", "Show no label then."];
    await page.keyboard.insertText(told.join("\n\n"));
    await shot("solution-form");
    await palette(page, "Kotlin RCA: Save Solution");
    await page.locator(".notification-toast", { hasText: "The solution is saved" }).first().waitFor();
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
    await report.locator("article").first().getByText("Solved before, today").waitFor();
    await report.locator("article").first().scrollIntoViewIfNeeded();
    await page.locator(".notification-toast").first().waitFor({ state: "hidden" });
    await shot("known");
    await page.keyboard.press("Control+B");
  },

  "a failing command in the terminal is analyzed, one that has printed nothing yet too": async ({ page, shot }) => {
    await runInTerminal(page, failing("errors/06-kotlinc.txt"));
    await palette(page, "Kotlin RCA: Analyze Error from Terminal");
    const report = await preview(page, "Kotlin compile error");
    await report.getByRole("button", { name: ".kt:" }).first().waitFor();
    const problems = page.locator(".panel .action-item", { hasText: "Problems" }).locator(".badge-content");
    await until("the build's messages as problems", () => problems.first().isVisible());
    await page.locator(".terminal-wrapper.active .xterm-rows", { hasText: "BUILD FAILED in 4s" }).first().waitFor();
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
};
