// A crash becomes a report, and the report leads into the code.
import { failing, hide, open, palette, preview, quickInput, runInTerminal, until } from "../editor.mjs";

const BASKET = "feature/basket/src/main/kotlin/com/example/larder/basket";

export default {
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
    // Beside it another editor may be shown, and the report may still take the focus.
    await page.locator(".editor-group-container.active .monaco-editor .view-lines", { hasText: "FATAL EXCEPTION" }).click();
    await page.keyboard.press("Control+A");
    await palette(page, "Kotlin RCA: Analyze Error from Selection");
    const report = await preview(page, "What happened and why");
    await report.getByRole("heading", { name: "NullPointerException", exact: true }).waitFor();
    await report.getByRole("button", { name: "PriceLabel.kt:11" }).first().waitFor();
    await report.getByRole("button", { name: "BasketAdapter.kt:26" }).first().waitFor();
    await shot("report");
  },

  "a link of the report opens the code beside it": async ({ page, shot }) => {
    const report = await preview(page, "What happened and why");
    await report.getByRole("button", { name: "PriceLabel.kt:11" }).first().click();
    await page.locator(".tab.active", { hasText: "PriceLabel.kt" }).waitFor();
    await page.locator(".statusbar-item", { hasText: "Ln 11," }).waitFor();
    if (!(await report.getByRole("heading", { name: "What happened and why" }).isVisible())) throw new Error("the report is covered");
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
};
