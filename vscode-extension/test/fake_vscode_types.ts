/** The types of the editor's interface that the tested modules touch: no more of each than they ask for. */

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

export enum DiagnosticTag {
  Unnecessary = 1,
}

export enum TextDocumentChangeReason {
  Undo = 1,
}

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

export class Range {
  readonly start: unknown;
  readonly end: unknown;
  /** From two positions, or from the numbers of both. */
  constructor(...ends: unknown[]) {
    [this.start, this.end] = ends.length === 2 ? ends : [ends[0], ends[2]];
  }
}

export class Diagnostic {
  source?: string;
  code?: string;
  tags?: DiagnosticTag[];
  constructor(
    readonly range: Range,
    public message: string,
    readonly severity: DiagnosticSeverity,
  ) {}
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon extends ThemeColor {}

export class MarkdownString {
  constructor(readonly value: string) {}
}

export class TreeItem {
  constructor(readonly label: string) {}
}

export enum TreeItemCollapsibleState {
  None,
  Collapsed,
}

export class TabInputText {
  constructor(readonly uri: unknown) {}
}

export class TabInputWebview {
  constructor(readonly viewType: string) {}
}

export class CodeLens {
  constructor(
    readonly range: unknown,
    readonly command: unknown,
  ) {}
}

export class CodeAction {
  command?: unknown;
  constructor(
    readonly title: string,
    readonly kind: string,
  ) {}
}

export class RelativePattern {
  constructor(
    readonly base: unknown,
    readonly pattern: string,
  ) {}
}

export const env = { clipboard: { readText: (): Promise<string> => Promise.resolve("") } };

export enum DecorationRangeBehavior {
  ClosedClosed = 1,
}

export enum FileType {
  File = 1,
  Directory = 2,
}

export enum EndOfLine {
  LF = 1,
  CRLF = 2,
}

export enum QuickPickItemKind {
  Separator = -1,
  Default = 0,
}

/** Keeps what is to be replaced: tests make the edits on texts of their own. */
export class WorkspaceEdit {
  readonly edits: [Uri, Range, string][] = [];
  replace(uri: Uri, range: Range, text: string): void {
    this.edits.push([uri, range, text]);
  }
}

export const CodeActionKind = { QuickFix: "quickfix" };

export class Uri {
  private constructor(
    readonly path: string,
    readonly scheme = "file",
    readonly fsPath = path,
  ) {}
  static file(path: string): Uri {
    return new Uri(path);
  }
  static joinPath({ path }: Uri, name: string): Uri {
    return new Uri(`${path}/${name}`);
  }
  static parse(text: string): Uri {
    const [scheme = "", rest = ""] = text.split(/:(.*)/s);
    return new Uri(rest.replace(/^\/\/[^/]*/, ""), scheme);
  }
  with({ fragment }: { fragment: string }): string {
    return `${this.path}#${fragment}`;
  }
}

export class Location {
  constructor(
    readonly uri: unknown,
    readonly range: unknown,
  ) {}
}

export const chat = {};

export class ChatRequestTurn {
  readonly references: unknown[] = [];
  constructor(readonly prompt: string) {}
}

export const lm = { tools: [] as unknown[] };

export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

export class LanguageModelToolResult {
  constructor(readonly content: unknown[]) {}
}

export enum ConfigurationTarget {
  Global = 1,
}

export enum ViewColumn {
  Active = -1,
  Beside = -2,
  One = 1,
  Two = 2,
}

export enum StatusBarAlignment {
  Right = 2,
}

export const version = "1.99.0";

export const LanguageModelChatMessage = { User: (text: string): unknown => ({ text }) };

export class TerminalLink {
  constructor(
    readonly startIndex: number,
    readonly length: number,
    readonly tooltip?: string,
  ) {}
}

export class Hover {
  constructor(readonly contents: unknown) {}
}

export class DocumentLink {
  constructor(readonly range: unknown) {}
}

export class CancellationError extends Error {}

export enum ProgressLocation {
  Window = 10,
  Notification = 15,
}
