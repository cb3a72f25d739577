import type * as vscode from "vscode";
import type { EditorStatePusher } from "./editorState";
import type { ErrorsView } from "./errorsView";
import type { OutputSources } from "./outputSources";
import type { Reports } from "./reports";
import type { Server } from "./server";
import type { Terminals } from "./terminal";

/** What the commands work with: one object for the life of the extension. */
export interface Context {
  readonly log: vscode.LogOutputChannel;
  readonly server: Server;
  readonly terminals: Terminals;
  readonly editorState: EditorStatePusher;
  readonly reports: Reports;
  readonly errors: ErrorsView;
  readonly outputs: OutputSources;
  /** The brief of the last report, for the clipboard. */
  brief: string | undefined;
}
