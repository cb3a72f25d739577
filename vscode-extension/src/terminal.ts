import * as vscode from "vscode";
import { Tail, plainText } from "./terminalText";

const KEPT_CHARACTERS = 1_000_000;
/** A command that goes on is looked at when it has paused for so long, and at the latest after so long: an error is printed at once. */
const PAUSE_MS = 500;
const LATEST_MS = 2_000;
/** Marks of shell integration are shorter: what is longer has something to read. */
const SILENT_CHARACTERS = 10_000;

/** One command that ran, or runs, in a terminal. */
export interface CommandRun {
  /** Tells it from every other run of this window. */
  readonly id: string;
  /** Runs that began later have higher ones. */
  readonly order: number;
  readonly terminal: vscode.Terminal;
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
  readonly output: Tail;
}

/** A run that goes on; `read` is done when all that the editor gives of its output is read. */
interface Running {
  readonly run: CommandRun;
  readonly read: Promise<void>;
}

/** Gives what the last command of the active terminal printed, where the editor can tell. */
export type LastOutput = (commandLine: string) => Promise<string | undefined>;

/** Listens to the terminals by shell integration; each keeps its last command and its last failed one. */
export class Terminals implements vscode.Disposable {
  private readonly last = new Map<vscode.Terminal, CommandRun>();
  private readonly failed = new Map<vscode.Terminal, CommandRun>();
  private readonly running = new Map<vscode.TerminalShellExecution, Running>();
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

  constructor(
    private readonly report: (problem: unknown) => void,
    private readonly lastOutput: LastOutput,
  ) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      this.printed,
      this.finished,
      vscode.window.onDidStartTerminalShellExecution((event) => {
        this.started(event.terminal, event.execution);
      }),
      vscode.window.onDidEndTerminalShellExecution((event) => {
        this.ended(event.execution, event.exitCode).catch(report);
      }),
      vscode.window.onDidCloseTerminal((terminal) => {
        for (const [execution, { run }] of this.running) if (run.terminal === terminal) this.cutOff(execution, run);
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

  /** Give the commands whose output is kept, in the order in which they began. */
  get kept(): readonly CommandRun[] {
    return [...new Set([...this.failed.values(), ...this.last.values()])].sort((a, b) => a.order - b.order);
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
      commandLine: execution.commandLine.value,
      began: Date.now(),
      directory: execution.cwd?.fsPath,
      exitCode: undefined,
      isRead: false,
      pieces: 0,
      output: new Tail(KEPT_CHARACTERS),
    };
    this.last.set(terminal, run);
    this.latest = run;
    // Reading must begin at once: what was printed before is not given later.
    this.running.set(execution, { run, read: this.follow(run, execution.read()).catch(this.report) });
  }

  private async follow(run: CommandRun, output: AsyncIterable<string>): Promise<void> {
    for await (const chunk of output) this.take(run, chunk);
  }

  private take(run: CommandRun, text: string): void {
    run.output.append(text);
    run.pieces += 1;
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
    const { run, read } = ending;
    run.exitCode = exitCode;
    const hasFailed = exitCode !== undefined && exitCode !== 0;
    if (hasFailed) this.failed.set(run.terminal, run);
    await read;
    if (hasFailed && isSilent(run.output)) await this.recover(run).catch(this.report);
    this.finish(run);
  }

  /**
   * Take the output of a command that failed and gave none. The editor drops what comes in the same
   * moment as the command's start, which is all that a quick one prints; its own memory has it.
   */
  private async recover(run: CommandRun): Promise<void> {
    const isLast = (): boolean => vscode.window.activeTerminal === run.terminal && this.last.get(run.terminal) === run;
    const text = isLast() ? await this.lastOutput(run.commandLine) : undefined;
    if (text !== undefined && isLast()) this.take(run, text);
  }
}

function isSilent(output: Tail): boolean {
  return output.size <= SILENT_CHARACTERS && plainText(output.text()).trim() === "";
}
