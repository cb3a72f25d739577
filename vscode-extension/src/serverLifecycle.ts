import * as vscode from "vscode";
import { restricted } from "./toolAnswer";
import type { Context } from "./context";
import { offerCommands } from "./offerCommands";
import type { ServerState } from "./server";
import { launchSettings } from "./settings";

/** Start the server; where there is none, ask once whether to set it up. Never throws. */
export async function startServer(context: Context): Promise<void> {
  const { server, setup } = context;
  await server.start();
  if (server.state.kind !== "notFound" || setup.isWorking) return;
  if (server.state.setting !== undefined) {
    await offerCommands(`${capital(server.state.tried.join("; "))}.`, [["Open Settings", "workbench.action.openSettings", server.state.setting]]);
  } else if ((await setup.offer()) !== undefined) {
    await server.start();
  }
}

/** Start the server where another window has set it up since this one found none. */
export async function startServerIfSetUp({ server, setup }: Pick<Context, "server" | "setup">): Promise<void> {
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
    await offerCommands("The server is set up, but not used: the setting rca.server.command names another server.", [["Open Settings", "workbench.action.openSettings", "rca.server.command"]]);
  }
}

/** Say what is wrong where the server was given up, with the acts as buttons. */
export async function offerHelp(state: ServerState): Promise<void> {
  if (state.kind !== "failed") return;
  await offerCommands(`The Kotlin RCA server is not running: ${state.reason}.`, [
    ["Restart", "kotlinRca.restartServer"],
    ["Set Up Again", "kotlinRca.setUpServer"],
    ["Show Log", "kotlinRca.showLog"],
  ]);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
