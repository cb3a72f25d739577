import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { plainText } from "../../src/terminalText";
import { errorLike, folder, ran, running, until, withoutErrors } from "../editor";
import { say } from "../hands";

const TIMES = 20;

describe("terminals and tasks", () => {
  let context: Context;

  before(async () => {
    context = await running();
    await withoutErrors(context);
  });

  it(`a command that fails at once gives its output, ${TIMES} times of ${TIMES}`, async () => {
    let byEvents = 0;
    const listening = context.terminals.onDidPrint(({ text }) => {
      if (text.includes("\u001B]633;")) byEvents += 1;
    });
    const lost: string[] = [];
    for (let number = 0; number < TIMES; number += 1) {
      const run = await ran(context, `echo "e: boom ${number}" >&2; (exit 3)`);
      assert.equal(run.exitCode, 3);
      if (!plainText(run.output.text()).includes(`e: boom ${number}`)) lost.push(JSON.stringify(run.output.text()));
    }
    listening.dispose();
    await say(`      by the editor's events: ${byEvents} of ${TIMES}; by its memory: ${TIMES - byEvents - lost.length}; lost: ${lost.length}`);
    assert.deepEqual(lost, []);
  });

  it("a crash that a quick command prints shows up", async () => {
    await withoutErrors(context);
    await ran(context, "cat errors/01-crash.txt; false");
    await errorLike(context, "the crash of the command", ({ title, sources }) => title.includes("NullPointerException") && sources[0]?.startsWith("cat errors") === true);
  });

  it("a failed task's test reports show up", async () => {
    await withoutErrors(context);
    const results = "feature/basket/build/test-results/testDebugUnitTest";
    const trace =
      "java.lang.AssertionError: expected:&lt;72&gt; but was:&lt;90&gt;\\n\\tat org.junit.Assert.fail(Assert.java:89)\\n" +
      "\\tat com.example.larder.basket.BasketTotalTest.assertTotal(BasketTotalTest.kt:21)\\n";
    const xml = `<testsuite name="com.example.larder.basket.BasketTotalTest" tests="1"><testcase name="small prices keep their discount" classname="com.example.larder.basket.BasketTotalTest"><failure type="java.lang.AssertionError">${trace}</failure></testcase></testsuite>`;
    const script = `mkdir -p ${results}; printf '${xml}' > ${results}/TEST-basket.xml; exit 1`;
    const task = new vscode.Task({ type: "shell" }, folder(), "test basket", "suite", new vscode.ShellExecution(script));
    await vscode.tasks.executeTask(task);
    const event = await errorLike(context, "the error of the test report", ({ sources }) => sources.includes("test basket"));
    assert.equal(event.kind, "test_failure");
    await until("its culprit", () => context.errors.latest?.culprit?.filePath.endsWith("BasketTotalTest.kt"));
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder().uri, "feature/basket/build"), { recursive: true });
  });

  it("an error that a task prints shows up", async () => {
    await withoutErrors(context);
    const task = new vscode.Task({ type: "shell" }, folder(), "say", "suite", new vscode.ShellExecution("cat errors/06-kotlinc.txt; sleep 1; exit 4"));
    await vscode.tasks.executeTask(task);
    await errorLike(context, "the task's error", ({ kind, sources }) => kind === "kotlin_compile" && sources.some((source) => source.includes("06-kotlinc")));
  });
});
