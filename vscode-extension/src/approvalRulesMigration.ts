import * as vscode from "vscode";
import { APPROVAL_RULES, patternsOf } from "./approvalRules";
import type { Context } from "./context";
import { offerCommands } from "./offerCommands";

/** Write the user's rules of approval in the form that the settings page edits; those that it cannot hold work as they are. */
export async function migrateApprovalRules({ log }: Pick<Context, "log">): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  const old = configuration.inspect<unknown>(APPROVAL_RULES)?.globalValue;
  const patterns = Array.isArray(old) ? patternsOf(old) : undefined;
  if (patterns === undefined) return;
  try {
    await configuration.update(APPROVAL_RULES, patterns, vscode.ConfigurationTarget.Global);
  } catch (problem) {
    // Its file may have edits that are not saved: the old form works on, and the next start tries again.
    log.warn(`the rules of ${APPROVAL_RULES} stay in their old form: ${String(problem)}`);
    return;
  }
  log.info(`the rules of ${APPROVAL_RULES} are now in the form that the settings page edits`);
  void offerCommands("Rules of approval can now be edited on the settings page.", [["Open Settings", "workbench.action.openSettings", APPROVAL_RULES]]);
}
