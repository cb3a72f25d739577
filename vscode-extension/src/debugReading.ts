import { countOf, objectOf, objectsOf, pathOf, textOf, type Body } from "./debugProtocol";
import { DebugValues } from "./debugValues";
import type { DebugFrame, DebugStop } from "./generated/contract";

/** How much is read of a program that is stopped, at most. */
export interface Bounds {
  readonly milliseconds: number;
  /** How long one answer may take. */
  readonly answerMs: number;
  readonly values: number;
  /** Characters of all names and values together. */
  readonly characters: number;
  /** Levels of fields below variables; 2: a variable, its fields. */
  readonly levels: number;
  readonly frames: number;
  /** Frames whose variables are read. */
  readonly readFrames: number;
}

/** What is read at an exception unasked. JavaScript's adapter took up to 2 s for one answer on a busy machine. */
export const AUTOMATIC: Bounds = { milliseconds: 6_000, answerMs: 3_000, values: 1_500, characters: 200_000, levels: 2, frames: 60, readFrames: 10 };
/** What is read when a person asks for more. */
export const MORE: Bounds = { milliseconds: 10_000, answerMs: 5_000, values: 10_000, characters: 1_000_000, levels: 4, frames: 300, readFrames: 30 };

const PAGE = 20;
const MOST_THREADS = 100;
/** Adapters that left so many questions without an answer are asked nothing more. */
const MOST_SILENCES = 2;
const LONGEST_TRACE = 20_000;
const LONGEST_TEXT = 2_000;
const WENT_ON = "The program went on while it was read.";

/** What stopped, as the event says. */
export interface StopPoint {
  readonly id: string;
  readonly session: string;
  readonly adapter: string;
  readonly threadId: number | undefined;
  readonly reason: string;
  /** What the event says of it. */
  readonly text: string | undefined;
  readonly givesExceptionInfo: boolean;
}

export type Ask = (command: string, args: Body) => PromiseLike<unknown>;
/** Say where a source lies: relative to the workspace where it is in it. */
export type Locate = (path: string) => { readonly filePath: string; readonly inWorkspace: boolean };

/** Read a program that is stopped. What an adapter does not answer, or answers wrongly, is left out and said. */
export async function readStop(ask: Ask, point: StopPoint, locate: Locate, bounds: Bounds, signal: AbortSignal): Promise<DebugStop> {
  const began = Date.now();
  const reader = new Reader(ask, bounds, signal);
  const threads = objectsOf((await reader.ask("threads", {}))?.["threads"]).slice(0, MOST_THREADS);
  const threadId = point.threadId ?? countOf(threads[0]?.["id"]) ?? 0;
  const nameOf = (thread: Body): string => textOf(thread["name"]) ?? "?";
  const named = threads.find(({ id }) => id === threadId);
  // What it is tells most, and comes first.
  const exception = point.reason === "exception" ? await readException(reader, point, threadId) : undefined;
  const { frames, ids, further } = await readFrames(reader, threadId, locate);
  const own = frames.flatMap(({ inWorkspace }, index) => (inWorkspace ? [index] : []));
  // Of a program whose sources are not here the innermost frames tell most.
  const read = (own.length > 0 ? own : frames.map((_, index) => index)).slice(0, bounds.readFrames);
  const asked = read.flatMap((index) => (ids[index] === undefined ? [] : [{ index, id: ids[index] }]));
  const scopes = await new DebugValues(reader, bounds.levels).scopesOf(asked.map(({ id }) => id));
  asked.forEach(({ index }, position) => {
    const frame = frames[index];
    if (frame !== undefined) frames[index] = { ...frame, scopes: scopes[position] ?? [] };
  });
  return {
    id: point.id,
    session: point.session,
    adapter: point.adapter,
    reason: point.reason,
    ...(exception !== undefined && { exception }),
    thread: named === undefined ? `thread ${threadId}` : nameOf(named),
    threads: threads.filter((thread) => thread !== named).map(nameOf),
    frames,
    furtherFrames: further,
    readMs: Date.now() - began,
    notes: [...reader.notes],
  };
}

/** Asks an adapter inside bounds. */
export class Reader {
  /** What could not be read, and why. */
  readonly notes = new Set<string>();
  private readonly end: number;
  private silences = 0;
  private values = 0;
  private characters = 0;

  constructor(
    private readonly send: Ask,
    private readonly bounds: Bounds,
    private readonly signal: AbortSignal,
  ) {
    this.end = Date.now() + bounds.milliseconds;
  }

