import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { OperationError, UserError, restricted, type Answer, type Params, type Result, type ToolName } from "./toolAnswer";
import { Backoff } from "./backoff";
import { connect, type Connection } from "./client";
import type { ConnectedDevices, DeviceAction, DeviceActionResult, EditorState, ErrorEvents, FollowLog, FramePlace, LogLines, OutputChunk, RunTestsParams, RunTestsResult, TestClasses, TestRunNews, TestsChanged, TestsInFile, WatchDevices } from "./generated/contract";
import { findServer, type Launch, type NotFound, type Search } from "./serverDiscovery";
import { serverSettings } from "./settings";

/** What the server is doing, for the status item and for messages. */
export type ServerState =
  | { readonly kind: "stopped" }
  | { readonly kind: "untrusted" }
  | { readonly kind: "notFound"; readonly tried: readonly string[]; readonly setting?: string }
  | { readonly kind: "settingUp"; readonly step: string }
  | { readonly kind: "setUpStopped"; readonly reason: string }
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly launch: Launch; readonly version?: string }
  | { readonly kind: "waiting"; readonly seconds: number }
  | { readonly kind: "failed"; readonly reason: string };

/** In which a server must answer for the first time: 20 s were seen where a cold disk was slow. */
const START_MS = 60_000;

const NOTIFICATIONS = { title: "Show Notifications", command: "notifications.showList" };

/** Starts the language server, keeps it alive, and asks it. */
export class Server implements vscode.Disposable {
  private connection: Connection | undefined;
  /** What is asked before the first start waits for it. */
  private current: ServerState = { kind: "starting" };
  private restarting: NodeJS.Timeout | undefined;
  /** Counts starts and stops, so that a start overtaken by a later one gives up. */
  private turn = 0;
  private readonly backoff = new Backoff();
  private readonly changed = new vscode.EventEmitter<ServerState>();
  private readonly foundErrors = new vscode.EventEmitter<ErrorEvents>();

  private readonly changedDevices = new vscode.EventEmitter<ConnectedDevices>();
  private readonly readLog = new vscode.EventEmitter<LogLines>();
  private readonly changedTests = new vscode.EventEmitter<TestsChanged>();
  private readonly ranTests = new vscode.EventEmitter<TestRunNews>();

  /** Fires with tests of the code that changed, once somebody asked for tests. */
  readonly onDidChangeTests = this.changedTests.event;

  /** Fires with results of tests that run. */
  readonly onDidRunTests = this.ranTests.event;

  /** Fires with all devices, while they are watched. */
  readonly onDidChangeDevices = this.changedDevices.event;

  /** Fires with new lines of a log that is followed. */
  readonly onDidReadLog = this.readLog.event;

  /** Fires with all that is known of errors that came by, newest first, whenever it changes. */
  readonly onDidFindErrors = this.foundErrors.event;

