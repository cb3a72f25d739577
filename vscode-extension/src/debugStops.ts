import * as vscode from "vscode";
import { countOf, messageOf, objectOf, textOf, type Body, type Message } from "./debugProtocol";
import { AUTOMATIC, readStop, type Bounds, type Locate, type StopPoint } from "./debugReading";
import { isRead } from "./displaySettings";
import type { DebugStop } from "./generated/contract";
import { relativePath } from "./workspaceFiles";

/** Some adapters tell of one stop several times, one after the other. */
const SETTLE_MS = 60;
const MOST_STOPS = 8;
/** Requests that let the program go on. */
const GOES_ON: ReadonlySet<string> = new Set(["continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue", "goto", "restartFrame", "restart"]);
const ENDS: ReadonlySet<string> = new Set(["disconnect", "terminate"]);
const FILES: ReadonlySet<string> = new Set(["file", "vscode-remote"]);
const ALL = new Set(["terminated", "exited"]);

/** A stopped thread. */
interface Standing {
  readonly session: vscode.DebugSession;
  readonly point: StopPoint;
  /** Ends the reading of it. */
  reading: AbortController | undefined;
  stop: DebugStop | undefined;
}

/** What is known of a debug session. */
interface Followed {
  capabilities: Body;
  /** Threads that requests on their way let go, by the request's number. */
  readonly going: Map<number, number | undefined>;
  readonly threads: Map<number, Standing>;
}

/**
 * Follows debug sessions of every adapter: where the program stands, and what it looks like there. At an exception it is
 * read unasked; elsewhere when a person asks. The latest stop comes first.
 */
