import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { plainText } from "../../src/terminalText";
import { allRead, drawn, errorLike, folder, idle, pause, ran, running, shell, until, withoutErrors } from "../editor";
import { inReport, say } from "../pageDriver";
import { ScriptedUser } from "../scriptedUser";

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

  it("a command that has printed nothing yet is waited for, and no earlier failure is taken for its", async () => {
    await ran(context, "sleep 1; cat errors/01-crash.txt; sleep 1; false");
    await begun(context, "sleep 3; cat errors/06-kotlinc.txt; sleep 1; false");
    const person = new ScriptedUser();
    try {
      await vscode.commands.executeCommand("kotlinRca.analyzeTerminal");
    } finally {
      person.stop();
    }
    assert.deepEqual(person.progress.slice(0, 2), ["Analyzing the error", "Analyzing the error: waiting for “sleep 3; cat errors/06-kotlinc.txt; sleep 1; false” to print one"]);
    await drawn(context);
    assert.match(await inReport<string>("return document.querySelector('h1').textContent"), /Kotlin compile error/);
    assert.match(context.report?.source.from ?? "", /sleep 3; cat errors\/06-kotlinc.txt/);
  });

  it("a command that goes on is analyzed as soon as it has printed an error, which stays dismissed when it ends", async () => {
    await idle(context);
    await withoutErrors(context);
    await begun(context, "echo starting; sleep 2; cat errors/01-crash.txt; sleep 60");
    await vscode.commands.executeCommand("kotlinRca.analyzeTerminal");
    await drawn(context);
    assert.match(await inReport<string>("return document.querySelector('h1').textContent"), /NullPointerException/);
    assert.equal(context.terminals.current?.exitCode, undefined);
    await errorLike(context, "the crash in the view", ({ sources }) => sources.some((source) => source.startsWith("echo starting")));
    await withoutErrors(context);
    (await shell()).sendText("\u0003", false);
    await idle(context);
    const ended = await allRead(context);
    assert.deepEqual(context.errors.getChildren().map(({ event }) => event.title).filter((title) => !title.includes("read so far")), []);
    ended();
  });

  const results = "feature/basket/build/test-results/testDebugUnitTest";

  /** A shell's command that writes the report of a failed test. */
  function failing(): string {
    const trace =
      "java.lang.AssertionError: expected:&lt;72&gt; but was:&lt;90&gt;\\n\\tat org.junit.Assert.fail(Assert.java:89)\\n" +
      "\\tat com.example.larder.basket.BasketTotalTest.assertTotal(BasketTotalTest.kt:21)\\n";
    const xml = `<testsuite name="com.example.larder.basket.BasketTotalTest" tests="1"><testcase name="small prices keep their discount" classname="com.example.larder.basket.BasketTotalTest"><failure type="java.lang.AssertionError">${trace}</failure></testcase></testsuite>`;
    return `mkdir -p ${results}; printf '${xml}' > ${results}/TEST-basket.xml`;
  }

  it("a failed task's test reports show up", async () => {
    await withoutErrors(context);
    const script = `${failing()}; exit 1`;
    const task = new vscode.Task({ type: "shell" }, folder(), "test basket", "suite", new vscode.ShellExecution(script));
    await vscode.tasks.executeTask(task);
    const event = await errorLike(context, "the error of the test report", ({ sources }) => sources.includes("test basket"));
    assert.equal(event.kind, "test_failure");
    await until("its culprit", () => context.errors.latest?.culprit?.filePath.endsWith("BasketTotalTest.kt"));
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder().uri, "feature/basket/build"), { recursive: true });
  });

  it("a build in a terminal whose tests fail brings the traces of its reports, in place of what it prints of them", async () => {
    await withoutErrors(context);
    await ran(context, `${failing()}; printf 'BasketTotalTest > small prices keep their discount FAILED\\n    java.lang.AssertionError at BasketTotalTest.kt:21\\n'; : ./gradlew test; sleep 1; false`);
    const event = await errorLike(context, "the trace of the report", ({ title }) => title.includes("expected:<72>"));
    assert.equal(event.kind, "test_failure");
    assert.equal(context.errors.getChildren().length, 1);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder().uri, "feature/basket/build"), { recursive: true });
  });

  it("an error that a task prints shows up", async () => {
    await withoutErrors(context);
    const task = new vscode.Task({ type: "shell" }, folder(), "say", "suite", new vscode.ShellExecution("cat errors/06-kotlinc.txt; sleep 1; exit 4"));
    await vscode.tasks.executeTask(task);
    await errorLike(context, "the task's error", ({ kind, sources }) => kind === "kotlin_compile" && sources.some((source) => source.includes("06-kotlinc")));
  });
});

/** Type a command, and come back when the editor knows that it runs. */
async function begun(context: Context, command: string): Promise<void> {
  const terminal = await shell();
  await idle(context);
  const seen: string[] = [];
  const listening = vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
    seen.push(execution.commandLine.value);
  });
  await pause(500); // the prompt of the command before
  terminal.sendText(command);
  try {
    await until(`“${command}” to begin`, () => seen.includes(command));
  } finally {
    listening.dispose();
  }
}
