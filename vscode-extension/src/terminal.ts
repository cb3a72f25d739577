import * as vscode from "vscode";
import { BeginningSeen, completed, readFromStart } from "./executionOutput";
import { Tail, plainText } from "./terminalText";

const KEPT_CHARACTERS = 1_000_000;
/** Of all commands together; of more the oldest go, but never a terminal's last one. */
const KEPT_RUNS = 50;
const KEPT_TOGETHER = 16_000_000;
/** A command that goes on is looked at when it has paused for so long, and at the latest after so long: an error is printed at once. */
const PAUSE_MS = 500;
const LATEST_MS = 2_000;

/** One command that ran, or runs, in a terminal. */
export interface CommandRun {
  /** Tells it from every other run of this window. */
  readonly id: string;
  /** Runs that began later have higher ones. */
  readonly order: number;
  readonly terminal: vscode.Terminal;
  /** What the terminal was called when it began: while a program runs, some are called like it. */
  readonly terminalName: string;
  readonly commandLine: string;
  /** When it began, in milliseconds. */
  readonly began: number;
  /** The folder that it runs in, where the shell says so. */
  readonly directory: string | undefined;
  /** Undefined while it runs, or where the shell did not say. */
  exitCode: number | undefined;
  /** Whether it has ended, and all that it printed is read. */
  isRead: boolean;
  /** How many pieces of output came so far. */
  pieces: number;
  /** When it printed last, or began, in milliseconds. */
  touched: number;
  output: Tail;
}

/** Return whether the shell said what was typed: not every shell does for each command. */
export function isNamed({ commandLine }: Pick<CommandRun, "commandLine">): boolean {
  return commandLine.trim() !== "";
}

/** Return what a run is called where errors are listed: its first line as typed. One that is unknown shares its name with no other. */
export function runName(run: Pick<CommandRun, "commandLine" | "order" | "terminalName">): string {
  const [typed = ""] = run.commandLine.trim().split("\n");
  return isNamed(run) ? typed : `${run.terminalName}, command ${run.order}`;
}

/** A run that goes on; `read` is done when all that the editor gives of its output is read. */
interface Running {
  readonly run: CommandRun;
  readonly beginning: BeginningSeen;
  readonly read: Promise<void>;
}

/** Gives what the last command of the active terminal printed, where the editor can tell. */
export type LastOutput = (commandLine: string) => Promise<string | undefined>;

/** Listens to the terminals by shell integration, and keeps what the latest commands printed. */
export class Terminals implements vscode.Disposable {
  private readonly last = new Map<vscode.Terminal, CommandRun>();
  /** In the order in which they began. */
  private runs: CommandRun[] = [];
  /** Commands of terminals in the background whose beginning the editor did not give: the terminal is read once it is shown. */
  private readonly incomplete = new Map<vscode.Terminal, CommandRun>();
  private readonly running = new Map<vscode.TerminalShellExecution, Running>();
  private latest: CommandRun | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly printed = new vscode.EventEmitter<{ readonly run: CommandRun; readonly text: string }>();
  private readonly replaced = new vscode.EventEmitter<CommandRun>();
  private readonly finished = new vscode.EventEmitter<CommandRun>();
  private count = 0;
  private readonly subscriptions: vscode.Disposable;

  /** Fires when a terminal that is listened to printed something. */
  readonly onDidChange = this.changed.event;

  /** Fires with each piece that a command prints, escape sequences and all. */
  readonly onDidPrint = this.printed.event;

  /** Fires when what a command printed turned out to be another text than the pieces that came. */
  readonly onDidReplace = this.replaced.event;

  /** Fires when a command has ended and all that it printed is read. */
  readonly onDidFinish = this.finished.event;

