import * as vscode from "vscode";
import { migrateApprovalRules } from "./approvalRulesMigration";
import type { Context } from "./context";
import { offerCommands } from "./offerCommands";
import { settingProblems } from "./settings";

/** Warn of settings with a wrong value, once each; their defaults apply meanwhile. */
export function watchSettings(context: Context): vscode.Disposable {
  const { log } = context;
  let told: readonly string[] = [];
  const look = async (): Promise<void> => {
    const found = settingProblems();
    const lines = found.map(({ name, words }) => `The setting ${name} ${words}.`);
    const fresh = found.filter((_, index) => !told.includes(lines[index] ?? ""));
    told = lines;
    for (const { name, words } of fresh) log.warn(`the setting ${name} ${words}`);
    const [first] = fresh;
    if (first === undefined) return;
    const others = fresh.length === 1 ? "" : ` ${fresh.length - 1} more: see the log.`;
    await offerCommands(`The setting ${first.name} ${first.words}.${others}`, [["Open Settings", "workbench.action.openSettings", first.name]]);
  };
  void migrateApprovalRules(context).then(look);
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("rca")) void look();
  });
}
