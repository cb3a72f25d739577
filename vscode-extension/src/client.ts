import type * as vscode from "vscode";
import type { CloseHandlerResult, LanguageClient, Middleware } from "vscode-languageclient/node";
import { editorQuestions } from "./editorQuestions";
import type { EditorCallersQuestion, ErrorEvents } from "./generated/contract";
import { OtherServers } from "./otherServers";
import { variables, type Launch } from "./python";
import { serverSettings } from "./settings";

/** The files whose unsaved text the server must know; errors point into no others. */
const DOCUMENTS = [{ scheme: "file", pattern: "**/*.{kt,kts,java,gradle,xml,toml,properties}" }];

/** Who is told what a server does by itself. */
export interface Listener {
  /** The connection ended. */
  readonly closed: () => void;
  /** All errors that came by, newest first. */
  readonly found: (known: ErrorEvents) => void;
}

/** Make the client of a server that is not started yet. */
export async function makeClient(launch: Launch, log: vscode.LogOutputChannel, { closed, found }: Listener): Promise<LanguageClient> {
  // Loaded here and not with the extension: it is most of the code, and activation must not wait for it.
  const { CloseAction, ErrorAction, LanguageClient } = await import("vscode-languageclient/node");
  const others = new OtherServers(editorQuestions);
  const client = new LanguageClient(
    "rca",
    "Kotlin RCA",
    { command: launch.command, args: [...launch.args], options: { env: variables(launch, process.env) } },
    {
      documentSelector: DOCUMENTS,
      outputChannel: log,
      initializationOptions: { rca: serverSettings(), editorCallers: true },
      middleware: silentWhileAsking(others),
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: (): CloseHandlerResult => {
          closed();
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      initializationFailedHandler: () => false,
    },
  );
  client.onNotification("rca/errorEvents", found);
  client.onRequest("rca/editorCallers", (question: EditorCallersQuestion) => others.callers(question));
  return client;
}

/** What we ask of other servers must not come back to our own. */
function silentWhileAsking(others: OtherServers): Middleware {
  return {
    prepareCallHierarchy: (document, position, token, next) => (others.isAsking ? undefined : next(document, position, token)),
    provideReferences: (document, position, options, token, next) =>
      others.isAsking ? undefined : next(document, position, options, token),
  };
}
