/**
 * What people do with the extension most, each by at most three clicks or keys from where they are, and what they see then,
 * in a light, a dark and a high-contrast theme.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { closeEditors, closeQuestions, drawn, errorLike, file, folder, pause, ran, running, shell, show, until, withoutErrors } from "../editor";
import { click, clickReport, inPage, inReport, moveMouseAway, press, say, shot } from "../pageDriver";
import { THEMES, theme } from "../themes";

const MOST_ACTIONS = 3;
const LABEL = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt";
const CRASH = "cat errors/01-crash.txt";
const ROW = ".pane-body .monaco-list-row";
const MENU_ITEM = ".monaco-menu .action-item .action-label";
const QUICK_FIX = ".action-widget .monaco-list-row";
const QUICK_PICK = ".quick-input-list .monaco-list-row";
const ERRORS_ICON = ".activitybar .action-item:has([aria-label*='Kotlin RCA'])";

/** The clicks and keys of one task. */
class Actions {
  count = 0;

  async click(selector: string, text?: string, button?: "left" | "right"): Promise<void> {
    this.count += 1;
    await click(selector, text, button);
  }

  async clickReport(selector: string, text?: string): Promise<void> {
    this.count += 1;
    await clickReport(selector, text);
  }

  async press(key: string): Promise<void> {
    this.count += 1;
    await press(key);
  }
}

