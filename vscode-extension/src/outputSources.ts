import * as vscode from "vscode";
import { isBetweenRounds, isBuild, type TestReportReader } from "./testReportReader";
import type { ErrorEvent } from "./generated/contract";
import { followFile } from "./logFollower";
import type { OutputPusher, OutputSource, Told } from "./outputPusher";
import { isKnownFile, problemsText } from "./problemsText";
import { errorProblems } from "./errorSources";
import { isNamed, runName, type CommandRun, type Terminals } from "./terminal";

const PROBLEMS_SETTLE_MS = 2_000;
/** A build that waits draws its progress bar all the time. */
const ROUND_CHARACTERS = 20_000;
const PROBLEMS: OutputSource = { run: "problems", kind: "problems", name: "Problems" };
const LOG_STREAM =
  /\blogcat\b|\bpidcat\b|\btail\b.*\s(?:-\w*[fF]|--follow\b)|\bjournalctl\b.*\s(?:-\w*f|--follow\b)|\b(?:docker|podman|kubectl)\b.*\blogs\b.*\s(?:-f|--follow)\b|\b(?:Get-Content|gc|cat|type)\b.*\s-Wait\b/i;

/** Tell whether a command prints a log that goes on for ever, rather than one result. */
export function isLogStream(commandLine: string): boolean {
  return LOG_STREAM.test(commandLine);
}

/** What the person dismissed of a command's output. */
interface Dismissed {
  /** Characters that came before all was dismissed. */
  past: number;
  /** Single errors, each with how many characters had come by then. */
  readonly errors: { readonly id: string; readonly at: number }[];
}

/** Listens to everything that prints errors, and hands it on. */
export class OutputSources implements vscode.Disposable {
  private readonly subscriptions: { dispose(): unknown }[];
  private settling: NodeJS.Timeout | undefined;
  private hadProblems = false;
  /** Log files that are followed, by their runs. */
  private readonly followed = new Map<string, { readonly source: OutputSource; readonly end: () => void }>();
  private readonly dismissed = new WeakMap<CommandRun, Dismissed>();
  private readonly dismissedProblems = new Set<string>();
  /** What failed commands reported elsewhere. */
  private readonly reported = new WeakMap<CommandRun, string>();
  /** The errors that are known, by what they were told of last. */
  private known: readonly ErrorEvent[] = [];

  constructor(
    private readonly terminals: Terminals,
    private readonly pusher: OutputPusher,
    private readonly reports: TestReportReader,
    report: (problem: unknown) => void,
  ) {
    this.subscriptions = [
      terminals.onDidPrint(({ run, text }) => {
        pusher.add(sourceOf(run), text);
        if (isBetweenRounds(text)) this.roundEnded(run).catch(report);
      }),
      terminals.onDidReplace((run) => {
        this.tellRun(run);
      }),
      terminals.onDidFinish((run) => {
        this.finished(run).catch(report);
      }),
      vscode.debug.registerDebugAdapterTrackerFactory("*", {
        createDebugAdapterTracker: (session) => debugOutput(session, pusher),
      }),
      vscode.languages.onDidChangeDiagnostics(() => {
        // A build brings its problems one by one, and typing changes them at every key.
        clearTimeout(this.settling);
        this.settling = setTimeout(() => {
          this.problems();
        }, PROBLEMS_SETTLE_MS);
      }),
    ];
  }

  /** Tell a server that was started in place of another one what is still there: problems, and what commands printed. */
  tellAgain(): void {
    for (const run of this.terminals.kept) this.tellRun(run);
    this.problems([...this.dismissedProblems]);
  }

  /** Take note of the errors as they are now. */
  note(events: readonly ErrorEvent[]): void {
    const before = new Set(this.known.map(({ id }) => id));
    // A problem that went and came back is no longer dismissed.
    for (const { id, sources } of events) if (!before.has(id) && sources.includes(PROBLEMS.name)) this.dismissedProblems.delete(id);
    this.known = events;
  }

  /** Leave out from then on what was printed so far of an error, or of all: the person has dismissed it. */
  dismiss(id?: string): void {
    for (const run of this.terminals.kept) {
      const dismissed = this.dismissed.get(run) ?? { past: 0, errors: [] };
      this.dismissed.set(run, dismissed);
      if (id === undefined) Object.assign(dismissed, { past: run.output.total, errors: [] });
      else dismissed.errors.push({ id, at: run.output.total });
    }
    for (const event of this.known) {
      if ((id === undefined || event.id === id) && event.sources.includes(PROBLEMS.name)) this.dismissedProblems.add(event.id);
    }
  }