export class DebugStops implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly sessions = new Map<string, Followed>();
  private readonly subscriptions: vscode.Disposable;
  private count = 0;

  /** Fires whenever a stop was read, or is over. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly report: (problem: unknown) => void) {
    this.subscriptions = vscode.Disposable.from(
      vscode.debug.registerDebugAdapterTrackerFactory("*", { createDebugAdapterTracker: (session) => this.follow(session) }),
      vscode.debug.onDidTerminateDebugSession((session) => {
        this.letGo(session.id);
      }),
    );
  }

  /** The stops that were read and are not over. */
  get stops(): readonly DebugStop[] {
    const read = [...this.sessions.values()].flatMap(({ threads }) => [...threads.values()].flatMap(({ stop }) => (stop === undefined ? [] : [stop])));
    return read.toSorted((one, other) => order(other.id) - order(one.id)).slice(0, MOST_STOPS);
  }

  /** Read where a program is stopped, or give what was read: the thread that the person looks at, else the latest one. Undefined where none stands. */
  async current(bounds?: Bounds): Promise<DebugStop | undefined> {
    const standing = this.chosen();
    if (standing === undefined) return undefined;
    // What is being read at an exception is waited for: two readings at once would slow each other down.
    if (standing.stop !== undefined && bounds === undefined) return standing.stop;
    await this.read(standing, bounds ?? AUTOMATIC);
    return standing.stop;
  }

  dispose(): void {
    this.subscriptions.dispose();
    for (const id of [...this.sessions.keys()]) this.letGo(id);
    this.changed.dispose();
  }

  private chosen(): Standing | undefined {
    const item = vscode.debug.activeStackItem;
    const looked = item === undefined ? undefined : this.sessions.get(item.session.id)?.threads.get(item.threadId);
    const active = [...(this.sessions.get(vscode.debug.activeDebugSession?.id ?? "")?.threads.values() ?? [])];
    const all = [...this.sessions.values()].flatMap(({ threads }) => [...threads.values()]);
    return looked ?? latest(active) ?? latest(all);
  }

  private follow(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    const guarded = (act: (message: Message) => void) => (raw: unknown): void => {
      try {
        const message = messageOf(raw);
        if (message !== undefined) act(message);
      } catch (problem) {
        this.report(problem); // the session itself must not suffer from it
      }
    };
    return {
      onDidSendMessage: guarded((message) => { this.sent(session, message); }),
      onWillReceiveMessage: guarded((message) => { this.asked(session, message); }),
      onWillStopSession: () => { this.letGo(session.id); },
      onExit: () => { this.letGo(session.id); },
    };
  }

  /** Take what the adapter says. */
  private sent(session: vscode.DebugSession, { type, name, seq, succeeded, body }: Message): void {
    if (type === "response") {
      const followed = this.sessions.get(session.id);
      if (name === "initialize" && succeeded) this.known(session).capabilities = body;
      if (!GOES_ON.has(name) || followed === undefined) return;
      const thread = followed.going.get(seq);
      followed.going.delete(seq);
      if (succeeded) this.wentOn(session.id, name !== "continue" || body["allThreadsContinued"] === false ? thread : undefined);
    } else if (type === "event") {
      if (name === "stopped") this.stopped(session, body);
      else if (name === "continued") this.wentOn(session.id, body["allThreadsContinued"] === false ? countOf(body["threadId"]) : undefined);
      else if (name === "capabilities") Object.assign(this.known(session), { capabilities: { ...this.known(session).capabilities, ...objectOf(body["capabilities"]) } });
      else if (name === "thread" && body["reason"] === "exited") this.wentOn(session.id, countOf(body["threadId"]) ?? -1);
      else if (ALL.has(name)) this.letGo(session.id);
    }
  }

  /** Take what the adapter is asked: from then on nothing is read of a program that goes on. */
  private asked(session: vscode.DebugSession, { type, name, seq, body }: Message): void {
    const followed = this.sessions.get(session.id);
    if (type !== "request" || followed === undefined || !(GOES_ON.has(name) || ENDS.has(name))) return;
    if (GOES_ON.has(name)) followed.going.set(seq, countOf(body["threadId"]));
    for (const { reading } of followed.threads.values()) reading?.abort();
  }

  private known({ id }: vscode.DebugSession): Followed {
    const followed = this.sessions.get(id) ?? { capabilities: {}, going: new Map<number, number | undefined>(), threads: new Map<number, Standing>() };
    this.sessions.set(id, followed);
    return followed;
  }

  private stopped(session: vscode.DebugSession, body: Body): void {
    const { capabilities, threads } = this.known(session);
    const threadId = countOf(body["threadId"]);
    const key = threadId ?? -1;
    const before = threads.get(key);
    const reason = textOf(body["reason"]) ?? "stopped";
    before?.reading?.abort();
    // Told twice, it is one stop.
    const isSame = before?.point.reason === reason;
    this.count += isSame ? 0 : 1;
    const point: StopPoint = {
      id: isSame ? before.point.id : `${session.id}:${this.count}`,
      session: session.name,
      adapter: session.type,
      threadId,
      reason,
      text: textOf(body["text"]) ?? textOf(body["description"]),
      givesExceptionInfo: capabilities["supportsExceptionInfoRequest"] === true,
    };
    const standing: Standing = { session, point, reading: undefined, stop: isSame ? before.stop : undefined };
    threads.set(key, standing);
    if (before?.stop !== undefined && !isSame) this.changed.fire(undefined);
    if (reason === "exception" && isRead({ run: `debug ${session.id}`, kind: "debug_console" })) void this.read(standing, AUTOMATIC, SETTLE_MS);
  }

  private async read(standing: Standing, bounds: Bounds, settle = 0): Promise<void> {
    standing.reading?.abort();
    const reading = new AbortController();
    standing.reading = reading;
    const { session, point } = standing;
    try {
      if (settle > 0) await new Promise((resolve) => setTimeout(resolve, settle));
      reading.signal.throwIfAborted();
      const stop = await readStop((command, args) => session.customRequest(command, args), point, locate, bounds, reading.signal);
      reading.signal.throwIfAborted();
      if (!this.stands(standing)) return;
      standing.stop = stop;
      this.changed.fire(undefined);
    } catch (problem) {
      if (problem !== reading.signal.reason) this.report(problem);
    } finally {
      if (standing.reading === reading) standing.reading = undefined;
    }
  }

  private stands(standing: Standing): boolean {
    return [...(this.sessions.get(standing.session.id)?.threads.values() ?? [])].includes(standing);
  }

  /** Take note that a thread goes on, or all do. */
  private wentOn(id: string, thread: number | undefined): void {
    const threads = this.sessions.get(id)?.threads;
    if (threads === undefined) return;
    // A stop without a thread is one of all of them.
    const gone = [...threads].filter(([key]) => thread === undefined || key === thread || key === -1);
    for (const [key, { reading }] of gone) {
      reading?.abort();
      threads.delete(key);
    }
    if (gone.some(([, { stop }]) => stop !== undefined)) this.changed.fire(undefined);
  }

  private letGo(id: string): void {
    this.wentOn(id, undefined);
    this.sessions.delete(id);
  }
}

function latest(all: readonly Standing[]): Standing | undefined {
  return all.toSorted((one, other) => order(other.point.id) - order(one.point.id))[0];
}

/** Give the number of a stop: later ones have larger numbers. */
function order(id: string): number {
  return Number(id.slice(id.lastIndexOf(":") + 1));
}

const locate: Locate = (path) => {
  const scheme = /^([a-z][\w+.-]+):/i.exec(path)?.[1];
  // An address that is no file's, such as that of a class in an archive.
  if (scheme !== undefined && !FILES.has(scheme)) return { filePath: path, inWorkspace: false };
  // On a remote machine, where this runs too, the editor's address of a file is a remote one.
  const uri = vscode.Uri.file(scheme === undefined ? path : vscode.Uri.parse(path).path);
  const relative = relativePath(uri);
  return relative === undefined ? { filePath: uri.fsPath, inWorkspace: false } : { filePath: relative, inWorkspace: true };
};
