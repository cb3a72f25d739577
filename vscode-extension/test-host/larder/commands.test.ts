import assert from "node:assert/strict";
import { appendFileSync, writeFileSync } from "node:fs";
import { afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { closeEditors, closeQuestions, drawn, errorLike, file, running, scratch, show, textOf, until, withoutErrors } from "../editor";
import { inPage, inReport, press, shot } from "../pageDriver";
import { ScriptedUser } from "../scriptedUser";
import { CRASH, crashSeen, inTerminal, withoutSetup } from "./commandSteps";

const LABEL = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt";

let context: Context;
let person: ScriptedUser;

/** Every command of package.json, driven as a person would; each fails by throwing. */
const COMMANDS: Readonly<Record<string, () => Promise<void>>> = {
  "kotlinRca.analyzeError": async () => {
    await vscode.env.clipboard.writeText(await textOf(CRASH));
    await closeEditors();
    await run("kotlinRca.analyzeError");
    await reported("NullPointerException", "the clipboard");
  },
  "kotlinRca.analyzeSelection": async () => {
    const editor = await show(CRASH);
    editor.selection = new vscode.Selection(0, 0, editor.document.lineCount, 0);
    await run("kotlinRca.analyzeSelection");
    await reported("NullPointerException", "the selection");
  },
  "kotlinRca.analyzeClipboard": async () => {
    await vscode.env.clipboard.writeText(await textOf("errors/05-unit-test.txt"));
    await run("kotlinRca.analyzeClipboard");
    await reported("AssertionError", "the clipboard");
  },
  "kotlinRca.analyzeTerminal": async () => {
    await inTerminal("cat errors/06-kotlinc.txt; sleep 1; false");
    await run("kotlinRca.analyzeTerminal");
    await reported("Kotlin compile error", "cat errors/06-kotlinc.txt");
  },
  "kotlinRca.chooseTerminalText": async () => {
    await inTerminal("cat errors/06-kotlinc.txt");
    await inTerminal("cat errors/01-crash.txt");
    person.willAnswer(/Analyze which output/, "cat errors/06-kotlinc.txt");
    await run("kotlinRca.chooseTerminalText");
    await reported("Kotlin compile error", "cat errors/06-kotlinc.txt");
  },
  "kotlinRca.analyzeTerminalSelection": async () => {
    await inTerminal("clear; tail -n +8 errors/01-crash.txt | head -20");
    await run("workbench.action.terminal.selectAll");
    await run("kotlinRca.analyzeTerminalSelection");
    await reported("NullPointerException", "the terminal's selection");
    await run("workbench.action.terminal.clearSelection");
  },
  "kotlinRca.analyzeProblems": async () => {
    const found = vscode.languages.createDiagnosticCollection("a compiler");
    const at = new vscode.Range(10, 4, 10, 9);
    found.set(file(LABEL), [new vscode.Diagnostic(at, "Unresolved reference 'price'.", vscode.DiagnosticSeverity.Error)]);
    try {
      await run("kotlinRca.analyzeProblems");
      await reported("Unresolved reference 'price'", "the Problems view");
    } finally {
      found.dispose();
    }
  },
  "kotlinRca.analyzeFile": async () => {
    await run("kotlinRca.analyzeFile", file("errors/04-anr.txt"));
    await drawn(context);
    assert.match(await inReport<string>("return document.querySelector('.facts').textContent"), /App not responding/);
    assert.equal(context.report?.source.from, "errors/04-anr.txt");
  },
  "kotlinRca.analyzeHeapDump": async () => {
    const dump = file("shop.hprof");
    await vscode.workspace.fs.copy(vscode.Uri.file(scratch("shop.hprof")), dump, { overwrite: true });
    try {
      await run("kotlinRca.analyzeHeapDump", dump);
      await drawn(context);
      const report = await inReport<string>("return document.querySelector('main').textContent");
      assert.match(report, /com\.example\.shop\.CartActivity leaks/);
      assert.match(report, /CartBus\.listeners/);
      await shot("heap-dump");
    } finally {
      await vscode.workspace.fs.delete(dump);
    }
  },
  "kotlinRca.watchLogFile": async () => {
    const log = scratch("device.log");
    writeFileSync(log, "a line of before\n");
    person.willAnswer(/Watch a log file/, [vscode.Uri.file(log)]);
    await run("kotlinRca.watchLogFile");
    appendFileSync(log, await textOf(CRASH));
    await errorLike(context, "the error of the log", ({ sources }) => sources.some((source) => source.endsWith("device.log")));
  },
  "kotlinRca.stopWatching": async () => {
    const log = scratch("other.log");
    writeFileSync(log, "");
    await run("kotlinRca.watchLogFile", vscode.Uri.file(log));
    const [other] = context.outputs.logFiles.filter(({ name }) => name.endsWith("other.log"));
    person.willAnswer(/Stop watching/, [{ label: "other.log", source: other }]);
    await run("kotlinRca.stopWatching");
    assert.deepEqual(context.outputs.logFiles.filter(({ name }) => name.endsWith("other.log")), []);
  },
  "kotlinRca.watchDevices": async () => {
    await run("kotlinRca.watchDevices");
    assert.deepEqual(context.devices.getChildren(), []);
  },
  "kotlinRca.showDeviceLog": async () => {
    await assert.rejects(context.devices.showLog(undefined), /No device is chosen/);
  },
  "kotlinRca.stopDeviceLog": async () => {
    await assert.rejects(context.devices.stopLog(undefined), /No device is chosen/);
  },
  "kotlinRca.stopWatchingDevices": async () => {
    await run("kotlinRca.stopWatchingDevices");
    assert.deepEqual(context.devices.getChildren(), []);
  },
  // What these do with a device is asked by the suite `devices`: here none is connected.
  "kotlinRca.pairDevice": async () => {
    await run("kotlinRca.pairDevice");
    assert.match(person.heard[0]?.words ?? "", /Pair Wireless Device/);
  },
  "kotlinRca.connectDevice": async () => {
    await run("kotlinRca.connectDevice");
    assert.match(person.heard[0]?.words ?? "", /Connect Wireless Device/);
  },
  ...Object.fromEntries(
    ["disconnectDevice", "installApp", "clearAppData", "stopApp", "takeScreenshot", "recordScreen", "stopRecording"].map((name) => [
      `kotlinRca.${name}`,
      async (): Promise<void> => {
        await run(`kotlinRca.${name}`);
        assert.match(person.heard[0]?.words ?? "", /No device is chosen/);
      },
    ]),
  ),
  // What these two read of a stop is asked by the suite `debugging`: here no program is stopped.
  // What it opens is looked at by the suite `testing`.
  "kotlinRca.openTestReport": async () => {
    await run("kotlinRca.openTestReport");
    assert.match(person.heard.find(({ how }) => how === "showInformationMessage")?.words ?? "", /No failed test is chosen/);
  },
  "kotlinRca.analyzeThisStop": async () => {
    await run("kotlinRca.analyzeThisStop");
    assert.match(person.heard.find(({ how }) => how === "showInformationMessage")?.words ?? "", /No program is stopped/);
  },
  "kotlinRca.readMoreOfStop": async () => {
    await run("kotlinRca.readMoreOfStop");
    assert.match(person.heard.find(({ how }) => how === "showInformationMessage")?.words ?? "", /No program is stopped/);
  },
  "kotlinRca.openErrorReport": async () => {
    await crashSeen(context);
    await run("kotlinRca.openErrorReport");
    await reported("NullPointerException", "device.log");
  },
  "kotlinRca.goToCulprit": async () => {
    await crashSeen(context);
    await run("kotlinRca.goToCulprit");
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.equal(editor.document.uri.fsPath, file(LABEL).fsPath);
    assert.equal(editor.selection.active.line, 10);
  },
  "kotlinRca.goToOutput": async () => {
    await crashSeen(context);
    await run("kotlinRca.goToOutput");
    await until("the log", () => vscode.window.activeTextEditor?.document.uri.path.endsWith("device.log"));
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor && editor.selection.active.line > 0, "at the error, not at the log's beginning");
  },
  "kotlinRca.groupErrors": async () => {
    await crashSeen(context);
    person.willAnswer(/Group Errors/, "Kind");
    await run("kotlinRca.groupErrors");
    const groups = context.errors.getChildren();
    context.errors.arrange({ groupBy: "none" });
    assert.ok(groups.some((node) => node.kind === "group" && node.text === "Crashes"));
  },
  "kotlinRca.sortErrors": async () => {
    await crashSeen(context);
    person.willAnswer(/Sort Errors/, "Count");
    await run("kotlinRca.sortErrors");
    assert.equal(context.errors.arrangement.sortBy, "count");
    context.errors.arrange({ sortBy: "time" });
  },
  "kotlinRca.filterErrors": async () => {
    await crashSeen(context);
    context.errors.arrange({ hidden: ["Failed tests"] }); // what is hidden is offered too
    person.willAnswer(/Filter Errors/, [{ label: "Failed tests" }]);
    await run("kotlinRca.filterErrors");
    const shown = context.errors.getChildren();
    context.errors.arrange({ hidden: [] });
    assert.ok(shown.every((node) => node.event.kind === "test_failure"), "the crash is left out");
  },
  "kotlinRca.clearFilter": async () => {
    context.errors.arrange({ hidden: ["Crashes"] });
    await run("kotlinRca.clearFilter");
    assert.deepEqual(context.errors.arrangement.hidden, []);
  },
  "kotlinRca.dismissError": async () => {
    const event = await crashSeen(context);
    await run("kotlinRca.dismissError", { kind: "error", event });
    await until("it to be gone", () => context.errors.getChildren().every((node) => node.event.id !== event.id));
  },
  "kotlinRca.resolveError": async () => {
    const event = await crashSeen(context);
    await run("kotlinRca.resolveError", { kind: "error", event });
    await until("it to be gone", () => context.errors.getChildren().every((node) => node.event.id !== event.id));
    appendFileSync(scratch("device.log"), await textOf(CRASH));
    await errorLike(context, "the error that came back", ({ id, state, resolvedBy }) => id === event.id && state === "regressed" && resolvedBy === "you");
  },
  "kotlinRca.showErrors": async () => {
    await crashSeen(context);
    await vscode.commands.executeCommand("workbench.view.explorer");
    await run("kotlinRca.showErrors");
    const focused = (): Promise<string> =>
      inPage("const row = document.querySelector('.pane-body .monaco-list:focus .monaco-list-row.focused'); return row?.getAttribute('aria-label') ?? ''");
    await until("the keyboard on the latest error", async () => (await focused()).startsWith("NullPointerException"));
    await until("what is known of it below", async () => {
      await press("ArrowRight");
      return (await focused()).startsWith("Culprit");
    });
    await press("ArrowLeft");
  },
  "kotlinRca.dismissAllErrors": async () => {
    await crashSeen(context);
    await run("kotlinRca.dismissAllErrors");
    await until("an empty view", () => context.errors.getChildren().length === 0);
  },
  "kotlinRca.findCallers": async () => {
    await show(LABEL, 9, 9);
    person.willAnswer(/Callers of/, "BasketAdapter.onBindViewHolder");
    await run("kotlinRca.findCallers");
    const asked = person.heard.find(({ how }) => how === "showQuickPick");
    assert.match(asked?.words ?? "", /^Callers of .*of: \d+/);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.ok(editor.document.uri.path.endsWith("BasketAdapter.kt"));
    assert.equal(editor.selection.active.line, 25);
  },
  "kotlinRca.traceValueOrigin": async () => {
    await show(LABEL, 11, 34);
    person.willAnswer(/^Where /, "price");
    await run("kotlinRca.traceValueOrigin");
    const asked = person.heard.find(({ how }) => how === "showQuickPick");
    assert.match(asked?.words ?? "", /^Where .*price comes from: /);
  },
  "kotlinRca.searchSolutions": async () => {
    person.willAnswer(/Search past solutions/, "lateinit property has not been initialized");
    await run("kotlinRca.searchSolutions");
    await drawn(context);
    assert.ok(await inReport<boolean>("return document.querySelectorAll('article').length > 0 && document.querySelector('h1').textContent === 'Past solutions'"));
  },
  "kotlinRca.copyBrief": async () => {
    await run("kotlinRca.analyzeFile", file(CRASH));
    await run("kotlinRca.copyBrief");
    const brief = await vscode.env.clipboard.readText();
    assert.equal(brief, context.report?.result.brief);
    assert.match(brief, /PriceLabel\.kt/);
  },
  "kotlinRca.sendToChat": async () => {
    await run("kotlinRca.analyzeFile", file(CRASH));
    await vscode.env.clipboard.writeText("");
    await run("kotlinRca.sendToChat");
    // No model is there: the person is told so, and has the brief on the clipboard.
    assert.match(person.heard.find(({ how }) => how === "showInformationMessage")?.words ?? "", /no (?:chat|language model)/);
    assert.equal(await vscode.env.clipboard.readText(), context.report?.result.brief);
    await run("workbench.action.closeAuxiliaryBar");
  },
  "kotlinRca.recordSolution": async () => {
    await run("kotlinRca.analyzeFile", file("errors/03-coroutine.txt"));
    await run("kotlinRca.recordSolution");
    const text = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.match(text, /^# Cause$/m);
    assert.match(text, /^# Solution$/m);
  },
  "kotlinRca.saveSolution": async () => {
    await run("kotlinRca.analyzeFile", file("errors/03-coroutine.txt"));
    await run("kotlinRca.recordSolution");
    const form = vscode.window.activeTextEditor;
    assert.ok(form);
    const all = new vscode.Range(0, 0, form.document.lineCount, 0);
    const told = "# Error\n\nA job is cancelled twice\n\n# Cause\n\nThe scope of the screen is gone.\n\n# Solution\n\nUse the scope of the view model.\n";
    await form.edit((edit) => { edit.replace(all, told); });
    await run("kotlinRca.saveSolution");
    assert.ok(person.heard.some(({ words }) => words.startsWith("The solution is saved")), JSON.stringify(person.heard));
    const found = await context.server.call("vector_search_db", { query: "A job is cancelled twice", minConfidence: 0 });
    assert.ok(found.success && found.data.results.some(({ rootCause }) => rootCause === "The scope of the screen is gone."));
  },
  "kotlinRca.setUpServer": async () => {
    // What the set-up itself does is the packaged run's business: here the person changes their mind.
    await withoutSetup(context, () => run("kotlinRca.setUpServer"));
    assert.equal((await context.server.settled()).kind, "running");
    await running();
  },
  "kotlinRca.collectBugReport": async () => {
    await run("kotlinRca.collectBugReport");
    const text = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.match(text, /^# Kotlin RCA: bug report/);
    assert.match(text, /## Server\n\n```\n[\s\S]*"index"/);
    assert.ok(!text.includes(process.env["HOME"] ?? "the home"), "the person's folders are left out");
  },
  "kotlinRca.openDemo": async () => {
    // Its project comes with the package: here the person changes their mind.
    await run("kotlinRca.openDemo");
    assert.match(person.heard[0]?.words ?? "", /Where should the demo project be stored/);
    assert.equal(person.heard[0]?.choices.length, 2);
  },
  "kotlinRca.runDemo": async () => {
    await withoutErrors(context);
    await run("kotlinRca.runDemo");
    await errorLike(context, "the error of the task", ({ kind }) => kind === "kotlin_compile");
  },
  "kotlinRca.restartServer": async () => {
    const states: string[] = [];
    const listening = context.server.onDidChangeState(({ kind }) => { states.push(kind); });
    await run("kotlinRca.restartServer");
    listening.dispose();
    assert.deepEqual(states, ["stopped", "starting", "running"]);
    assert.ok((await context.server.call("parse_error", { errorText: await textOf(CRASH) })).success);
    await running();
  },
  "kotlinRca.showStatus": async () => {
    await run("kotlinRca.showStatus");
    await drawn(context);
    assert.match(await inReport<string>("return document.body.textContent"), /State: ready[\s\S]*Past solutions/);
  },
  "kotlinRca.showLog": async () => {
    await run("kotlinRca.showLog");
    await until("the log", () => vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === "output" && document.getText().includes("starting ")));
    await run("workbench.action.closePanel");
  },
};

describe("commands", () => {
  before(async () => {
    context = await running();
    await withoutErrors(context);
  });

  beforeEach(() => {
    person = new ScriptedUser();
  });

  afterEach(async () => {
    person.stop();
    await closeQuestions();
  });

  it("are all driven here", async () => {
    const { contributes } = vscode.extensions.getExtension("kotlin-rca.kotlin-rca")?.packageJSON as { contributes: { commands: { command: string }[] } };
    const offered = contributes.commands.map(({ command }) => command).sort();
    assert.deepEqual(Object.keys(COMMANDS).sort(), offered);
    const registered = (await vscode.commands.getCommands(true)).filter((name) => /^kotlinRca\.[a-zA-Z]+$/.test(name)).sort();
    assert.deepEqual(offered.filter((name) => !registered.includes(name)), []);
  });

  for (const [name, drive] of Object.entries(COMMANDS)) {
    it(name, async () => {
      await drive();
      const failures = person.heard.filter(({ how }) => how === "showErrorMessage");
      assert.deepEqual(failures, []);
    });
  }
});

async function run(command: string, ...parameters: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(command, ...parameters);
}

/** Wait for a report with a title, of an error from a source. */
async function reported(title: string, from: string): Promise<void> {
  await drawn(context);
  assert.match(await inReport<string>("return document.querySelector('h1').textContent"), new RegExp(title));
  assert.ok(context.report?.source.from.includes(from), `it is from ${context.report?.source.from ?? "nothing"}`);
}