  constructor(
    private readonly report: (problem: unknown) => void,
    private readonly lastOutput: LastOutput,
  ) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      this.printed,
      this.replaced,
      this.finished,
      vscode.window.onDidStartTerminalShellExecution((event) => {
        this.started(event.terminal, event.execution);
      }),
      vscode.window.onDidEndTerminalShellExecution((event) => {
        this.ended(event.execution, event.exitCode).catch(report);
      }),
      vscode.window.onDidChangeActiveTerminal((terminal) => {
        const run = terminal && this.incomplete.get(terminal);
        if (run !== undefined) this.complete(run).catch(report);
      }),
      vscode.window.onDidCloseTerminal((terminal) => {
        for (const [execution, { run }] of this.running) if (run.terminal === terminal) this.cutOff(execution, run);
        this.last.delete(terminal);
        this.incomplete.delete(terminal);
        this.runs = this.runs.filter((run) => run.terminal !== terminal);
        if (this.latest?.terminal === terminal) this.latest = [...this.last.values()].at(-1);
      }),
    );
  }

  /** Return the last command of the active terminal; without any, the latest of all terminals. */
  get current(): CommandRun | undefined {
    const terminal = vscode.window.activeTerminal;
    return (terminal && this.last.get(terminal)) ?? this.latest;
  }

  /** Return the commands whose output is kept, in the order in which they began. */
  get kept(): readonly CommandRun[] {
    return this.runs;
  }

  /** Give the readable end of what the latest command of any terminal printed; `count` limits the characters read. */
  recentText(count: number): string | undefined {
    return this.latest && plainText(this.latest.output.end(count));
  }

  /**
   * Wait until a command has printed more than the pieces that are known, or has ended.
   *
   * @throws CancellationError where the person does not want to wait any more
   */
  async news(run: CommandRun, known: number, token: vscode.CancellationToken): Promise<void> {
    if (run.isRead) return;
    let due: NodeJS.Timeout | undefined;
    let listening: vscode.Disposable | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        let latest: number | undefined;
        const printed = (): void => {
          latest ??= Date.now() + LATEST_MS;
          clearTimeout(due);
          due = setTimeout(resolve, Math.min(PAUSE_MS, latest - Date.now()));
        };
        listening = vscode.Disposable.from(
          this.onDidPrint((piece) => {
            if (piece.run === run) printed();
          }),
          this.onDidFinish((ended) => {
            if (ended === run) resolve();
          }),
          token.onCancellationRequested(() => {
            reject(new vscode.CancellationError());
          }),
        );
        if (run.pieces > known) printed();
      });
    } finally {
      clearTimeout(due);
      listening?.dispose();
    }
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private started(terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): void {
    this.count += 1;
    const run: CommandRun = {
      id: `terminal ${this.count}`,
      order: this.count,
      terminal,
      terminalName: terminal.name,
      commandLine: execution.commandLine.value,
      began: Date.now(),
      directory: execution.cwd?.fsPath,
      exitCode: undefined,
      isRead: false,
      pieces: 0,
      touched: Date.now(),
      output: new Tail(KEPT_CHARACTERS),
    };
    this.last.set(terminal, run);
    this.incomplete.delete(terminal);
    this.latest = run;
    this.runs.push(run);
    this.bound();
    const beginning = new BeginningSeen();
    // Reading must begin at once: what was printed before is not given later.
    this.running.set(execution, { run, beginning, read: this.follow(run, readFromStart(execution), beginning).catch(this.report) });
  }

  private async follow(run: CommandRun, output: AsyncIterable<string>, beginning: BeginningSeen): Promise<void> {
    for await (const chunk of output) {
      beginning.take(chunk);
      this.take(run, chunk);
    }
  }

  /** Let the oldest commands go where there are too many, or they printed too much. */
  private bound(): void {
    let count = this.runs.length;
    let size = this.runs.reduce((sum, { output }) => sum + output.size, 0);
    this.runs = this.runs.filter((run) => {
      if ((count <= KEPT_RUNS && size <= KEPT_TOGETHER) || this.last.get(run.terminal) === run) return true;
      count -= 1;
      size -= run.output.size;
      return false;
    });
  }

  private take(run: CommandRun, text: string): void {
    run.output.append(text);
    run.pieces += 1;
    run.touched = Date.now();
    this.latest = run;
    this.changed.fire();
    this.printed.fire({ run, text });
  }

  /** The editor never ends the output of a command whose terminal is closed; what came is all there will be. */
  private cutOff(execution: vscode.TerminalShellExecution, run: CommandRun): void {
    this.running.delete(execution);
    this.finish(run);
  }

  private finish(run: CommandRun): void {
    run.isRead = true;
    this.finished.fire(run);
  }

  private async ended(execution: vscode.TerminalShellExecution, exitCode: number | undefined): Promise<void> {
    const ending = this.running.get(execution);
    this.running.delete(execution);
    if (ending === undefined) return;
    const { run, beginning, read } = ending;
    run.exitCode = exitCode;
    await read;
    if (!beginning.value) await this.complete(run).catch(this.report);
    this.finish(run);
  }

  /**
   * Take from the terminal itself what the editor did not give of a command's output: it drops what comes in the same
   * moment as the command's start. A terminal that is not shown cannot be read; it is once it is shown.
   */
  private async complete(run: CommandRun): Promise<void> {
    if (this.last.get(run.terminal) !== run) return;
    this.incomplete.set(run.terminal, run);
    const isReadable = (): boolean => vscode.window.activeTerminal === run.terminal && this.incomplete.get(run.terminal) === run;
    const held = isReadable() ? await this.lastOutput(run.commandLine) : undefined;
    if (held === undefined || !isReadable()) return;
    this.incomplete.delete(run.terminal);
    const text = completed(held, plainText(run.output.text()));
    if (text === undefined) return;
    run.output = new Tail(KEPT_CHARACTERS);
    run.output.append(text);
    run.pieces += 1;
    this.changed.fire();
    this.replaced.fire(run);
  }
}