describe("ten tasks", () => {
  let context: Context;
  let actions: Actions;

  before(async () => {
    context = await running();
    await theme(THEMES[0][1], THEMES[0][2]);
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  beforeEach(async () => {
    actions = new Actions();
    await closeEditors();
    await withoutErrors(context);
    await vscode.commands.executeCommand("workbench.view.explorer");
  });

  afterEach(async () => {
    await closeQuestions();
    await theme(THEMES[0][1], THEMES[0][2]);
  });

  after(async () => {
    await closeEditors();
  });

  /** See that the task took few actions, and keep what is shown at its end. */
  async function done(name: string): Promise<void> {
    await say(`      ${name}: ${actions.count} ${actions.count === 1 ? "action" : "actions"}`);
    assert.ok(actions.count >= 1 && actions.count <= MOST_ACTIONS, `${name} took ${actions.count}`);
    await moveMouseAway();
    await vscode.commands.executeCommand("notifications.hideToasts");
    for (const [themeName, id, kind] of THEMES.slice(0, 3)) {
      await theme(id, kind);
      await pause(600);
      await shot(`tasks/${name}-${themeName}`);
    }
  }

  async function crashed(command = CRASH, title = "NullPointerException"): Promise<void> {
    await ran(context, command);
    const event = await errorLike(context, "the crash", (one) => one.title.includes(title));
    await until("what is known of it", () => context.errors.all.find(({ id }) => id === event.id)?.verdict ?? undefined);
  }

  /** Wait until the code shows the error: what is drawn later closes a menu. */
  async function marked(): Promise<void> {
    await until("the lens", () => inPage<boolean>("return [...document.querySelectorAll('.codelens-decoration a')].some((one) => one.textContent === 'callers')"));
    await pause(1_000);
  }

  const rows = (): Promise<readonly string[]> => inPage(`return [...document.querySelectorAll('${ROW}')].map((row) => row.textContent)`);
  const activeFile = (): string => vscode.window.activeTextEditor?.document.uri.path.split("/").at(-1) ?? "";
  const activeLine = (): number => (vscode.window.activeTextEditor?.selection.active.line ?? -1) + 1;

  it("find the cause of the crash that a terminal has printed", async () => {
    await crashed();
    await actions.click(ERRORS_ICON);
    await actions.click(ROW, "price is null");
    await drawn(context);
    const cause = await inReport<string>("return document.querySelector('main').textContent");
    assert.match(cause, /What happened and why/);
    assert.match(cause, /PriceLabel\.kt:11/);
    await done("cause");
  });

  it("see which crash came back", async () => {
    await crashed();
    await crashed("sh app.sh", "Exception");
    await vscode.workspace.fs.writeFile(file("fixed"), new Uint8Array());
    await ran(context, "sh app.sh");
    await errorLike(context, "the crash of the terminal alone", ({ title }) => title.includes("NullPointerException"));
    await until("the other one to be resolved", () => context.errors.all.length === 1);
    await vscode.workspace.fs.delete(file("fixed"));
    await crashed("sh app.sh", "Exception");
    await errorLike(context, "the regression", ({ state }) => state === "regressed");
    await actions.click(ERRORS_ICON);
    const [back, ...others] = (await until("the rows", async () => ((await rows()).length >= 2 ? rows() : undefined))).filter((row) => row.includes("came back"));
    assert.ok(back);
    assert.deepEqual(others, []);
    await done("came-back");
  });

  it("go to the code that crashed, by the keyboard", async () => {
    await crashed();
    (await shell()).show(false);
    await vscode.env.clipboard.writeText("");
    await actions.press("Control+K");
    await actions.press("Control+A");
    await until("the report", () => context.report?.result.culprit);
    await drawn(context);
    await actions.clickReport("button.link", "PriceLabel.kt:11");
    await until("the code", () => activeFile() === "PriceLabel.kt" && activeLine() === 11);
    await done("culprit");
  });

  it("find where the value comes from that was null", async () => {
    await crashed();
    await show(LABEL, 11, 25);
    await vscode.commands.executeCommand("workbench.action.closePanel");
    await marked();
    await actions.press("Control+.");
    await actions.click(QUICK_FIX, "Find where the value comes from");
    await until("the origins", () => inPage<boolean>(`return document.querySelectorAll('${QUICK_PICK}').length > 0`));
    await done("origin");
  });

  it("give the brief of an error to an assistant", async () => {
    await crashed();
    await show(LABEL, 11, 1);
    await vscode.env.clipboard.writeText("");
    await marked();
    await actions.press("Control+.");
    await actions.click(QUICK_FIX, "Copy the brief");
    await until("the brief", async () => (await vscode.env.clipboard.readText()).includes("PriceLabel.kt"));
    await done("brief");
  });

  it("see what printed an error", async () => {
    await crashed();
    await ran(context, "seq 1 200");
    await vscode.commands.executeCommand("kotlinRca.errors.focus");
    await vscode.commands.executeCommand("workbench.action.closePanel");
    await actions.click(`${ROW} .monaco-tl-twistie.collapsible`);
    await until("the details", async () => (await rows()).some((row) => row.includes("Printed by")));
    await actions.click(ROW, "Printed by");
    await until("the command in the terminal", () => inPage<boolean>(`return [...document.querySelectorAll('.terminal-wrapper.active .xterm-rows > div')].some((row) => row.textContent.includes('${CRASH}'))`));
    await done("printed");
  });

  it("find the crash in a log of 20 MB", async () => {
    await vscode.commands.executeCommand("workbench.action.closePanel");
    await until("the file", async () => (await inPage<readonly string[]>("return [...document.querySelectorAll('.explorer-folders-view .monaco-list-row')].map((row) => row.textContent)")).some((name) => name.includes("device.log")));
    await actions.click(".explorer-folders-view .monaco-list-row", "device.log", "right");
    await pause(1_000); // a click that comes at once is taken for the end of the one that opened the menu
    await actions.click(MENU_ITEM, "Analyze Error from File");
    await until("the report", () => context.report?.source.from.startsWith("device.log"));
    await drawn(context);
    assert.match(await inReport<string>("return document.querySelector('h1').textContent"), /NullPointerException/);
    await done("log");
  });

  it("read an obfuscated trace with the mapping of its build", async () => {
    await vscode.commands.executeCommand("workbench.action.closePanel");
    await vscode.commands.executeCommand("kotlinRca.analyzeFile", file("release.txt"));
    await drawn(context);
    await actions.clickReport("button", "Choose mapping.txt");
    await until("the mapping", () => inPage<boolean>(`return [...document.querySelectorAll('${QUICK_PICK}')].some((row) => row.textContent.includes('archive/1.4'))`));
    await actions.click(QUICK_PICK, "archive/1.4");
    await until("names in plain words", () => context.report?.result.culprit?.filePath.endsWith(".kt"));
    await drawn(context);
    await done("mapping");
    await vscode.workspace.getConfiguration().update("rca.mappingFile", undefined, vscode.ConfigurationTarget.Workspace);
    await vscode.workspace.getConfiguration(undefined, folder()).update("rca.mappingFile", undefined, vscode.ConfigurationTarget.WorkspaceFolder);
  });

  it("list the callers of the code that crashed", async () => {
    await crashed();
    await show(LABEL, 11, 1);
    await vscode.commands.executeCommand("workbench.action.closePanel");
    await marked();
    await actions.click(".codelens-decoration a", "callers");
    await until("the callers", () => inPage<boolean>(`return [...document.querySelectorAll('${QUICK_PICK}')].some((row) => row.textContent.includes('BasketAdapter'))`));
    await done("callers");
  });

  it("apply the change that solved the error before", async () => {
    const original = await vscode.workspace.fs.readFile(file(LABEL));
    const text = new TextDecoder().decode(original);
    await vscode.workspace.fs.writeFile(file(LABEL), new TextEncoder().encode(text.replace("price!!.cents", "(price ?: return \"\").cents")));
    const diff = execFileSync("git", ["diff", "--", LABEL], { cwd: folder().uri.fsPath, encoding: "utf8" });
    await vscode.workspace.fs.writeFile(file(LABEL), original);
    const errorText = new TextDecoder().decode(await vscode.workspace.fs.readFile(file("errors/01-crash.txt")));
    const answer = await context.server.callConfirmed("record_solution", {
      rootCause: "A deal has no price yet, and its label is asked for.",
      solution: `Show no label until the deal has a price.\n\n\`\`\`diff\n${diff}\`\`\``,
      errorText,
    });
    assert.ok(answer.success, JSON.stringify(answer));
    await crashed();
    await errorLike(context, "the known error", ({ verdict }) => verdict === "same");
    await actions.click(ERRORS_ICON);
    await actions.click(ROW, "price is null");
    await drawn(context);
    await actions.clickReport("article.known button", "Apply");
    await until("the change", () => vscode.window.visibleTextEditors.some(({ document }) => document.getText().includes("price ?: return")));
    await done("apply");
    await vscode.workspace.fs.writeFile(file(LABEL), original);
  });
});