  /** Fires at each change of `state`. */
  readonly onDidChangeState = this.changed.event;

  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly look: () => Search,
    private readonly patience = START_MS,
  ) {}

  get state(): ServerState {
    return this.current;
  }

  /** Find the server and start it. Never throws: `state` says how it went. */
  async start(): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      this.become({ kind: "untrusted" });
      return;
    }
    const turn = ++this.turn;
    this.become({ kind: "starting" });
    try {
      const found: Launch | NotFound = await findServer(this.look());
      if (turn !== this.turn) return;
      if (!("tried" in found)) {
        await this.launch(found, turn);
        return;
      }
      for (const place of found.tried) this.log.warn(`looked for the server: ${place}`);
      this.become({ kind: "notFound", ...found });
    } catch (problem) {
      // Whoever waits for the server must hear of it.
      if (turn === this.turn) this.fail(inWords(problem));
    }
  }

  /** Show what is being done to set the server up; `start` comes after that. */
  settingUp(step: string): void {
    this.become({ kind: "settingUp", step });
  }

  /** Show what keeps the server from being set up: a message waits for what the person says to that. */
  setUpStopped(reason: string): void {
    this.become({ kind: "setUpStopped", reason });
  }

  /** Stop the server if it runs, and start anew with settings as they are now. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    clearTimeout(this.restarting);
    this.backoff.reset();
    this.turn += 1;
    const { connection } = this;
    this.connection = undefined;
    this.become({ kind: "stopped" });
    await connection?.end();
  }

  /**
   * Run a tool. Cancelling the token ends the work on the server too.
   *
   * @throws UserError where the server does not run
   */
  async call<Name extends ToolName>(
    name: Name,
    params: Params<Name>,
    token?: vscode.CancellationToken,
  ): Promise<Answer<Result<Name>>> {
    return this.execute(name, [params], token);
  }

  /** Run a tool that writes, as the user asked for by a button that says so: the server does not ask once more. */
  async callConfirmed<Name extends ToolName>(
    name: Name,
    params: Params<Name>,
    token?: vscode.CancellationToken,
  ): Promise<Answer<Result<Name>>> {
    return this.execute(name, [params, { confirmed: true }], token);
  }

  private async execute<Name extends ToolName>(
    name: Name,
    parameters: readonly unknown[],
    token?: vscode.CancellationToken,
  ): Promise<Answer<Result<Name>>> {
    const request = { command: `rca.${name}`, arguments: parameters };
    // An undefined token must be left out: it would be sent as a second parameter.
    const cancel = token === undefined ? [] : [token];
    const client = await this.running();
    return client.sendRequest<Answer<Result<Name>>>("workspace/executeCommand", request, ...cancel);
  }

  /** Ask how the server is: an object of facts for a person. */
  async status(): Promise<Record<string, unknown>> {
    return (await this.running()).sendRequest<Record<string, unknown>>("rca/status", {});
  }

  /** Push changed parts of the editor's state; nothing happens where the server does not run. */
  async pushEditorState(parts: Partial<EditorState>): Promise<void> {
    if (this.current.kind === "running") await this.connection?.client.sendNotification("rca/editorState", parts);
  }

  /** Hand over what a program printed; nothing happens where the server does not run. */
  async pushOutput(chunk: OutputChunk): Promise<void> {
    if (this.current.kind === "running") await this.connection?.client.sendNotification("rca/output", chunk);
  }

  /** Give the lines that told of an error last; undefined where it is not known any more. */
  async errorText(id: string): Promise<string | undefined> {
    const client = await this.running();
    return (await client.sendRequest<{ text: string | null }>("rca/errorText", { id })).text ?? undefined;
  }

  /** Give where assistants connect to this very server; it begins to listen when it is first asked. */
  async mcpEndpoint(): Promise<{ readonly url: string; readonly token: string }> {
    return (await this.running()).sendRequest<{ url: string; token: string }>("rca/mcpEndpoint", {});
  }

  /** Find the project's places that a line of a log names, most suspect first. */
  async locate(text: string): Promise<readonly FramePlace[]> {
    return (await (await this.running()).sendRequest<{ places: FramePlace[] }>("rca/locate", { text })).places;
  }

  /** Let the server mask secrets in a text that is to be shown to others. */
  async redact(text: string): Promise<string> {
    return (await (await this.running()).sendRequest<{ text: string }>("rca/redact", { text })).text;
  }

  /** Forget an error that came by, or all of them. */
  async dismissError(id?: string): Promise<void> {
    await (await this.running()).sendNotification("rca/dismissError", id === undefined ? {} : { id });
  }

  /** Say of an error that it was looked at, is resolved, or is not after all. */
  async markError(id: string, state: "seen" | "resolved" | "open"): Promise<void> {
    await (await this.running()).sendNotification("rca/markError", { id, state });
  }

  /** Have Android devices watched, or no longer. */
  async watchDevices(wanted: WatchDevices): Promise<void> {
    await (await this.running()).sendNotification("rca/watchDevices", wanted);
  }

  /** Follow a device's log. */
  async followLog(wanted: FollowLog): Promise<void> {
    await (await this.running()).sendNotification("rca/followLog", wanted);
  }

  /** Follow a device's log no longer. */
  async unfollowLog(stream: string): Promise<void> {
    await (await this.running()).sendNotification("rca/unfollowLog", { stream });
  }

  /** Act on a device; what changes it is approved by the person first. */
  async deviceAction(wanted: DeviceAction, token?: vscode.CancellationToken): Promise<Answer<DeviceActionResult>> {
    const cancel = token === undefined ? [] : [token];
    return (await this.running()).sendRequest<Answer<DeviceActionResult>>("rca/deviceAction", wanted, ...cancel);
  }

  /** End a recording, which is kept. */
  async stopRecording(run: string): Promise<void> {
    await (await this.running()).sendNotification("rca/stopRecording", { run });
  }

  /** Give all classes with tests; from then on changes are told. */
  async testClasses(): Promise<TestClasses> {
    return (await this.running()).sendRequest<TestClasses>("rca/testClasses", {});
  }

  /** Give the tests of a file's classes. */
  async testsIn(filePath: string): Promise<TestsInFile> {
    return (await this.running()).sendRequest<TestsInFile>("rca/testsIn", { filePath });
  }

  /** Run tests; what is told of them while they run has the name of this run. */
  runTests(params: RunTestsParams, testRun: string, token: vscode.CancellationToken): Promise<Answer<RunTestsResult>> {
    return this.execute("run_tests", [params, { testRun }], token);
  }

  /** Tell the server the settings as they are now. */
  async pushSettings(): Promise<void> {
    if (this.current.kind !== "running") return;
    await this.connection?.client.sendNotification("workspace/didChangeConfiguration", { settings: { rca: serverSettings() } });
  }

  dispose(): void {
    void this.stop();
    this.changed.dispose();
    this.foundErrors.dispose();
    this.changedDevices.dispose();
    this.readLog.dispose();
    this.changedTests.dispose();
    this.ranTests.dispose();
  }

  /** Wait while the server starts, or is about to start again; give the state after that. */
  async settled(): Promise<ServerState> {
    while (this.current.kind === "starting" || this.current.kind === "waiting") await this.nextState();
    return this.current;
  }

  private nextState(): Promise<void> {
    return new Promise((resolve) => {
      const listening = this.changed.event(() => {
        listening.dispose();
        resolve();
      });
    });
  }

  private async running(): Promise<LanguageClient> {
    if ((await this.settled()).kind === "running" && this.connection !== undefined) return this.connection.client;
    if (this.current.kind === "settingUp") throw new UserError("Kotlin RCA is still being set up.", "Try again when it is ready.");
    if (this.current.kind === "setUpStopped") throw new OperationError(this.current.reason, "Answer the notification about it.", NOTIFICATIONS);
    if (this.current.kind === "untrusted") throw restricted();
    if (this.current.kind === "notFound") {
      const way = { title: "Set Up Server", command: "kotlinRca.setUpServer" };
      throw new OperationError("The Kotlin RCA server is not installed.", "Run the command Kotlin RCA: Set Up Server.", way);
    }
    const way = { title: "Show Status", command: "kotlinRca.showStatus" };
    throw new OperationError("The Kotlin RCA server is not running.", "Run the command Kotlin RCA: Show Status to see why.", way);
  }

  private async launch(launch: Launch, turn: number): Promise<void> {
    const connection: Connection = await connect(launch, this.log, {
      closed: () => {
        this.crashed(connection);
      },
      found: (known) => {
        if (this.connection === connection) this.foundErrors.fire(known);
      },
      devices: (told) => {
        if (this.connection === connection) this.changedDevices.fire(told);
      },
      logLines: (told) => {
        if (this.connection === connection) this.readLog.fire(told);
      },
      tests: (told) => {
        if (this.connection === connection) this.changedTests.fire(told);
      },
      testNews: (told) => {
        if (this.connection === connection) this.ranTests.fire(told);
      },
    });
    if (turn !== this.turn) return;
    this.log.info(`starting ${launch.command} ${launch.args.join(" ")} (found in ${launch.foundIn})`);
    this.connection = connection;
    try {
      await connection.start(this.patience);
    } catch (problem) {
      // A connection that was replaced or stopped meanwhile has nothing to say any more.
      if (this.connection === connection) this.fail(inWords(problem));
      return;
    }
    const version = connection.client.initializeResult?.serverInfo?.version;
    if (this.connection !== connection) return;
    this.become({ kind: "running", launch, ...(version === undefined ? {} : { version }) });
    await this.tellErrors(connection);
  }

  /** Tell of the errors of earlier sessions; a server that cannot say has none. */
  private async tellErrors(connection: Connection): Promise<void> {
    try {
      const known = await connection.client.sendRequest<ErrorEvents>("rca/errors", {});
      if (this.connection === connection) this.foundErrors.fire(known);
    } catch (problem) {
      this.log.info(`errors of earlier sessions are not known: ${inWords(problem)}`);
    }
  }

  private crashed(connection: Connection): void {
    if (this.connection !== connection || this.current.kind !== "running") return;
    this.connection = undefined;
    // It may have closed its streams alone.
    connection.kill();
    const delay = this.backoff.crashed(Date.now());
    if (delay === undefined) {
      this.fail("it crashed repeatedly");
      return;
    }
    this.log.warn(`the server crashed; it restarts in ${delay} ms`);
    this.become({ kind: "waiting", seconds: delay / 1000 });
    this.restarting = setTimeout(() => void this.start(), delay);
  }

  private fail(reason: string): void {
    this.log.error(`the server is not running: ${reason}`);
    this.connection = undefined;
    this.become({ kind: "failed", reason });
  }

  private become(state: ServerState): void {
    this.current = state;
    this.changed.fire(state);
  }
}

function inWords(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
