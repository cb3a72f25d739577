import * as vscode from "vscode";
import { isShown } from "./displaySettings";
import type { DebugStop, DebugVariable } from "./generated/contract";
import { relativePath } from "./workspaceFiles";

const MOST_VALUES = 6;
const LONGEST_VALUE = 60;
const LONGEST_TEXT = 200;
const SECRET = /pass(?:word|wd|phrase)|secret|token|api_?key|credential|private_?key/i;
const RECEIVERS: ReadonlySet<string> = new Set(["this", "self"]);
/** A name with what is reached through it; a text in quotes is none. */
const PATHS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_$][\w$]*(?:(?:\?|!!)?\.[A-Za-z_$][\w$]*)*/g;
const IDENTITY = /^([\w.$<>?, ]+?(?:\[\d*\])*)@[0-9a-f]+/i;
const SIZE = /\bsize\s?[=:]\s?(\d+)/;

/** Shows values at the end of the line at which a program is stopped in the project's code. */
export class InlineValues implements vscode.Disposable {
  private readonly text = vscode.window.createTextEditorDecorationType({
    after: { margin: "0 0 0 3ch", color: new vscode.ThemeColor("editorInlayHint.foreground") },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly subscriptions: vscode.Disposable;
  private stops: readonly DebugStop[] = [];

  constructor() {
    const draw = (): void => { this.draw(); };
    this.subscriptions = vscode.Disposable.from(
      this.text,
      vscode.window.onDidChangeVisibleTextEditors(draw),
      vscode.workspace.onDidChangeTextDocument(() => {
        if (this.stops.length > 0) draw();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("rca.editor")) draw();
      }),
    );
  }

  /** Show the values of these stops in place of those that are shown. */
  show(stops: readonly DebugStop[]): void {
    this.stops = stops;
    this.draw();
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      editor.setDecorations(this.text, isShown("inlineValues") ? this.valuesIn(editor.document) : []);
    }
  }

  private valuesIn(document: vscode.TextDocument): vscode.DecorationOptions[] {
    const path = this.stops.length === 0 ? undefined : relativePath(document.uri);
    const lines = new Map<number, vscode.DecorationOptions>();
    for (const stop of this.stops) {
      const frame = stop.frames.find(({ inWorkspace }) => inWorkspace);
      const line = frame?.line;
      // An edited file has other lines than the program.
      if (frame?.filePath !== path || !line || line > document.lineCount || document.isDirty || lines.has(line)) continue;
      const { range, text } = document.lineAt(line - 1);
      const contentText = valuesOfLine(text, stop);
      if (contentText !== "") lines.set(line, { range: new vscode.Range(range.end, range.end), renderOptions: { after: { contentText } } });
    }
    return [...lines.values()];
  }
}

/** Return the values that a line of code names, in one line: `items.size: 3 · index: 3`. */
export function valuesOfLine(code: string, stop: DebugStop): string {
  const variables = stop.frames.find(({ inWorkspace }) => inWorkspace)?.scopes?.flatMap(({ variables }) => variables) ?? [];
  const receiver = variables.find(({ name }) => RECEIVERS.has(name));
  const found = new Map<string, string>();
  for (const [path] of code.matchAll(PATHS)) {
    if (/^["']/.test(path)) continue;
    const [first = "", ...rest] = path.split(/(?:\?|!!)?\./);
    let value = variables.find(({ name }) => name === first) ?? receiver?.variables?.find(({ name }) => name === first);
    let name = first;
    for (const part of rest) {
      const inner: DebugVariable | undefined = value?.variables?.find((one) => one.name === part);
      if (inner === undefined) break;
      [value, name] = [inner, `${name}.${part}`];
    }
    if (value === undefined || RECEIVERS.has(name)) continue;
    const [label, shown] = shownValue(name, value);
    if (shown !== undefined) found.set(label, shown);
    if (found.size === MOST_VALUES) break;
  }
  const text = [...found].map(([name, value]) => `${name}: ${value}`).join(" · ");
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}

/** Return what to call a value, and its text; none where the text would tell its class alone. */
function shownValue(name: string, { value, size, variables = [] }: DebugVariable): readonly [string, string | undefined] {
  const isText = /^["']/.test(value);
  const counted = size ?? (isText ? undefined : (SIZE.exec(value)?.[1] ?? variables.find((one) => one.name === "size" || one.name === "len()")?.value));
  if (counted !== undefined && !isText) return [`${name}.size`, String(counted)];
  if (IDENTITY.test(value) || value === "") return [name, undefined];
  if (SECRET.test(name) && isText) return [name, "•••"];
  return [name, value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE - 1)}…` : value];
}
