import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { chatParticipant } from "./chatParticipant";
import { registerCommands, tell } from "./commands";
import type { Context } from "./context";
import { CulpritActions } from "./culpritActions";
import { CulpritMark } from "./culpritMark";
import { CulpritText } from "./culpritText";
import { DebugStops } from "./debugStops";
import { demoFolder } from "./demo";
import { installedApps } from "./deviceActions";
import { DevicesView } from "./devicesView";
import { isRead, shownEvents } from "./displaySettings";
import { EditedLines } from "./editedLines";
import { EditorStatePusher } from "./editorState";
import { ErrorMarks } from "./errorMarks";
import { ErrorNotifications } from "./errorNotifications";
import { OutputPlaces } from "./errorOutput";
import { analyze } from "./errorReports";
import { ErrorsView } from "./errorsView";
import { isOpen, sameCulprit } from "./errorStates";
import { ExceptionBreakpoints } from "./exceptionBreakpoints";
import { exceptionHover } from "./exceptionHover";
import { TestReportReader } from "./testReportReader";
import { InlineValues } from "./inlineValues";
import { SolutionDocuments } from "./solutionDocuments";
import { frameLinks } from "./frameLinks";
import { lastOutput } from "./terminalBuffer";
import { languageModelTools, offeredTools } from "./languageModelTools";
import { thisMachine } from "./discoveryEnvironment";
import { mcpProvider } from "./mcpProvider";
import { OutputPusher } from "./outputPusher";
import { OutputSources } from "./outputSources";
import { ReportPanel } from "./reportPanel";
import { registerReportSerializer } from "./reportRestoration";
import { Server } from "./server";
import { Setup } from "./setup/setup";
import { StatusItem } from "./status";
import { watchTaskTestReports } from "./taskTestReports";
import { Terminals } from "./terminal";
import { TestRuns } from "./testRuns";
import { TestTree } from "./testTree";
import { defer } from "./scheduling";
import { startServer, startServerIfSetUp, offerHelp } from "./serverLifecycle";
import { watchSettings } from "./settingWarnings";
import { registerOptional } from "./optionalFeature";

/** Settings that say which server is started. */
const STARTS_SERVER = ["rca.server", "rca.python.path"];

let server: Server | undefined;

