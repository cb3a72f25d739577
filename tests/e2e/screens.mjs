// Screenshots, in the themes that people use.
import { join } from "node:path";

/** Besides the dark theme; the editor follows what the browser says that the person prefers. */
export const THEMES = {
  light: { media: { colorScheme: "light" }, mark: ".monaco-workbench.vs" },
  contrast: { media: { colorScheme: "dark", forcedColors: "active" }, mark: ".monaco-workbench.hc-black" },
};

/** A place of the title bar where nothing is. */
const NOWHERE = [250, 18];

/** Settings with which the editor follows it. */
export const FOLLOWS_BROWSER = {
  "window.autoDetectColorScheme": true,
  "window.autoDetectHighContrast": true,
  "workbench.preferredDarkColorTheme": "Default Dark Modern",
  "workbench.preferredLightColorTheme": "Default Light Modern",
};

/** Give what takes a screenshot into a folder; in other themes too where they are given. */
export function camera(page, folder) {
  const take = (name) => page.screenshot({ path: join(folder, `${name}.png`) });
  return async (name, themes = {}) => {
    // Away from what shows a hint when the mouse rests on it.
    await page.mouse.move(...NOWHERE);
    await page.waitForTimeout(300);
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
}
