import * as vscode from "vscode";
import { chatParticipant } from "./chatParticipant";
import { registerCommands, tell } from "./commands";
import type { Context } from "./context";
import { CulpritMark } from "./culpritMark";
import { EditorStatePusher } from "./editorState";
import { ErrorMarks } from "./errorMarks";
import { ErrorsView } from "./errorsView";
import { exceptionHover } from "./exceptionHover";
import { frameLinks } from "./frameLinks";
import { languageModelTools, offeredTools } from "./languageModelTools";
import { thisMachine } from "./machine";
import { mcpProvider } from "./mcpProvider";
import { OutputPusher } from "./outputPusher";
import { OutputSources } from "./outputSources";
import { ReportPanel } from "./reportPanel";
import { Server, type ServerState } from "./server";
import { StatusItem } from "./status";
import { Terminals } from "./terminal";

let server: Server | undefined;

/** Wire the parts together; the server starts in the background. A test gets the parts, anybody else nothing. */
export function activate(extension: vscode.ExtensionContext): Context | undefined {
  const log = vscode.window.createOutputChannel("Kotlin RCA", { log: true });
  const terminals = new Terminals((problem) => {
    log.warn(`a terminal could not be followed: ${String(problem)}`);
  });
  const running = new Server(log, thisMachine);
  server = running;
  const editorState = new EditorStatePusher(terminals, (parts) => running.pushEditorState(parts));
  const marks = new ErrorMarks();
  const pusher = new OutputPusher((chunk) => running.pushOutput(chunk));
  const context: Context = {
    log,
    server: running,
    terminals,
    editorState,
    errors: new ErrorsView(),
    outputs: new OutputSources(terminals, pusher),
    panel: new ReportPanel(vscode.Uri.joinPath(extension.extensionUri, "media"), (problem) => void tell(context, problem)),
    culprit: new CulpritMark(),
    forms: new Map(),
    report: undefined,
  };
  extension.subscriptions.push(
    log,
    terminals,
    editorState,
    context.panel,
    context.culprit,
    context.errors,
    context.outputs,
    pusher,
    running,
    marks,
    frameLinks(running),
    languageModelTools(running, offeredTools(extension.extension.packageJSON)),
    mcpProvider(running, versionOf(extension)),
    chatParticipant(context),
    exceptionHover(running),
    running.onDidFindErrors((events) => {
      context.errors.show(events);
      void marks.show(events);
    }),
    new StatusItem(running),
    registerCommands(context),
    running.onDidChangeState((state) => {
      if (state.kind === "running") void editorState.restart();
      else void offerHelp(state);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void running.start()),
    vscode.extensions.onDidChange(() => void running.pushSettings()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("rca.server") || event.affectsConfiguration("rca.python")) void running.restart();
      else if (event.affectsConfiguration("rca")) void running.pushSettings();
    }),
  );
  void running.start();
  return extension.extensionMode === vscode.ExtensionMode.Test ? context : undefined;
}

/** End the server with the window. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}

function versionOf(extension: vscode.ExtensionContext): string {
  return (extension.extension.packageJSON as { version: string }).version;
}

/** Say what is wrong where the user has to act, with the acts as buttons. */
async function offerHelp(state: ServerState): Promise<void> {
  if (state.kind === "notFound") {
    await offer("Kotlin RCA found no server to run.", [
      ["How to Install", "kotlinRca.showStatus"],
      ["Open Settings", "workbench.action.openSettings", "rca.server.command"],
    ]);
  } else if (state.kind === "failed") {
    await offer(`The Kotlin RCA server does not run: ${state.reason}.`, [
      ["Restart", "kotlinRca.restartServer"],
      ["Show Log", "kotlinRca.showLog"],
    ]);
  }
}

async function offer(message: string, acts: readonly (readonly [string, string, string?])[]): Promise<void> {
  const chosen = await vscode.window.showWarningMessage(message, ...acts.map(([label]) => label));
  const act = acts.find(([label]) => label === chosen);
  if (act !== undefined) await vscode.commands.executeCommand(act[1], ...act.slice(2));
}
