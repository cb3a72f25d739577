/** The few parts of the editor's interface that the tested modules touch, with levers to move them. */
import { readFileSync } from "node:fs";
import { Disposable, EventEmitter, Uri } from "./fake_vscode_types";

export * from "./fake_vscode_types";

/** What the tests move. */
export const levers = {
  started: new EventEmitter<unknown>(),
  ended: new EventEmitter<unknown>(),
  closed: new EventEmitter<unknown>(),
  activeTerminal: new EventEmitter<unknown>(),
  activeEditor: new EventEmitter<unknown>(),
  selection: new EventEmitter<unknown>(),
  documentClosed: new EventEmitter<unknown>(),
  /** Files that are not there any more. */
  gone: new Set<string>(),
  taskStarted: new EventEmitter<unknown>(),
  taskEnded: new EventEmitter<unknown>(),
  documentEdited: new EventEmitter<unknown>(),
  documentOpened: new EventEmitter<unknown>(),
  documentSaved: new EventEmitter<unknown>(),
  problems: new EventEmitter<unknown>(),
  /** How often the problems were read. */
  problemsRead: 0,
  /** How often the folder of a file was looked up. */
  pathsAsked: 0,
  found: [] as [unknown, unknown[]][],
  /** The problems that the extension itself shows. */
  problemsSet: [] as [unknown, unknown[]][],
  /** How often the extension set its problems. */
  problemsWritten: 0,
  /** What the user, the workspace and the folder set, and how often that was asked. */
  setBy: {} as { globalValue?: unknown; workspaceValue?: unknown; workspaceFolderValue?: unknown },
  setByFolder: {} as Record<string, unknown>,
  settingsInspected: 0,
  /** Who finds links in documents. */
  linkProvider: undefined as unknown,
  terminalLinks: undefined as unknown,
  /** Who tells something on hover, and where. */
  hover: undefined as unknown,
  /** The list of errors, as the editor shows it. */
  tree: {
    visible: false,
    selection: [] as unknown[],
    message: "",
    badge: undefined as unknown,
    onDidChangeVisibility: (): Disposable => new Disposable(() => undefined),
    dispose: (): void => undefined,
  },
};

export const tasks = { onDidStartTaskProcess: levers.taskStarted.event, onDidEndTaskProcess: levers.taskEnded.event };

export const window: Record<string, unknown> = {
  registerTerminalLinkProvider: (provider: unknown): Disposable => {
    levers.terminalLinks = provider;
    return new Disposable(() => undefined);
  },
  tabGroups: { all: [] as { tabs: { input: unknown }[] }[] },
  createTreeView: (): unknown => levers.tree,
  activeTerminal: undefined,
  activeTextEditor: undefined,
  onDidStartTerminalShellExecution: levers.started.event,
  onDidEndTerminalShellExecution: levers.ended.event,
  onDidCloseTerminal: levers.closed.event,
  onDidChangeActiveTerminal: levers.activeTerminal.event,
  onDidChangeActiveTextEditor: levers.activeEditor.event,
  onDidChangeTextEditorSelection: levers.selection.event,
};

export const languages = {
  registerDocumentLinkProvider: (_: unknown, provider: unknown): Disposable => {
    levers.linkProvider = provider;
    return new Disposable(() => undefined);
  },
  registerHoverProvider: (places: unknown, provider: unknown): Disposable => {
    levers.hover = { places, provider };
    return new Disposable(() => undefined);
  },
  onDidChangeDiagnostics: levers.problems.event,
  registerCodeLensProvider: (): Disposable => new Disposable(() => undefined),
  registerCodeActionsProvider: (): Disposable => new Disposable(() => undefined),
  createDiagnosticCollection: (): unknown => ({
    clear: (): void => {
      levers.problemsSet = [];
    },
    set: (entries: [unknown, unknown[]][] | object, found?: unknown[]): void => {
      levers.problemsSet = found === undefined ? (entries as [unknown, unknown[]][]) : [[entries, found]];
      levers.problemsWritten += 1;
    },
    dispose: (): void => undefined,
  }),
  getDiagnostics: (uri?: { path: string }): unknown[] => {
    levers.problemsRead += 1;
    if (uri === undefined) return levers.found;
    return levers.found.filter(([of]) => (of as { path: string }).path === uri.path).flatMap(([, all]) => all);
  },
};

