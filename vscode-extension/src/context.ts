import type * as vscode from "vscode";
import type { EditedLines } from "./editedLines";
import type { EditorStatePusher } from "./editorState";
import type { OutputPlaces } from "./errorOutput";
import type { DebugStops } from "./debugStops";
import type { DevicesView } from "./devicesView";
import type { ErrorsView } from "./errorsView";
import type { OutputSources } from "./outputSources";
import type { CulpritMark } from "./culpritMark";
import type { SolutionDocuments } from "./solutionDocuments";
import type { Report } from "./errorReports";
import type { ReportPanel } from "./reportPanel";
import type { Server } from "./server";
import type { Setup } from "./setup/setup";
import type { Terminals } from "./terminal";
import type { TestRuns } from "./testRuns";
import type { TestTree } from "./testTree";

/** What the commands work with: one object for the life of the extension. */
export interface Context {
  /** The extension's version; the server that it carries has the same one. */
  readonly version: string;
  /** The extension's own folder, the one that it may write, and the one of its log. */
  readonly folders: { readonly extension: string; readonly storage: string; readonly log: string };
  readonly log: vscode.LogOutputChannel;
  readonly server: Server;
  readonly setup: Setup;
  readonly terminals: Terminals;
  readonly editorState: EditorStatePusher;
  readonly errors: ErrorsView;
  readonly devices: DevicesView;
  /** Programs that are stopped in the debugger. */
  readonly debugStops: DebugStops;
  /** The Test Explorer's items, and its runs. */
  readonly tests: { readonly tree: TestTree; readonly runs: TestRuns };
  readonly outputs: OutputSources;
  /** Where what printed an error can be seen. */
  readonly outputPlaces: OutputPlaces;
  readonly panel: ReportPanel;
  readonly culprit: CulpritMark;
  /** Where lines that errors are about are by now. */
  readonly lines: EditedLines;
  readonly forms: SolutionDocuments;
  /** The error that was analyzed last. */
  report: Report | undefined;
}
