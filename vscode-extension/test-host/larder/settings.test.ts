import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { migrateApprovalRules } from "../../src/approvalRulesMigration";
import type { Context } from "../../src/context";
import { file, running, until } from "../editor";

const LABEL = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt";

describe("settings", () => {
  let context: Context;

  before(async () => {
    context = await running();
  });

  after(async () => {
    for (const name of ["appPackages", "codeNavigation", "mappingFile"]) await set(name, undefined);
  });

  it("reach the running server at once", async () => {
    await set("appPackages", ["org.sample.added"]);
    const errorText = "java.lang.IllegalStateException: no\n\tat org.sample.added.Thing.go(Thing.kt:3)\n\tat com.other.Main.main(Main.kt:4)\n";
    await until("the package to be the app's", async () => {
      const answer = await context.server.call("parse_error", { errorText });
      return answer.success && answer.data.culprit?.className === "org.sample.added.Thing";
    });
  });

  it("of earlier versions: rules of approval become what the settings page edits, and approve as before", async () => {
    const rules = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("rca");
    const written = (): unknown => rules().inspect("autoApprove")?.globalValue;
    const run = async (): Promise<boolean> => (await context.server.call("run_in_terminal", { command: "echo approved" })).success;
    try {
      await rules().update("autoApprove", [{ tool: "run_in_terminal", pattern: ".*echo approved.*" }], vscode.ConfigurationTarget.Global);
      await until("the old form to approve", run);
      await migrateApprovalRules(context);
      assert.deepEqual(written(), { run_in_terminal: ".*echo approved.*" });
      await until("the new form to approve", run);
    } finally {
      await rules().update("autoApprove", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("turn code navigation off and on again", async () => {
    const symbols = async (): Promise<number> => (await vscode.commands.executeCommand<unknown[] | undefined>("vscode.executeDocumentSymbolProvider", file(LABEL)))?.length ?? 0;
    await vscode.window.showTextDocument(file(LABEL));
    await until("symbols", async () => (await symbols()) > 0);
    await set("codeNavigation", "off");
    await until("none", async () => (await symbols()) === 0);
    await set("codeNavigation", "on");
    await until("symbols again", async () => (await symbols()) > 0);
  });

  it("of a mapping file make obfuscated frames lead to code", async () => {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file("errors/02-obfuscated.txt")));
    const frame = /at i3\.b\.a\(\S+\)/.exec(text)?.[0] ?? "";
    await set("mappingFile", "errors/mapping.txt");
    await until("a place", async () => (await context.server.locate(frame)).some(({ filePath }) => filePath.endsWith(".kt")));
  });
});

async function set(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration("rca").update(name, value, vscode.ConfigurationTarget.Workspace);
}
