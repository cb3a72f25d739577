import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeEditors, drawn, file, running, show, until } from "../editor";
import { inPage, shot } from "../pageDriver";
import { THEMES, theme } from "../themes";

const LABEL = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt";

describe("the culprit's line", () => {
  before(async () => {
    const context = await running();
    await closeEditors();
    await show(LABEL, 2);
    await vscode.commands.executeCommand("kotlinRca.analyzeFile", file("errors/01-crash.txt"));
    await drawn(context);
  });

  after(async () => {
    await theme("Default Light Modern", "vscode-light");
    await closeEditors();
  });

  for (const [name, id, kind] of THEMES) {
    it(`is seen in ${name} while the cursor is elsewhere`, async () => {
      await theme(id, kind);
      await shot(`culprit-elsewhere-${name}`);
      const seen = await until("the mark", () =>
        inPage<string>(`
          const clear = /^(transparent|rgba\\(0, 0, 0, 0\\))$/;
          const marks = [...document.querySelectorAll('.view-overlays .cdr[class*=TextEditorDecorationType]')];
          const told = marks.map((mark) => {
            const { backgroundColor, borderTopStyle, borderTopColor, borderTopWidth } = getComputedStyle(mark);
            const isBordered = borderTopStyle !== 'none' && borderTopWidth !== '0px' && !clear.test(borderTopColor);
            return !clear.test(backgroundColor) || isBordered ? 'seen' : 'not seen';
          });
          return told.includes('seen') ? 'seen' : told[0] ?? '';`),
        20_000,
      );
      assert.equal(seen, "seen");
    });
  }
});
