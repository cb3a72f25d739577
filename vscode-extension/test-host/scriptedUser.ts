/** Answers for a person: what the editor asks is answered as told, and noted. */
import * as vscode from "vscode";

type Ask = "showInformationMessage" | "showWarningMessage" | "showErrorMessage" | "showInputBox" | "showQuickPick" | "showOpenDialog" | "showSaveDialog";
const ASKS: readonly Ask[] = ["showInformationMessage", "showWarningMessage", "showErrorMessage", "showInputBox", "showQuickPick", "showOpenDialog", "showSaveDialog"];

/** Something that was asked or said: how, the words, and the choices where there were any. */
export interface Said {
  readonly how: Ask;
  readonly words: string;
  readonly choices: readonly string[];
}

/** Stands in for the person while a test runs; `stop` gives the editor its own dialogs back. */
export class ScriptedUser {
  readonly heard: Said[] = [];
  private readonly answers: { readonly to: RegExp; readonly answer: unknown }[] = [];
  private readonly originals = new Map<string, unknown>();
  /** What was said to be going on: titles, and titles with their messages. */
  readonly progress: string[] = [];

  constructor() {
    const window = vscode.window as unknown as Record<Ask, unknown>;
    for (const how of ASKS) {
      this.originals.set(how, window[how]);
      window[how] = (...parameters: unknown[]) => this.asked(how, parameters);
    }
    const { withProgress } = vscode.window;
    this.originals.set("withProgress", withProgress);
    const listened: typeof withProgress = (options, task) => {
      this.progress.push(options.title ?? "");
      return withProgress(options, (progress, token) => {
        const report: typeof progress.report = (value) => {
          this.progress.push(`${options.title ?? ""}: ${value.message ?? ""}`);
          progress.report(value);
        };
        return task({ report }, token);
      });
    };
    Object.assign(vscode.window, { withProgress: listened });
  }

  /** Answer the next question whose words fit: a title of a choice, an input's text, files. */
  willAnswer(to: RegExp, answer: unknown): this {
    this.answers.push({ to, answer });
    return this;
  }

  stop(): void {
    Object.assign(vscode.window, Object.fromEntries(this.originals));
  }

  private async asked(how: Ask, parameters: readonly unknown[]): Promise<unknown> {
    const [first, ...others] = parameters;
    const items = how === "showQuickPick" ? ((await first) as (string | vscode.QuickPickItem)[]) : others.filter(isItem);
    const choices = items.map((item) => (typeof item === "string" ? item : "label" in item ? item.label : (item as vscode.MessageItem).title));
    const words = typeof first === "string" ? first : titleOf(how === "showQuickPick" ? others[0] : first);
    this.heard.push({ how, words, choices });
    const known = this.answers.find(({ to }) => to.test(words));
    if (known === undefined) return undefined;
    this.answers.splice(this.answers.indexOf(known), 1);
    const { answer } = known;
    if (typeof answer !== "string" || choices.length === 0) return answer;
    return items[choices.findIndex((choice) => choice.includes(answer))];
  }
}

function isItem(value: unknown): value is string | vscode.QuickPickItem {
  return typeof value === "string" || (typeof value === "object" && value !== null && "title" in value);
}

function titleOf(options: unknown): string {
  const { title, prompt } = (options ?? {}) as { title?: string; prompt?: string };
  return [title, prompt].filter((part) => part !== undefined).join(" ");
}
