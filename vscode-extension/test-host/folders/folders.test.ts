import assert from "node:assert/strict";
import { appendFileSync, writeFileSync } from "node:fs";
import { afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { fileAt, relativePath } from "../../src/workspaceFiles";
import { closeEditors, drawn, errorLike, file, folder, ran, running, scratch, until, withoutErrors } from "../editor";
import { clickReport } from "../pageDriver";

const LARDER = 1;
const LABEL = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt";
const GREETER = "src/main/kotlin/org/sample/Greeter.kt";
const GREETED = "java.lang.NullPointerException\n\tat org.sample.Greeter.greet(Greeter.kt:4)\n\tat org.sample.GreeterKt.main(Greeter.kt:8)\n";

describe("a window with two folders", () => {
  let context: Context;
  let log: string;

  before(async () => {
    context = await running();
    assert.equal(vscode.workspace.workspaceFolders?.length, 2);
    log = scratch("two.log");
    writeFileSync(log, "");
    context.outputs.follow(vscode.Uri.file(log));
    await withoutErrors(context);
  });

  afterEach(closeEditors);

  it("names files as the server does, both ways", async () => {
    for (const uri of [file(GREETER), file(LABEL, LARDER)]) {
      const wire = relativePath(uri);
      assert.ok(wire);
      assert.equal((await fileAt(wire))?.fsPath, uri.fsPath);
      const answer = await context.server.call("read_file", { filePath: wire });
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      assert.equal(answer.success && answer.data.content, text);
    }
    assert.equal(relativePath(file(GREETER)), GREETER);
    assert.equal(relativePath(file(LABEL, LARDER)), `larder/${LABEL}`);
  });

  it("finds an error of each folder there", async () => {
    appendFileSync(log, GREETED);
    const first = await errorLike(context, "the first folder's error", ({ culprit }) => culprit?.filePath === GREETER);
    await vscode.commands.executeCommand("kotlinRca.goToCulprit", { kind: "error", event: first });
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, file(GREETER).fsPath);
    const crash = new TextDecoder().decode(await vscode.workspace.fs.readFile(file("errors/01-crash.txt", LARDER)));
    appendFileSync(log, `\n\n${crash}`);
    const second = await errorLike(context, "the second folder's error", ({ culprit }) => culprit?.filePath === `larder/${LABEL}`);
    await vscode.commands.executeCommand("kotlinRca.goToCulprit", { kind: "error", event: second });
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.equal(editor.document.uri.fsPath, file(LABEL, LARDER).fsPath);
    assert.equal(editor.selection.active.line, 10);
    const lenses = await until("lenses", async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", file(LABEL, LARDER), 10);
      return found.length > 0 ? found : undefined;
    });
    assert.equal(lenses[0]?.range.start.line, 10);
  });

  it("reports and links lead into the second folder", async () => {
    await vscode.commands.executeCommand("kotlinRca.analyzeFile", file("errors/01-crash.txt", LARDER));
    await drawn(context);
    await clickReport("button.link", "BasketAdapter.kt:26");
    await until("the code", () => vscode.window.activeTextEditor?.document.uri.fsPath.startsWith(folder(LARDER).uri.fsPath));
    await vscode.window.showTextDocument(file("errors/01-crash.txt", LARDER));
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>("vscode.executeLinkProvider", file("errors/01-crash.txt", LARDER), 20);
    assert.ok(links.some(({ target }) => target?.fsPath === file(LABEL, LARDER).fsPath));
  });

  it("puts a build's messages on the second folder's files", async () => {
    await withoutErrors(context);
    await ran(context, `cat ${file("errors/06-kotlinc.txt", LARDER).fsPath}; sleep 1; false`);
    const screen = file("feature/recipe/src/main/kotlin/com/example/larder/recipe/RecipeScreen.kt", LARDER);
    await until("problems", () => vscode.languages.getDiagnostics(screen).some(({ source }) => source === "kotlin-rca"));
  });

  it("takes what fixed an error from the repository of its code", async () => {
    await vscode.commands.executeCommand("kotlinRca.analyzeFile", file("errors/01-crash.txt", LARDER));
    const original = await vscode.workspace.fs.readFile(file(LABEL, LARDER));
    const fixed = new TextDecoder().decode(original).replace("price!!.cents", "requireNotNull(price).cents");
    await vscode.workspace.fs.writeFile(file(LABEL, LARDER), new TextEncoder().encode(fixed));
    try {
      await until("the change in the form", async () => {
        await vscode.commands.executeCommand("kotlinRca.recordSolution");
        return vscode.window.activeTextEditor?.document.getText().includes("+        return format(discounted(requireNotNull(price)");
      });
    } finally {
      await vscode.workspace.fs.writeFile(file(LABEL, LARDER), original);
    }
  });
});
