import * as vscode from "vscode";
import type { Context } from "./context";
import { pressed } from "./errorReports";
import type { Html } from "./html";
import type { Act } from "./reportPanel";
import { statusPage } from "./status";
import { isReading } from "./statusDetails";

const LOOK_AGAIN_MS = 2_000;

/** Show how the server is, with what can be done about it. */
export async function showStatus(context: Context): Promise<void> {
  const { panel } = context;
  const { page, isSettled } = await status(context);
  panel.show("Kotlin RCA status", page, (act) => done(context, act, panel.turn));
  context.culprit.set(null); // its report is not shown any more
  keepCurrent(context, panel.turn, isSettled);
}

/** Draw the status page anew whenever the server's state changes, and while it reads the project, as long as the page is shown. */
function keepCurrent(context: Context, page: number, isSettled: boolean): void {
  const { panel, server, log } = context;
  let due: NodeJS.Timeout | undefined;
  const draw = async (): Promise<void> => {
    clearTimeout(due);
    if (panel.turn !== page) {
      listening.dispose();
      return;
    }
    const now = await status(context);
    panel.redraw(page, now.page);
    if (!now.isSettled) due = setTimeout(again, LOOK_AGAIN_MS);
  };
  const again = (): void => {
    draw().catch((problem: unknown) => { log.warn(`the status could not be read: ${String(problem)}`); });
  };
  const listening = server.onDidChangeState(again);
  if (!isSettled) due = setTimeout(again, LOOK_AGAIN_MS);
}

/** Return the status page, and whether what it shows stays so. */
async function status({ server, version }: Context): Promise<{ readonly page: Html; readonly isSettled: boolean }> {
  const state = await server.settled();
  const facts = state.kind === "running" ? await server.status() : undefined;
  return { page: statusPage(state, facts, version), isSettled: facts === undefined || !isReading(facts) };
}

const BUTTONS: Readonly<Record<string, string>> = {
  trust: "workbench.trust.manage",
  setUp: "kotlinRca.setUpServer",
  restart: "kotlinRca.restartServer",
  report: "kotlinRca.collectBugReport",
  log: "kotlinRca.showLog",
};

/** Do what a button of the status page asks for; the page shows how things are after that. */
async function done(context: Context, act: Act, page: number): Promise<void> {
  const command = BUTTONS[act.act];
  if (command === undefined) {
    await pressed(context, act);
    return;
  }
  await vscode.commands.executeCommand(command);
  context.panel.redraw(page, (await status(context)).page);
}