/** Trackers of debug sessions, as extensions register them. */
export const trackers: { createDebugAdapterTracker(session: unknown): Record<string, (message: unknown) => void> }[] = [];

export const debug = {
  activeStackItem: undefined as unknown,
  activeDebugSession: undefined as unknown,
  onDidTerminateDebugSession: (): Disposable => new Disposable(() => undefined),
  registerDebugAdapterTrackerFactory: (_type: string, factory: (typeof trackers)[number]): Disposable => {
    trackers.push(factory);
    return new Disposable(() => undefined);
  },
};

/** What the editor's file system tells of files. */
export const files: Record<string, { mtime: number; size: number; text: string }> = {};

export const workspace = {
  isTrusted: true,
  workspaceFolders: [{ uri: { fsPath: "/ws" } }],
  fs: {
    stat: (uri: { path: string }): Promise<unknown> =>
      levers.gone.has(uri.path) ? Promise.reject(new Error("ENOENT")) : Promise.resolve(files[uri.path] ?? {}),
    readFile: (uri: { path: string }): Promise<Uint8Array> => Promise.resolve(new TextEncoder().encode(files[uri.path]?.text)),
  },
  getConfiguration: (_section?: string, of?: { path: string }): unknown => ({
    get: (name: string): unknown => folderSettings[of?.path ?? ""]?.[name] ?? settings[name],
    inspect: (): unknown => {
      levers.settingsInspected += 1;
      return of === undefined ? levers.setBy : { workspaceFolderValue: levers.setByFolder[of.path] };
    },
  }),
  textDocuments: [] as unknown[],
  findFiles: (): Promise<unknown[]> => Promise.resolve([...Object.keys(files), ...levers.gone].map((path) => Uri.file(path))),
  openTextDocument: (uri: { path: string }): Promise<unknown> => {
    const text = files[uri.path]?.text;
    return text === undefined ? Promise.reject(new Error("binary")) : Promise.resolve({ getText: (range?: unknown) => (range === undefined ? text : `part of ${text}`) });
  },
  onDidCloseTextDocument: levers.documentClosed.event,
  onDidChangeTextDocument: levers.documentEdited.event,
  onDidOpenTextDocument: levers.documentOpened.event,
  onDidSaveTextDocument: levers.documentSaved.event,
  getWorkspaceFolder: (uri: { path: string }): unknown => {
    levers.pathsAsked += 1;
    return uri.path.startsWith("/ws/") ? { index: 0 } : undefined;
  },
  asRelativePath: (uri: { path: string }): string => uri.path.slice("/ws/".length),
};

/** Other extensions that are installed, by their names. */
export const installed: Record<string, unknown> = {};

export const extensions = {
  all: [] as unknown[],
  getExtension: (id: string): unknown =>
    id === "kotlin-rca.kotlin-rca" ? { packageJSON: JSON.parse(readFileSync("package.json", "utf8")) as unknown } : installed[id],
};

/** The commands that were run, each with what it was given. */
export const ran: unknown[][] = [];

/** The commands that are not in package.json, by their names. */
export const registered: Record<string, (...all: unknown[]) => unknown> = {};

export const commands = {
  registerCommand: (name: string, run: (...all: unknown[]) => unknown): Disposable => {
    registered[name] = run;
    return new Disposable(() => undefined);
  },
  executeCommand: (...all: unknown[]): Promise<undefined> => {
    ran.push(all);
    return Promise.resolve(undefined);
  },
};

/** What settings hold in a folder of several, by its path and their full names. */
export const folderSettings: Record<string, Record<string, unknown>> = {};

/** What settings hold, by their full names. */
export const settings: Record<string, unknown> = {};