/** Wire the parts together; the server starts when other extensions had their turn. A test gets the parts, anybody else nothing. */
export function activate(extension: vscode.ExtensionContext): Context | undefined {
  const log = vscode.window.createOutputChannel("Kotlin RCA", { log: true });
  const terminals = new Terminals((problem) => {
    log.warn(`a terminal cannot be watched: ${String(problem)}`);
  }, lastOutput);
  const version = (extension.extension.packageJSON as { version: string }).version;
  const folders = { extension: extension.extensionPath, storage: extension.globalStorageUri.fsPath, log: extension.logUri.fsPath };
  const setup = new Setup(
    folders.storage,
    vscode.Uri.joinPath(extension.extensionUri, "server").fsPath,
    extension.globalState,
    log,
    (step) => {
      running.settingUp(step);
    },
    (reason) => {
      running.setUpStopped(reason);
    },
  );
  const running = new Server(log, () => thisMachine(() => setup.python()));
  server = running;
  const debugStops = new DebugStops((problem) => {
    log.warn(`a debug session could not be read: ${String(problem)}`);
  });
  const editorState = new EditorStatePusher(terminals, (parts) => running.pushEditorState(parts), debugStops);
  const inlineValues = new InlineValues();
  const lines = new EditedLines();
  // Of two providers the editor puts the later one's actions first: the report's.
  const actions = new CulpritActions(lines);
  const marks = new ErrorMarks(lines);
  const culprit = new CulpritMark(lines);
  const texts = new CulpritText(lines, vscode.Uri.joinPath(extension.extensionUri, "media"));
  const notifications = new ErrorNotifications();
  const status = new StatusItem(running);
  const errors = new ErrorsView(lines, extension.workspaceState);
  const outputPlaces = new OutputPlaces();
  const windowId = randomUUID();
  const pusher = new OutputPusher(
    async (chunk) => {
      // The server keeps errors beyond this window: what is counted already is known by its run.
      if (isRead(chunk)) await running.pushOutput({ ...chunk, run: `${chunk.run} of ${windowId}` });
    },
    ({ name }, characters) => {
      log.warn(`${characters} characters of ${name} arrived faster than they could be read`);
      errors.lost(name, characters);
    },
    () => running.state.kind === "running",
  );
  const reports = new TestReportReader();
  const unread = (problem: unknown): void => {
    log.warn(`test reports could not be read: ${String(problem)}`);
  };
  let hasRun = false;
  /** Show in the code what is listed, as the settings want it. */
  const display = (): void => {
    void marks.show(shownEvents(errors.all));
    texts.show(errors.all);
  };
  const tree = new TestTree(vscode.tests.createTestController("kotlinRca", "Kotlin RCA"), running, (problem) => {
    log.warn(`tests could not be read: ${String(problem)}`);
  });
  const context: Context = {
    version,
    folders,
    log,
    server: running,
    setup,
    terminals,
    editorState,
    errors,
    devices: new DevicesView(
      running,
      {
        analyze: (from, errorText) => analyze(context, () => Promise.resolve({ from, params: { errorText } })),
        apps: (device) => installedApps(running, device),
        failed: (problem) => void tell(context, problem),
      },
      extension.workspaceState,
      vscode.Uri.joinPath(extension.extensionUri, "media"),
    ),
    debugStops,
    tests: { tree, runs: new TestRuns(tree, running, (problem) => void tell(context, problem)) },
    outputs: new OutputSources(terminals, pusher, reports, unread),
    outputPlaces,
    panel: new ReportPanel(vscode.Uri.joinPath(extension.extensionUri, "media"), (problem) => void tell(context, problem), () => {
      culprit.set(null);
    }, extension.globalState),
    culprit,
    lines,
    forms: new SolutionDocuments(extension.workspaceState),
    report: undefined,
  };
  extension.subscriptions.push(
    log,
    terminals,
    editorState,
    debugStops,
    inlineValues,
    debugStops.onDidChange(() => {
      inlineValues.show(debugStops.stops);
    }),
    new ExceptionBreakpoints(extension.workspaceState, (problem) => {
      log.warn(`exception breakpoints could not be offered: ${String(problem)}`);
    }),
    context.panel,
    registerReportSerializer(context),
    culprit,
    lines,
    context.errors,
    context.devices,
    tree,
    outputPlaces,
    context.forms,
    context.outputs,
    pusher,
    running,
    marks,
    texts,
    actions,
    watchTaskTestReports(pusher, reports, unread),
    frameLinks(running, (problem) => void tell(context, problem)),
    ...[
      () => languageModelTools(running, offeredTools(extension.extension.packageJSON)),
      () => mcpProvider(running, version),
      () => chatParticipant(context),
    ].map((register) => registerOptional(register, (problem) => {
      log.info(`this editor lacks a feature that assistants need: ${String(problem)}`);
    })),
    exceptionHover(running),
    running.onDidFindErrors(({ events, forgotten }) => {
      const open = events.filter(isOpen);
      errors.show(open, forgotten);
      context.outputs.note(events);
      display();
      actions.show(open);
      notifications.note(open);
      status.showErrors(open.length);
      const ofReport = sameCulprit(events, context.report?.result.culprit ?? null);
      if (ofReport.length > 0 && !ofReport.some(isOpen)) culprit.set(null);
    }),
    status,
    registerCommands(context),
    defer(() => {
      extension.subscriptions.push(watchSettings(context));
      void startServer(context);
    }),
    running.onDidChangeState((state) => {
      void vscode.commands.executeCommand("setContext", "kotlinRca.server", state.kind);
      void vscode.commands.executeCommand("setContext", "kotlinRca.serverRuns", state.kind === "running");
      if (state.kind !== "running") {
        void offerHelp(state);
        return;
      }
      void editorState.restart();
      // A first server is told what waits for it; one in place of another has to be told all of it again.
      if (hasRun) {
        context.outputs.tellAgain();
        void context.devices.resume();
      }
      hasRun = true;
      pusher.resume();
      void tree.load();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) void startServerIfSetUp(context);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void startServer(context)),
    vscode.extensions.onDidChange(() => void running.pushSettings()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void running.pushSettings()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("rca.editor")) display();
      if (STARTS_SERVER.some((setting) => event.affectsConfiguration(setting))) {
        // A set-up that asked for the setting goes on by itself.
        if (!setup.isWorking) void running.stop().then(() => startServer(context));
      } else if (event.affectsConfiguration("rca")) void running.pushSettings();
    }),
  );
  void vscode.commands.executeCommand("setContext", "kotlinRca.demo", demoFolder() !== undefined);
  return extension.extensionMode === vscode.ExtensionMode.Test ? context : undefined;
}

/** End the server with the window. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
