import assert from "node:assert/strict";
import { appendFileSync, writeFileSync } from "node:fs";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { closeEditors, pause, running, scratch, textOf, until, withoutErrors } from "../editor";
import { inPage, press } from "../pageDriver";
import { ScriptedUser } from "../scriptedUser";

const focused = (): Promise<string> =>
  inPage("const row = document.querySelector('.pane-body .monaco-list:focus .monaco-list-row.focused'); return row?.getAttribute('aria-label') ?? ''");

describe("by the keyboard alone", () => {
  let context: Context;
  let person: ScriptedUser;
  let log: string;

  before(async () => {
    context = await running();
    log = scratch("keys.log");
    writeFileSync(log, "");
    context.outputs.follow(vscode.Uri.file(log));
  });

  beforeEach(async () => {
    person = new ScriptedUser();
    await withoutErrors(context);
  });

  afterEach(async () => {
    person.stop();
    await closeEditors();
  });

  after(() => withoutErrors(context));

  it("the error that the keyboard is on is dismissed, not the one that was selected before", async () => {
    appendFileSync(log, await textOf("errors/01-crash.txt"));
    await pause(1_500);
    appendFileSync(log, await textOf("errors/05-unit-test.txt"));
    const titles = (): string[] => context.errors.getChildren().map(({ event }) => event.title);
    await until("both errors", () => titles().length === 2 && context.errors.getChildren().every(({ event }) => event.verdict !== null));
    const [first] = titles();
    await vscode.commands.executeCommand("kotlinRca.showErrors");
    await pause(500);
    await press("ArrowDown");
    await press("Delete");
    await until("one error less", () => titles().length === 1);
    assert.deepEqual(titles(), [first]);
    await until("the keyboard on the error that is left", async () => /NullPointerException|AssertionError/.test(await focused()), 20_000);
    await pause(500);
    await press("Delete");
    await until("no error", () => titles().length === 0, 20_000);
    assert.deepEqual(person.heard, []);
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 0, "no report opens by that");
  });
});
