import assert from "node:assert/strict";
import { after, before, it, describe } from "mocha";
import * as vscode from "vscode";
import { closeEditors, drawn, file, running, show } from "../editor";
import { inReport } from "../pageDriver";

const LABEL = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt";

describe("the report's tab", () => {
  before(closeEditors);
  after(closeEditors);

  const reports = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => input instanceof vscode.TabInputWebview);

  it("is none that the next file takes the place of", async () => {
    const context = await running();
    await vscode.commands.executeCommand("kotlinRca.analyzeFile", file("errors/01-crash.txt"));
    await drawn(context);
    assert.deepEqual(reports().map(({ isPreview }) => isPreview), [false]);
    await show(LABEL);
    assert.equal(reports().length, 1);
  });

  it("shows the mark of a long line as far as the line goes", async () => {
    await vscode.commands.executeCommand("kotlinRca.analyzeFile", file("errors/01-crash.txt"));
    await drawn(await running());
    const cut = await inReport<string[]>(`
      document.querySelector('main').style.maxWidth = '300px'; // a narrow panel
      for (const fold of document.querySelectorAll('details')) fold.open = true;
      return [...document.querySelectorAll('.code .row, .diff span')].filter((line) => line.scrollWidth > line.clientWidth).map((line) => line.textContent);`);
    assert.deepEqual(cut, []);
  });
});
