import assert from "node:assert/strict";
import { appendFileSync, writeFileSync } from "node:fs";
import { afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { PROBLEM_SOURCE } from "../../src/errorMarks";
import { allRead, closeEditors, errorLike, file, pause, ran, running, scratch, show, textOf, until, withoutErrors } from "../editor";
import { inPage, shot } from "../pageDriver";
import { openTerminalFrame } from "../links";
import { ScriptedUser } from "../scriptedUser";
import { THEMES, theme } from "../themes";

const LABEL = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt";
const SCREEN = "feature/recipe/src/main/kotlin/com/example/larder/recipe/RecipeScreen.kt";

describe("errors that come by", () => {
  let context: Context;
  let person: ScriptedUser;
  let log: string;

  before(async () => {
    context = await running();
    log = scratch("stream.log");
    writeFileSync(log, "");
    context.outputs.follow(vscode.Uri.file(log));
  });

  beforeEach(async () => {
    person = new ScriptedUser();
    await withoutErrors(context);
    await vscode.commands.executeCommand("workbench.view.explorer");
  });

  afterEach(async () => {
    person.stop();
    await closeEditors();
  });

  async function print(path: string): Promise<void> {
    appendFileSync(log, await textOf(path));
  }

  it("of a terminal, of a log and of problems are each one line with its source", async () => {
    await ran(context, "cat errors/05-unit-test.txt; sleep 1; false");
    await print("errors/01-crash.txt");
    const compiler = vscode.languages.createDiagnosticCollection("a compiler");
    compiler.set(file(SCREEN), [new vscode.Diagnostic(new vscode.Range(4, 0, 4, 3), "Unresolved reference 'gone'.", vscode.DiagnosticSeverity.Error)]);
    try {
      await errorLike(context, "the terminal's error", ({ sources }) => sources.some((source) => source.startsWith("cat errors/05")));
      await errorLike(context, "the log's error", ({ sources }) => sources.some((source) => source.endsWith("stream.log")));
      await errorLike(context, "the problem", ({ sources, title }) => sources.includes("Problems") && title.includes("gone"));
    } finally {
      compiler.dispose();
    }
  });

  it("are one event however often they come, and the badge counts what is new", async () => {
    await print("errors/01-crash.txt");
    await errorLike(context, "the crash", ({ title }) => title.includes("NullPointerException"));
    await until("the badge", () => badge(1));
    for (let more = 0; more < 2; more += 1) {
      await pause(1_500);
      await print("errors/01-crash.txt");
    }
    const event = await errorLike(context, "the crash for the third time", ({ count }) => count === 3);
    assert.equal(context.errors.getChildren().length, 1);
    assert.equal(event.culprit?.line, 11);
    await vscode.commands.executeCommand("kotlinRca.errors.focus");
    await until("no badge", () => badge(0));
    await vscode.commands.executeCommand("workbench.view.explorer");
  });

  it("are counted by the status item, which leads to them", async () => {
    await print("errors/01-crash.txt");
    await until("the count", () => inPage<boolean>("return [...document.querySelectorAll('.statusbar-item')].some((item) => /Kotlin RCA\\s*1$/.test(item.textContent.trim()))"));
    await vscode.commands.executeCommand("kotlinRca.dismissAllErrors");
    await until("no count", () => inPage<boolean>("return [...document.querySelectorAll('.statusbar-item')].some((item) => item.textContent.trim() === 'Kotlin RCA')"));
  });

  it("raise no message and are all listed, fifty of them too", async () => {
    const crash = await textOf("errors/01-crash.txt");
    const types = Array.from({ length: 50 }, (_, number) => `Broken${"abcdefghij"[number % 10] ?? ""}${"klmno"[Math.floor(number / 10)] ?? ""}Exception`);
    // Some alone, some together, as a log brings them.
    for (const [index, type] of types.entries()) {
      appendFileSync(log, crash.replaceAll("java.lang.NullPointerException", `com.example.larder.${type}: ${type}`).replaceAll("PriceLabel.of", `PriceLabel.${type}`));
      if (index < 5 || index % 10 === 0) await pause(700);
    }
    await until("all in the view", () => context.errors.getChildren().length === types.length);
    assert.deepEqual(types.filter((type) => !context.errors.getChildren().some(({ event }) => event.title.includes(type))), []);
    await until("what is known of each", () => context.errors.getChildren().every(({ event }) => event.verdict !== null));
    assert.deepEqual(person.heard, []);
    const toasts = await inPage<number>("return document.querySelectorAll('.notification-toast').length");
    assert.equal(toasts, 0);
  });

  it("stand at their culprit: lens, quick fix and hover", async () => {
    await print("errors/01-crash.txt");
    await errorLike(context, "the crash", ({ title, culprit }) => title.includes("NullPointerException") && culprit !== null);
    await show(LABEL);
    const lenses = await until("lenses", async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", file(LABEL), 10);
      return found.filter(({ command }) => command?.command.startsWith("kotlinRca.")).length >= 2 ? found : undefined;
    });
    assert.ok(lenses.every(({ range }) => range.start.line === 10));
    assert.ok(!lenses.some(({ command }) => command?.command.startsWith("rca.")), "the server shows none of its own");
    const titles = lenses.map(({ command }) => command?.title);
    assert.ok(titles.some((title) => title?.includes("NullPointerException")));
    assert.ok(titles.includes("callers"));
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", file(LABEL), new vscode.Range(10, 0, 10, 1));
    const fix = fixes.find(({ command }) => command?.command === "kotlinRca.openErrorReport");
    assert.ok(fix);
    assert.ok(!fixes.some(({ command }) => command?.command.startsWith("rca.")), "the server offers none of its own");
    assert.ok(fix.kind?.contains(vscode.CodeActionKind.QuickFix));
    const elsewhere = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", file(LABEL), new vscode.Range(2, 0, 2, 1));
    assert.ok(!elsewhere.some(({ command }) => command?.command === "kotlinRca.openErrorReport"));
    person.willAnswer(/Callers of/, undefined);
    const callers = lenses.find(({ command }) => command?.title === "callers")?.command;
    assert.ok(callers);
    await vscode.commands.executeCommand(callers.command, ...((callers.arguments ?? []) as unknown[]));
    assert.ok(person.heard.some(({ words }) => words.startsWith("Callers of")), JSON.stringify(person.heard));
  });

  it("of a build are problems with the build as source, until it runs again", async () => {
    const problems = (): vscode.Diagnostic[] => vscode.languages.getDiagnostics(file(SCREEN)).filter(({ source }) => source === PROBLEM_SOURCE);
    await ran(context, "cat errors/06-kotlinc.txt; sleep 1; false");
    await until("the problems", () => problems().length === 2);
    assert.deepEqual(problems().map(({ range, severity }) => [range.start.line, severity]), [[19, 0], [20, 0]]);
    assert.match(problems()[0]?.message ?? "", /stepText/);
    await ran(context, "cat errors/06-kotlinc.txt >/dev/null; sleep 1; true # again");
    (await allRead(context))();
    assert.equal(problems().length, 2, "another command is no new run of the build");
    await ran(context, "cat errors/06-kotlinc.txt; sleep 1; false");
    await until("them once", () => problems().length === 2);
    await vscode.commands.executeCommand("kotlinRca.dismissAllErrors");
    await until("no problem", () => problems().length === 0);
  });

  it("have frames that are links in logs, and in terminals", async () => {
    await show("errors/01-crash.txt");
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>("vscode.executeLinkProvider", file("errors/01-crash.txt"), 20);
    const ours = links.find(({ target }) => target?.path.endsWith("PriceLabel.kt"));
    assert.equal(ours?.target?.fragment, "L11");
    await ran(context, "clear; sed -n 10p errors/01-crash.txt");
    await openTerminalFrame("PriceLabel.kt:11");
    await until("the code", () => vscode.window.activeTextEditor?.document.uri.path.endsWith("PriceLabel.kt"));
  });

  it("are spoken as they are seen, in every theme", async () => {
    await print("errors/01-crash.txt");
    await pause(1_500);
    await print("errors/05-unit-test.txt");
    await until("both", () => context.errors.getChildren().length === 2 && context.errors.getChildren().every(({ event }) => event.culprit !== null && event.verdict !== null));
    await vscode.commands.executeCommand("kotlinRca.errors.focus");
    const spoken = await until("the rows", async () => {
      const rows = await inPage<string[]>("return [...document.querySelectorAll('.pane-body .monaco-list-row')].map((row) => row.getAttribute('aria-label') ?? '')");
      return rows.filter((row) => /Exception|Error/.test(row)).length === 2 ? rows : undefined;
    });
    assert.ok(spoken.some((row) => /NullPointerException, once, at PriceLabel\.kt:11, (?:solved before|similar to a solved error|new), now/.test(row)), spoken.join("; "));
    for (const [name, id, kind] of THEMES) {
      await theme(id, kind);
      await shot(`errors-${name}`);
    }
    const [, light, kind] = THEMES[0];
    await theme(light, kind);
  });

  it("show past solutions on hover over an exception's type", async () => {
    const path = "errors/hover.log";
    const text = "kotlin.UninitializedPropertyAccessException: lateinit property adapter has not been initialized\n";
    await vscode.workspace.fs.writeFile(file(path), new TextEncoder().encode(text));
    await show(path);
    const hover = await until("a hover", async () => {
      const found = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", file(path), new vscode.Position(0, 12));
      return found.flatMap(({ contents }) => contents.map((one) => (one instanceof vscode.MarkdownString ? one.value : ""))).find((one) => one.includes("Past solutions"));
    });
    assert.match(hover, /\d+\\?%/);
    await vscode.workspace.fs.delete(file(path));
  });
});

/** Whether the view's badge in the activity bar shows this number; 0 is no badge. */
function badge(count: number): Promise<boolean> {
  return inPage<boolean>(
    `const item = [...document.querySelectorAll('.activitybar .action-item')].find((one) => one.querySelector('[aria-label*="Kotlin RCA"]') !== null || (one.getAttribute('aria-label') ?? '').includes('Kotlin RCA'));
     const content = item?.querySelector('.badge-content')?.textContent ?? '';
     return argument === 0 ? content === '' : content === String(argument);`,
    count,
  );
}
