/** The few parts of the editor's interface that the tested modules touch, with levers to move them. */

type Listener<T> = (event: T) => unknown;

export class Disposable {
  constructor(private readonly end: () => unknown) {}
  static from(...all: { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const each of all) each.dispose();
    });
  }
  dispose(): void {
    this.end();
  }
}

export class EventEmitter<T> {
  private readonly listeners = new Set<Listener<T>>();
  readonly event = (listener: Listener<T>): Disposable => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };
  fire(event: T): void {
    for (const listener of this.listeners) listener(event);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

export enum DiagnosticSeverity {
  Error,
  Warning,
  Information,
  Hint,
}

/** What the tests move. */
export const levers = {
  started: new EventEmitter<unknown>(),
  ended: new EventEmitter<unknown>(),
  closed: new EventEmitter<unknown>(),
  activeEditor: new EventEmitter<unknown>(),
  selection: new EventEmitter<unknown>(),
  documentClosed: new EventEmitter<unknown>(),
  problems: new EventEmitter<unknown>(),
  /** How often the problems were read. */
  problemsRead: 0,
  found: [] as [unknown, unknown[]][],
};

export const window: Record<string, unknown> = {
  activeTerminal: undefined,
  activeTextEditor: undefined,
  onDidStartTerminalShellExecution: levers.started.event,
  onDidEndTerminalShellExecution: levers.ended.event,
  onDidCloseTerminal: levers.closed.event,
  onDidChangeActiveTextEditor: levers.activeEditor.event,
  onDidChangeTextEditorSelection: levers.selection.event,
};

export const languages = {
  onDidChangeDiagnostics: levers.problems.event,
  getDiagnostics: (): unknown[] => {
    levers.problemsRead += 1;
    return levers.found;
  },
};

export const debug = { registerDebugAdapterTrackerFactory: (): Disposable => new Disposable(() => undefined) };

export const workspace = {
  getConfiguration: (): unknown => ({ get: (name: string): unknown => settings[name], inspect: () => undefined }),
  textDocuments: [] as unknown[],
  onDidCloseTextDocument: levers.documentClosed.event,
  getWorkspaceFolder: (uri: { path: string }): unknown => (uri.path.startsWith("/ws/") ? {} : undefined),
  asRelativePath: (uri: { path: string }): string => uri.path.slice("/ws/".length),
};

export class CancellationError extends Error {}

export enum ProgressLocation {
  Window = 10,
  Notification = 15,
}

/** What settings hold, by their full names. */
export const settings: Record<string, unknown> = {};
