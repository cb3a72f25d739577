import * as vscode from "vscode";
import type { Params } from "./toolAnswer";

/** The error that a solution is written for: what is kept of it with the solution. */
export type About = Pick<Params<"record_solution">, "errorText" | "fixedIn">;

const KEPT = "solution.forms";
/** An error's end says what went wrong; the editor's memory is not for logs. */
const MOST_CHARACTERS = 200_000;

/**
 * Documents in which a solution is being written, each with the error that it is for. The editor brings such a
 * document back after its window was reloaded, and so what it is about is kept until it is closed.
 */
export class SolutionDocuments implements vscode.Disposable {
  private readonly abouts: Map<string, About>;
  private readonly subscription: vscode.Disposable;
  /** Forms that are being saved. */
  private readonly busy = new Set<string>();

  /** @param memory what the editor keeps for this workspace */
  constructor(private readonly memory: vscode.Memento) {
    const open = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => uriOf(input))));
    this.abouts = new Map(Object.entries(memory.get<Record<string, About>>(KEPT) ?? {}).filter(([uri]) => open.has(uri)));
    this.subscription = vscode.workspace.onDidCloseTextDocument((document) => {
      // One that got another language counts as closed and opened, and is there all the time.
      if (document.isClosed) void this.remove(document);
    });
    if (this.abouts.size > 0) void this.say();
  }

  async add({ uri }: vscode.TextDocument, { errorText, ...about }: About): Promise<void> {
    this.abouts.set(uri.toString(), errorText ? { errorText: errorText.slice(-MOST_CHARACTERS), ...about } : about);
    await this.keep();
  }

  /** Give the error that a document is about; undefined where no solution is written in it. */
  about({ uri }: vscode.TextDocument): About | undefined {
    return this.abouts.get(uri.toString());
  }

  /** Save a form; nothing is done where that goes on already. */
  async once({ uri }: vscode.TextDocument, save: () => Promise<void>): Promise<void> {
    const name = uri.toString();
    if (this.busy.has(name)) return;
    this.busy.add(name);
    try {
      await save();
    } finally {
      this.busy.delete(name);
    }
  }

  async remove({ uri }: vscode.TextDocument): Promise<void> {
    if (this.abouts.delete(uri.toString())) await this.keep();
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async keep(): Promise<void> {
    await Promise.all([this.memory.update(KEPT, Object.fromEntries(this.abouts)), this.say()]);
  }

  private async say(): Promise<void> {
    await vscode.commands.executeCommand("setContext", "kotlinRca.forms", [...this.abouts.keys()]);
  }
}

function uriOf(input: unknown): string | undefined {
  return input instanceof vscode.TabInputText ? input.uri.toString() : undefined;
}
