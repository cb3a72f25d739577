import * as vscode from "vscode";
import { restricted } from "./answer";
import type { Context } from "./context";
import { pressed } from "./errorReports";
import type { Html } from "./html";
import type { Act } from "./reportPanel";
import type { ServerState } from "./server";
import { launchSettings, settingProblems } from "./settings";
import { statusPage } from "./status";
import { isReading } from "./statusFacts";

/** Start the server; where there is none, ask once whether to set it up. Never throws. */
export async function begin(context: Context): Promise<void> {
  const { server, setup } = context;
  await server.start();
  if (server.state.kind !== "notFound" || setup.isWorking) return;
  if (server.state.setting !== undefined) {
    await offer(`${capital(server.state.tried.join("; "))}.`, [["Open Settings", "workbench.action.openSettings", server.state.setting]]);
  } else if ((await setup.offer()) !== undefined) {
    await server.start();
  }
}

/** Start the server where another window has set it up since this one found none. */
export async function beginLate({ server, setup }: Pick<Context, "server" | "setup">): Promise<void> {
  const { state } = server;
  if (state.kind === "notFound" && state.setting === undefined && !setup.isWorking && (await setup.isThere())) await server.start();
}

/** Set the server up because the person asks for it. */
export async function setUpServer({ server, setup }: Context): Promise<void> {
  if (!vscode.workspace.isTrusted) throw restricted();
  // Its files cannot be replaced on Windows while it runs.
  await server.stop();
  const ending = await setup.work();
  await server.restart();
  if (ending === "done" && launchSettings().serverCommand !== "") {
    await offer("The server is set up, but not used: the setting rca.server.command names another server.", [["Open Settings", "workbench.action.openSettings", "rca.server.command"]]);
  }
}

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

const LOOK_AGAIN_MS = 2_000;

/** Return the status page, and whether what it shows stays so. */
async function status({ server, version }: Context): Promise<{ readonly page: Html; readonly isSettled: boolean }> {
  const state = await server.settled();
  const facts = state.kind === "running" ? await server.status() : undefined;
  return { page: statusPage(state, facts, version), isSettled: facts === undefined || !isReading(facts) };
}

/** Say what is wrong where the server was given up, with the acts as buttons. */
export async function offerHelp(state: ServerState): Promise<void> {
  if (state.kind !== "failed") return;
  await offer(`The Kotlin RCA server is not running: ${state.reason}.`, [
    ["Restart", "kotlinRca.restartServer"],
    ["Set Up Again", "kotlinRca.setUpServer"],
    ["Show Log", "kotlinRca.showLog"],
  ]);
}

/** Names settings that hold something wrong, each once; the default counts in their place. */
export function watchSettings({ log }: Context): vscode.Disposable {
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
    await offer(`The setting ${first.name} ${first.words}.${others}`, [["Open Settings", "workbench.action.openSettings", first.name]]);
  };
  void look();
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("rca")) void look();
  });
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

async function offer(message: string, acts: readonly (readonly [string, string, string?])[]): Promise<void> {
  const chosen = await vscode.window.showWarningMessage(message, ...acts.map(([label]) => label));
  const act = acts.find(([label]) => label === chosen);
  if (act !== undefined) await vscode.commands.executeCommand(act[1], ...act.slice(2));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
