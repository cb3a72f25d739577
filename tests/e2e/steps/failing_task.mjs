// A task fails, and is understood, solved, and known when it fails again.
import { hide, palette, preview, runInTerminal, until } from "../editor.mjs";
import { THEMES } from "../screens.mjs";

const TASK = "./gradlew :feature:recipe:compileDebugKotlin";

export default {
  "a failing Gradle task shows up by itself": async ({ page, shot }) => {
    await runInTerminal(page, TASK);
    await palette(page, "Kotlin RCA: Focus on Errors View");
    const row = page.locator(".pane-body .monaco-list-row", { hasText: "stepText" });
    await row.first().waitFor();
    await until("its culprit", async () => (await row.first().textContent()).includes("RecipeScreen.kt:20"));
    await shot("task", THEMES);
    await hide(page, "panel", "Control+J");
    await row.first().click();
    const report = await preview(page, "What happened and why");
    await report.getByText("stepText").first().waitFor();
    await hide(page, "sidebar", "Control+B");
    await shot("task-report", THEMES);
  },

  "the report leads to the culprit, and from there to its callers": async ({ page, shot }) => {
    const report = await preview(page, "What happened and why");
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
    await palette(page, "Kotlin RCA: Record Fix of Error");
    await page.locator(".monaco-editor .view-line", { hasText: "Why did it happen?" }).first().waitFor();
    await page.keyboard.press("Control+A");
    const told = ["# Error", "Unresolved reference stepText", "# Cause", "The state's names were shortened.", "# Solution", "Use current and steps.size."];
    await page.keyboard.insertText(told.join("\n\n"));
    await palette(page, "Kotlin RCA: Save Solution");
    await page.locator(".notification-toast", { hasText: "The solution is saved" }).first().waitFor();
    await palette(page, "Notifications: Clear All Notifications");
    await runInTerminal(page, TASK);
    await palette(page, "Kotlin RCA: Show Errors");
    const row = page.locator(".pane-body .monaco-list-row", { hasText: "stepText" });
    await until("it to have come up twice", async () => (await row.first().textContent()).includes("×2"));
    await hide(page, "panel", "Control+J");
    // By the keyboard alone.
    await palette(page, "Kotlin RCA: Show Errors");
    await page.locator(".pane-body .monaco-list:focus-within .monaco-list-row.focused", { hasText: "stepText" }).waitFor();
    await page.keyboard.press("Enter");
    const report = await preview(page, "The state's names were shortened.");
    await until("the solution to come first", async () =>
      (await report.locator("article").first().textContent()).includes("The state's names were shortened."),
    );
    await report.locator("article").first().getByText("Solved before, today").waitFor();
    await report.locator("article").first().scrollIntoViewIfNeeded();
    await shot("task-known", THEMES);
    await hide(page, "sidebar", "Control+B");
  },
};
