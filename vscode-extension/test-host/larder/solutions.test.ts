import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { closeEditors, drawn, file, running, until } from "../editor";
import { clickReport, inReport } from "../pageDriver";
import { ScriptedUser } from "../scriptedUser";

const CRASH = "errors/01-crash.txt";
const FAILED_TEST = "errors/05-unit-test.txt";
const LABEL = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt";
const CAUSE = "A deal has no price yet.";

describe("what fixed it", () => {
  let context: Context;
  let person: ScriptedUser;
  let original: Uint8Array;
  let task: Uint8Array;

  before(async () => {
    context = await running();
    await closeEditors();
    original = await vscode.workspace.fs.readFile(file(LABEL));
    task = await vscode.workspace.fs.readFile(file("gradlew"));
  });

  after(async () => {
    await vscode.workspace.fs.writeFile(file(LABEL), original);
    await vscode.workspace.fs.writeFile(file("gradlew"), task);
    await closeEditors();
  });

  beforeEach(() => {
    person = new ScriptedUser();
  });

  afterEach(() => {
    person.stop();
  });

  async function report(path = CRASH): Promise<void> {
    await vscode.commands.executeCommand("kotlinRca.analyzeFile", file(path));
    await drawn(context);
  }

  it("is prefilled from the change since the error, and kept as it was edited", async () => {
    await report();
    const fixed = new TextDecoder().decode(original).replace("price!!.cents", "(price ?: return \"\").cents");
    await vscode.workspace.fs.writeFile(file(LABEL), new TextEncoder().encode(fixed));
    await until("git to see it", async () => {
      await vscode.commands.executeCommand("kotlinRca.recordSolution");
      const text = vscode.window.activeTextEditor?.document.getText() ?? "";
      return text.includes('+        return format(discounted((price ?: return "").cents') && text.includes("-        return format(discounted(price!!.cents");
    });
    const form = vscode.window.activeTextEditor;
    assert.ok(form);
    const told = form.document.getText().replace(/Why did it happen\?.*/, CAUSE).replace(/What was changed.*/, "Show no label then.");
    await form.edit((edit) => { edit.replace(new vscode.Range(0, 0, form.document.lineCount, 0), told); });
    await vscode.commands.executeCommand("kotlinRca.saveSolution");
    assert.ok(person.heard.some(({ words }) => words.startsWith("The solution is saved")), JSON.stringify(person.heard));
    const answer = await context.server.call("vector_search_db", { query: CAUSE, minConfidence: 0 });
    const kept = answer.success ? answer.data.results.find(({ rootCause }) => rootCause === CAUSE) : undefined;
    assert.match(kept?.solution ?? "", /^Show no label then\.\n\n```diff\n[\s\S]*price \?: return/);
  });

  it("says what is missing instead of keeping half a solution", async () => {
    await report();
    await vscode.commands.executeCommand("kotlinRca.recordSolution");
    await vscode.commands.executeCommand("kotlinRca.saveSolution");
    assert.match(person.heard.find(({ how }) => how === "showInformationMessage")?.words ?? "", /The section “Cause” is empty/);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("comes first, as the same, when the error is back", async () => {
    await report();
    const [verdict, text] = await inReport<[string, string]>("const first = document.querySelector('article'); return [first.querySelector('.title').textContent, first.textContent]");
    assert.equal(verdict, "Solved before, today");
    assert.ok(text.includes(CAUSE));
  });

  for (const [button, outcome, state] of [
    ["This worked", /It worked\..*validated now/, "validated"],
    ["Did not help", /did not help/, undefined],
    ["Superseded", /better one.*superseded now/, "superseded"],
    ["Harmful", /harm.*harmful now/, "harmful"],
  ] as const) {
    it(`is called “${button}” by one click`, async () => {
      if (state !== undefined && state !== "validated") await recordAnother(state);
      await report();
      const id = await inReport<string>("return document.querySelector('article button[data-act=rate]').dataset.id");
      await clickReport("article button[data-act=rate]", button);
      const said = await until("an answer in the card", () => inReport<string>("return document.querySelector('article output').textContent"));
      assert.match(said, outcome);
      assert.deepEqual(person.heard, [], "nothing is asked");
      if (state === "superseded" || state === "harmful") {
        await report();
        const offered = await inReport<string[]>("return [...document.querySelectorAll('article button[data-act=rate]')].map((one) => one.dataset.id)");
        assert.ok(!offered.includes(id), "it is not offered any more");
      }
    });
  }

  it("is verified by a run that the person allows, and by none that they deny", async () => {
    writeFileSync(file("gradlew").fsPath, "#!/bin/sh\necho \"> Task $1\"\necho 'BUILD SUCCESSFUL in 1s'\n");
    const id = await recordAnother("verified", FAILED_TEST);
    await report(FAILED_TEST);
    const verify = `button[data-act=verify][data-id="${id}"]`;
    person.willAnswer(/gradlew/, "Deny");
    await clickReport(verify);
    await until("the refusal", () => person.heard.some(({ how }) => how === "showErrorMessage"));
    const question = person.heard.find(({ choices }) => choices.includes("Allow"));
    assert.match(question?.words ?? "", /gradlew/, `the command is shown before it runs; instead: ${JSON.stringify(person.heard)}`);
    person.heard.length = 0;
    person.willAnswer(/gradlew/, "Allow");
    await clickReport(verify);
    await until("an explanation", () => person.heard.some(({ how, choices }) => how !== "showErrorMessage" && !choices.includes("Allow")));
  });

  /** Keep one more solution of an error. */
  async function recordAnother(name: string, path = CRASH): Promise<string> {
    const errorText = new TextDecoder().decode(await vscode.workspace.fs.readFile(file(path)));
    const told = { rootCause: `The cause that is ${name}`, solution: `The change that is ${name}`, errorText };
    const answer = await context.server.callConfirmed("record_solution", told);
    assert.ok(answer.success, JSON.stringify(answer));
    return answer.data.id;
  }
});
