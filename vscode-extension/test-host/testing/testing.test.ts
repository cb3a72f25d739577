/** Tests in the Test Explorer: there before any build, run by a real Maven, failures with their values and their report. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { drawn, file, running, show, until } from "../editor";
import { click, inPage, inReport, shot } from "../pageDriver";
import { ScriptedUser } from "../scriptedUser";

const TEST = "src/test/java/shop/BasketTest.java";
const FAILING_LINE = 14;
/** A build by Maven on a machine at full load. */
const BUILD_MS = 180_000;

let context: Context;
let user: ScriptedUser;

before(async () => {
  context = await running();
});

beforeEach(() => {
  user = new ScriptedUser();
});

afterEach(() => {
  user.stop();
});

function items(): vscode.TestItem[] {
  const found: vscode.TestItem[] = [];
  const visit = (item: vscode.TestItem): void => {
    found.push(item);
    item.children.forEach(visit);
  };
  context.tests.tree.controller.items.forEach(visit);
  return found;
}

const item = (name: string): vscode.TestItem | undefined => items().find(({ label, id }) => label === name || id.endsWith(`#${name}`));
const labels = (): string[] => items().map(({ label }) => label);
/** Wait for what a run brings; where it does not come, what the person was told says why. */
async function ran<T>(what: string, check: () => T | undefined): Promise<NonNullable<T> & {}> {
  try {
    return await until(what, check, BUILD_MS);
  } catch (problem) {
    throw new Error(`${what} did not come; told: ${JSON.stringify(user.heard)}`, { cause: problem });
  }
}

const textInPage = (): Promise<string> => inPage<string>("return document.querySelector('.monaco-workbench').textContent.replaceAll('\\u00a0', ' ')");

describe("the Test Explorer", () => {
  it("lists the tests of the code before any build, inherited and nested ones too", async () => {
    await until("the classes", () => item("BasketTest"));
    await show(TEST, FAILING_LINE);
    await until("the tests of the file shown", () => item("multiplies"));
    assert.deepEqual(labels(), [
      "shop",
      "shop",
      "BasketTest",
      "three pieces cost three times as much",
      "onePieceCostsItsPrice",
      "nothingCostsNothing",
      "WhenEmpty",
      "costsNothing",
    ]);
    assert.ok(!existsSync(file("target").fsPath), "nothing was built");
    await vscode.commands.executeCommand("vscode.revealTestInExplorer", item("multiplies"));
    await until("the view", async () => (await textInPage()).includes("onePieceCostsItsPrice"));
    await shot("tests-before-a-build");
  });

  it("runs one test with Maven, shows what was expected and what came, and opens the report", async () => {
    user.willAnswer(/Allow run_tests/, "Allow");
    await show(TEST, FAILING_LINE);
    void vscode.commands.executeCommand("testing.runAtCursor");
    const failed = await ran("the failure", () => items().find((one) => context.tests.runs.failure(one) !== undefined));
    assert.equal(failed.label, "three pieces cost three times as much");
    assert.ok(user.heard.some(({ words }) => words.includes("-Dtest=shop.BasketTest#multiplies")), "the command was shown");
    await until("the values at the line", async () => (await textInPage()).includes("7 != 12"));
    await vscode.commands.executeCommand("workbench.panel.testResults.view.focus");
    await click(".test-output-peek-tree .monaco-list-row", "three pieces");
    await until("the difference", () => inPage<boolean>("return document.querySelector('.panel .monaco-diff-editor') !== null"));
    await shot("tests-failure");
    await vscode.commands.executeCommand("kotlinRca.openTestReport", failed);
    await drawn(context);
    const report = await inReport<string>("return document.body.innerText");
    assert.match(report, /expected: <12> but was: <7>/);
    assert.match(report, /Basket\.java|Basket\.total/);
    await shot("tests-report");
  });

  it("runs a class: each invocation is told, and the class's counts are Maven's", async () => {
    user.willAnswer(/Allow run_tests/, "Allow");
    await show(TEST, 12);
    void vscode.commands.executeCommand("testing.runCurrentFile");
    await ran("an invocation", () => item("onePieceCostsItsPrice")?.children.size === 3 || undefined);
    const invocations = item("onePieceCostsItsPrice");
    assert.ok(invocations);
    const failing = await until("the failing invocation", () => items().find((one) => one.parent === invocations && context.tests.runs.failure(one) !== undefined));
    assert.match(failing.label, /3|5/);
    assert.equal(item("costsNothing")?.parent?.label, "WhenEmpty");
    await until("the nested class's result", async () => (await textInPage()).includes("PASSED shop.BasketTest$WhenEmpty.costsNothing"));
    await shot("tests-class");
  });

  it("says what to do where no debugger is installed", async () => {
    await show(TEST, FAILING_LINE);
    void vscode.commands.executeCommand("testing.debugAtCursor");
    await ran("the advice", () => user.heard.some(({ words }) => words.includes("No debugger for Java or Kotlin is installed")) || undefined);
  });

  it("follows text that is not saved", async () => {
    const editor = await show(TEST, 12);
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(11, 0), "    @Test\n    void isNew() {}\n\n");
    });
    await until("the new test", () => item("isNew"));
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await until("its end", () => item("isNew") === undefined);
  });
});
