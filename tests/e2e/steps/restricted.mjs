// A window on a folder that nobody said is trusted: nothing runs, and it is said why and what to do.
import { answer, palette, preview, status, until } from "../editor.mjs";

const CRASH = 'Exception in thread "main" java.lang.IllegalStateException: the basket is empty\n\tat shop.Basket.total(Basket.kt:12)\n';

export default {
  "in Restricted Mode nothing is started, and trust starts it": async ({ openApart }) => {
    await openApart({ asksForTrust: true }, async ({ page, shot }) => {
      await until("the state", async () => (await status(page))?.includes("off in Restricted Mode"));
      await palette(page, "Kotlin RCA: Focus on Errors View");
      await page.getByText("does not start in Restricted Mode").first().waitFor();
      await page.evaluate((text) => navigator.clipboard.writeText(text), CRASH);
      await palette(page, "Kotlin RCA: Analyze Error from Clipboard");
      await page.locator(".notification-toast", { hasText: "Kotlin RCA is off in Restricted Mode." }).first().waitFor();
      await shot("restricted");
      await palette(page, "Kotlin RCA: Show Status");
      await (await preview(page, "Kotlin RCA status")).getByRole("button", { name: "Manage Workspace Trust" }).waitFor();
      await answer(page, "Kotlin RCA is off in Restricted Mode.", "Manage Workspace Trust");
      await page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true }).first().click();
      await until("the server to be ready", async () => (await status(page)).includes("ready"));
    });
  },
};