  /** Whether nothing more is read. */
  get isOver(): boolean {
    if (this.signal.aborted) this.notes.add(WENT_ON);
    else if (this.silences >= MOST_SILENCES) this.notes.add("The debug adapter no longer answered.");
    else if (Date.now() >= this.end) this.notes.add(`Reading ended after ${this.bounds.milliseconds / 1_000} s.`);
    else if (this.values >= this.bounds.values) this.notes.add(`Only the first ${this.bounds.values} values were read.`);
    else if (this.characters >= this.bounds.characters) this.notes.add(`Only the first ${this.bounds.characters} characters of values were read.`);
    else return false;
    return true;
  }

  get mostFrames(): number {
    return this.bounds.frames;
  }

  /** Take note of a value that was read; false where it is one too many. */
  take(characters: number): boolean {
    if (this.isOver) return false;
    this.values += 1;
    this.characters += characters;
    return true;
  }

  /** Ask for something; undefined where no answer comes in time, or a refusal. */
  async ask(command: string, args: Body): Promise<Body | undefined> {
    if (this.isOver) return undefined;
    const patience = Math.min(this.bounds.answerMs, this.end - Date.now());
    try {
      return objectOf(await within(this.send(command, args), patience, this.signal));
    } catch (problem) {
      if (this.signal.aborted) this.notes.add(WENT_ON);
      else if (problem instanceof Late) {
        this.silences += 1;
        this.notes.add(`The debug adapter did not answer “${command}” in ${patience} ms.`);
      } else this.notes.add(`“${command}” was refused: ${problem instanceof Error ? problem.message.slice(0, 200) : "no reason"}.`);
      return undefined;
    }
  }
}

class Late extends Error {}

function within(answer: PromiseLike<unknown>, milliseconds: number, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => { reject(new Late()); }, milliseconds);
    const abort = (): void => { reject(new Error("the program went on")); };
    signal.addEventListener("abort", abort, { once: true });
    Promise.resolve(answer).then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    });
  });
}

async function readFrames(reader: Reader, threadId: number, locate: Locate): Promise<{ frames: DebugFrame[]; ids: (number | undefined)[]; further: number }> {
  const frames: DebugFrame[] = [];
  const ids: (number | undefined)[] = [];
  let total: number | undefined;
  while (frames.length < reader.mostFrames) {
    const levels = Math.min(PAGE, reader.mostFrames - frames.length);
    const answer = await reader.ask("stackTrace", { threadId, startFrame: frames.length, levels });
    // Some adapters give all frames whatever they are asked for.
    const page = objectsOf(answer?.["stackFrames"]).slice(0, reader.mostFrames - frames.length);
    total = countOf(answer?.["totalFrames"]) ?? total;
    for (const frame of page) {
      frames.push(frameOf(frame, locate));
      ids.push(countOf(frame["id"]));
    }
    if (page.length < levels || (total !== undefined && frames.length >= total)) break;
  }
  return { frames, ids, further: Math.max(0, (total ?? 0) - frames.length) };
}

function frameOf(frame: Body, locate: Locate): DebugFrame {
  const source = objectOf(frame["source"]);
  const path = pathOf(source["path"]) ?? textOf(source["name"]);
  const line = countOf(frame["line"]);
  return {
    name: (textOf(frame["name"]) ?? "?").slice(0, LONGEST_TEXT),
    ...(path === undefined ? { inWorkspace: false } : locate(path)),
    ...(line !== undefined && line > 0 && { line }),
  };
}

/** Read what the exception is: by `exceptionInfo` where the adapter has it, else by what the event says. */
async function readException(reader: Reader, { givesExceptionInfo, text }: StopPoint, threadId: number): Promise<NonNullable<DebugStop["exception"]>> {
  const info = givesExceptionInfo ? await reader.ask("exceptionInfo", { threadId }) : undefined;
  const details = objectOf(info?.["details"]);
  const shortened = (value: unknown, most = LONGEST_TEXT): string | undefined => textOf(value)?.slice(0, most);
  const found = {
    description: shortened(info?.["description"]) ?? shortened(text),
    breakMode: shortened(info?.["breakMode"]),
    typeName: shortened(details["fullTypeName"]) ?? shortened(details["typeName"]),
    message: shortened(details["message"]),
    stackTrace: shortened(details["stackTrace"], LONGEST_TRACE),
  };
  const known = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== ""));
  return { id: shortened(info?.["exceptionId"]) ?? "exception", ...known };
}