  private tellRun(run: CommandRun): void {
    const { total } = run.output;
    const { past, errors } = this.dismissed.get(run) ?? { past: 0, errors: [] };
    if (run.isRead && past > 0 && past === total) return;
    const text = run.output.text();
    const from = (at: number): number => Math.max(0, text.length - (total - at));
    let begin = from(past);
    const told: Told[] = [];
    for (const end of new Set(errors.map(({ at }) => at))) {
      const dismissed = errors.filter(({ at }) => at === end).map(({ id }) => id);
      told.push({ text: text.slice(begin, from(end)), dismissed });
      begin = from(end);
    }
    this.pusher.set(sourceOf(run), text.slice(begin), told);
    if (run.isRead) this.pusher.end(sourceOf(run), exitCodeOf(run), this.reported.get(run));
  }

  /** Follow a log file from its end, as a device's log that another program writes. One that is followed already is not followed twice. */
  follow(file: vscode.Uri): void {
    const source: OutputSource = { run: `file ${file.toString()}`, kind: "log", name: vscode.workspace.asRelativePath(file) };
    if (this.followed.has(source.run)) return;
    const following = followFile(file.fsPath, (text) => {
      this.pusher.add(source, text);
    });
    this.followed.set(source.run, { source, end: () => { following.dispose(); } });
    this.sayWhatIsFollowed();
  }

  /** Give the log files that are followed. */
  get logFiles(): readonly OutputSource[] {
    return [...this.followed.values()].map(({ source }) => source);
  }

  /** Follow a log file no more; what it printed so far stays. */
  unfollow({ run }: OutputSource): void {
    const known = this.followed.get(run);
    if (known === undefined) return;
    this.followed.delete(run);
    known.end();
    this.pusher.end(known.source);
    this.sayWhatIsFollowed();
  }

  dispose(): void {
    clearTimeout(this.settling);
    for (const each of this.subscriptions) each.dispose();
    for (const { end } of this.followed.values()) end();
  }

  /** Hand on a command's end, of a build whose tests failed with the traces that it wrote and did not print. */
  private async finished(run: CommandRun): Promise<void> {
    const { exitCode, commandLine } = run;
    let failures = "";
    try {
      if (exitCode !== undefined && exitCode !== 0 && isBuild(commandLine)) {
        failures = await this.failures(run);
        this.reported.set(run, failures);
      }
    } finally {
      this.pusher.end(sourceOf(run), exitCodeOf(run), failures);
    }
  }

  /** Hand on what tests wrote of a round of a build that goes on, unless the next one has begun by then. */
  private async roundEnded(run: CommandRun): Promise<void> {
    const failures = isBuild(run.commandLine) ? await this.failures(run) : "";
    if (failures !== "" && isBetweenRounds(run.output.end(ROUND_CHARACTERS))) this.pusher.report(sourceOf(run), failures);
  }

  private failures({ began, directory }: CommandRun): Promise<string> {
    return this.reports.failuresSince(began, directory === undefined ? undefined : vscode.Uri.file(directory));
  }

  private sayWhatIsFollowed(): void {
    void vscode.commands.executeCommand("setContext", "kotlinRca.followsFiles", this.followed.size > 0);
  }

  /** Hand on the errors of files that are saved: what is being typed is wrong most of the time. */
  private problems(dismissed: readonly string[] = []): void {
    const unsaved = new Set(vscode.workspace.textDocuments.filter((one) => one.isDirty).map((one) => one.uri.fsPath));
    const found = problemsText(errorProblems((path) => !unsaved.has(path) && isKnownFile(path)));
    if (found === null && !this.hadProblems) return;
    this.hadProblems = found !== null;
    if (found !== null && dismissed.length > 0) this.pusher.set(PROBLEMS, "", [{ text: found, dismissed }]);
    else this.pusher.set(PROBLEMS, found ?? "");
  }
}

/** Return how a run ended, for the server. Of an unknown command that proves nothing: the next one may be another. */
function exitCodeOf(run: CommandRun): number | undefined {
  return isNamed(run) ? run.exitCode : undefined;
}

function sourceOf(run: CommandRun): OutputSource {
  return {
    run: run.id,
    kind: isLogStream(run.commandLine) ? "log" : "terminal",
    name: runName(run),
    ...(run.directory !== undefined && { directory: run.directory }),
  };
}

function debugOutput(session: vscode.DebugSession, pusher: OutputPusher): vscode.DebugAdapterTracker {
  const source: OutputSource = { run: `debug ${session.id}`, kind: "debug_console", name: session.name };
  return {
    onDidSendMessage: (message: { type?: string; event?: string; body?: { category?: string; output?: string } }) => {
      if (message.type !== "event" || message.event !== "output") return;
      const { category, output } = message.body ?? {};
      if (output !== undefined && category !== "telemetry") pusher.add(source, output);
    },
    onWillStopSession: () => {
      pusher.end(source);
    },
  };
}
