import * as vscode from "vscode";
import type { CloseHandlerResult, LanguageClient, Middleware } from "vscode-languageclient/node";
import { editorRequests } from "./editorRequests";
import type { ConnectedDevices, EditorCallersQuestion, ErrorEvents, LogLines, TestRunNews, TestsChanged } from "./generated/contract";
import { OtherLanguageServers } from "./otherLanguageServers";
import { variables, type Launch } from "./serverDiscovery";
import { ServerProcess } from "./serverProcess";
import { serverSettings } from "./settings";

/** The files whose unsaved text the server must know; errors point into no others. */
const DOCUMENTS = [{ scheme: "file", pattern: "**/*.{kt,kts,java,gradle,xml,toml,properties}" }];

/** Who is told what a server does by itself. */
export interface Listener {
  /** The connection ended. */
  readonly closed: () => void;
  /** All errors that came by, newest first. */
  readonly found: (known: ErrorEvents) => void;
  /** All devices, while they are watched. */
  readonly devices: (told: ConnectedDevices) => void;
  /** New lines of a device's log. */
  readonly logLines: (told: LogLines) => void;
  /** Tests of the code that changed. */
  readonly tests: (told: TestsChanged) => void;
  /** Results of tests that run. */
  readonly testNews: (told: TestRunNews) => void;
}

/** How long a program that has ended may take to be noticed after its streams were closed. */
const NOTICE_MS = 1_000;

/** A server's program, and the client that speaks with it. */
export class Connection {
  constructor(
    readonly client: LanguageClient,
    private readonly program: ServerProcess,
  ) {}

  /**
   * Start the program and wait for its first answer; the program is ended where that does not come.
   *
   * @param patience milliseconds in which it must come: a client that starts waits for ever
   * @throws in words for the user
   */
  async start(patience: number): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    const answered = this.answered();
    const ended = this.program.ended.then((how) => {
      throw new Error(`${how}; see the log`);
    });
    const limit = new Promise<never>((_resolve, reject) => {
      late = setTimeout(() => {
        reject(new Error(`it did not answer within ${patience / 1_000} seconds and was stopped; restart it, or see the log`));
      }, patience);
    });
    try {
      await Promise.race([answered, ended, limit]);
    } catch (problem) {
      this.program.kill();
      throw problem;
    } finally {
      clearTimeout(late);
      // Of those that came too late nobody hears.
      for (const other of [answered, ended]) other.catch(() => undefined);
    }
  }

  private async answered(): Promise<void> {
    try {
      await this.client.start();
      // The client says nothing where the connection was closed meanwhile.
      if (!this.client.isRunning()) throw new Error("it closed the connection; see the log");
    } catch (problem) {
      // A program that has ended shows first in its streams; how it ended says more.
      await Promise.race([this.program.ended, new Promise((resolve) => setTimeout(resolve, NOTICE_MS))]);
      // What the client says of it is about its own requests.
      throw /connection got disposed/i.test(String(problem)) ? new Error("it closed the connection; see the log") : problem;
    }
  }

  /** End the server: one that runs is asked to, one that is still starting cannot be. Never throws. */
  async end(): Promise<void> {
    if (!this.client.isRunning()) this.kill();
    // One that hangs does not answer to that either.
    else await this.client.dispose().catch(() => { this.kill(); });
    await this.program.end();
  }

  /** End the program at once. */
  kill(): void {
    this.program.kill();
  }
}

/** Make the connection to a server that is not started yet. */
export async function connect(launch: Launch, log: vscode.LogOutputChannel, { closed, found, devices, logLines, tests, testNews }: Listener): Promise<Connection> {
  // Loaded here and not with the extension: it is most of the code, and activation must not wait for it.
  const { CloseAction, ErrorAction, LanguageClient } = await import("vscode-languageclient/node");
  const others = new OtherLanguageServers(editorRequests);
  const { command, args } = launch;
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file")?.uri.fsPath;
  const program = new ServerProcess({ command, args, env: variables(launch, process.env), folder });
  /** That it could not start is told once, by who started it. */
  class Client extends LanguageClient {
    override error(message: string, data?: unknown, show?: boolean | "force"): void {
      super.error(message, data, show === "force" ? false : show);
    }
  }
  const client = new Client("rca", "Kotlin RCA", () => program.start(), {
    documentSelector: DOCUMENTS,
    outputChannel: log,
    initializationOptions: initializationOptions(),
    middleware: silentWhileAsking(others),
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue }),
      closed: (): CloseHandlerResult => {
        closed();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
    initializationFailedHandler: () => false,
  });
  client.onNotification("rca/errorEvents", found);
  client.onNotification("rca/devices", devices);
  client.onNotification("rca/logLines", logLines);
  client.onNotification("rca/testsChanged", tests);
  client.onNotification("rca/testResults", testNews);
  client.onRequest("rca/editorCallers", (question: EditorCallersQuestion) => others.callers(question));
  void program.ended.then((how) => {
    log.info(`the server's process: ${how}`);
  });
  return new Connection(client, program);
}

/** What the server is told when it starts: the settings, and what it leaves to this extension. */
export function initializationOptions(): object {
  return { rca: serverSettings(), editorCallers: true, showsErrors: true };
}

/** What we ask of other servers must not come back to our own. */
function silentWhileAsking(others: OtherLanguageServers): Middleware {
  return {
    prepareCallHierarchy: (document, position, token, next) => (others.isAsking ? undefined : next(document, position, token)),
    provideReferences: (document, position, options, token, next) =>
      others.isAsking ? undefined : next(document, position, options, token),
  };
}
