import * as vscode from "vscode";
import { Tail, plainText } from "./terminalText";

const KEPT_CHARACTERS = 1_000_000;

/** One command that ran, or runs, in a terminal. */
export interface CommandRun {
  /** Tells it from every other run of this window. */
  readonly id: string;
  readonly terminal: vscode.Terminal;
  readonly commandLine: string;
  /** Undefined while it runs, or where the shell did not say. */
  exitCode: number | undefined;
  readonly output: Tail;
}

/** Listens to the terminals by shell integration; each keeps its last command and its last failed one. */
export class Terminals implements vscode.Disposable {
  private readonly last = new Map<vscode.Terminal, CommandRun>();
  private readonly failed = new Map<vscode.Terminal, CommandRun>();
  private readonly running = new Map<vscode.TerminalShellExecution, CommandRun>();
  private latest: CommandRun | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly printed = new vscode.EventEmitter<{ readonly run: CommandRun; readonly text: string }>();
  private readonly finished = new vscode.EventEmitter<CommandRun>();
  private count = 0;
  private readonly subscriptions: vscode.Disposable;

  /** Fires when a terminal that is listened to printed something. */
  readonly onDidChange = this.changed.event;

  /** Fires with each piece that a command prints, escape sequences and all. */
  readonly onDidPrint = this.printed.event;

  /** Fires when a command has ended and all that it printed is read. */
  readonly onDidFinish = this.finished.event;

  constructor(private readonly report: (problem: unknown) => void) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      this.printed,
      this.finished,
      vscode.window.onDidStartTerminalShellExecution((event) => {
        this.started(event.terminal, event.execution);
      }),
      vscode.window.onDidEndTerminalShellExecution((event) => {
        this.ended(event.execution, event.exitCode);
      }),
      vscode.window.onDidCloseTerminal((terminal) => {
        this.last.delete(terminal);
        this.failed.delete(terminal);
        if (this.latest?.terminal === terminal) this.latest = [...this.last.values()].at(-1);
      }),
    );
  }

  /**
   * Give the command that an error is most likely from: of the active terminal the last one, where it
   * failed or still runs, else the last that failed there; without any, the latest of all terminals.
   */
  suspect(): CommandRun | undefined {
    const terminal = vscode.window.activeTerminal;
    const last = terminal && this.last.get(terminal);
    if (terminal === undefined || last === undefined) return this.latest;
    return last.exitCode === 0 ? (this.failed.get(terminal) ?? last) : last;
  }

  /** Give the readable output of the latest command of any terminal. */
  recentText(): string | undefined {
    return this.latest && plainText(this.latest.output.text());
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private started(terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): void {
    const run: CommandRun = {
      id: `terminal ${++this.count}`,
      terminal,
      commandLine: execution.commandLine.value,
      exitCode: undefined,
      output: new Tail(KEPT_CHARACTERS),
    };
    this.last.set(terminal, run);
    this.running.set(execution, run);
    this.latest = run;
    // Reading must begin at once: what was printed before is not given later.
    this.follow(run, execution.read()).catch(this.report);
  }

  private async follow(run: CommandRun, output: AsyncIterable<string>): Promise<void> {
    for await (const chunk of output) {
      run.output.append(chunk);
      this.latest = run;
      this.changed.fire();
      this.printed.fire({ run, text: chunk });
    }
    this.finished.fire(run);
  }

  private ended(execution: vscode.TerminalShellExecution, exitCode: number | undefined): void {
    const run = this.running.get(execution);
    this.running.delete(execution);
    if (run === undefined) return;
    run.exitCode = exitCode;
    if (exitCode !== undefined && exitCode !== 0) this.failed.set(run.terminal, run);
  }
}
