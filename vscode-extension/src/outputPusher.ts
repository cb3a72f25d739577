import type { OutputChunk } from "./generated/contract";
import { OutputBacklog } from "./outputBacklog";

const PUSH_EVERY_MS = 150;
const PUSHED_CHARACTERS = 512 * 1024;
const KEPT_CHARACTERS = 4 * 1024 * 1024;
/** Of all that waits for a server together; a source that is over it is dropped whole, the one that began first. */
const HELD_CHARACTERS = 2 * KEPT_CHARACTERS;
const HELD_SOURCES = 100;

/** What prints: one command, task, debug session or file. */
export interface OutputSource {
  readonly run: string;
  readonly kind: OutputChunk["kind"];
  readonly name: string;
  /** The folder that it works in: the same command in another one is another source. */
  readonly directory?: string;
}

/** A text that was told of before, with the errors that were dismissed of all of it since. */
export interface Told {
  readonly text: string;
  readonly dismissed: readonly string[];
}

interface Pending {
  readonly source: OutputSource;
  /** What goes before the text, each piece apart. */
  told: Told[];
  text: OutputBacklog;
  replace: boolean;
  ended: boolean;
  exitCode: number | undefined;
  reports: string;
}

/**
 * Hands output to the server in pieces, so that neither a flood nor a slow server holds up the editor.
 *
 * Where a program prints faster than the server takes it, lines that cannot belong to an error are left out (`OutputBacklog`);
 * if that does not suffice the oldest lines are dropped, and `lost` is told how many characters they had. What comes while no
 * server takes it waits for one, in bounds.
 */
export class OutputPusher {
  private readonly pending = new Map<string, Pending>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly send: (chunk: OutputChunk) => Promise<void>,
    private readonly lost: (source: OutputSource, characters: number) => void,
    private readonly isTaken: () => boolean,
  ) {}

  /** Go on with what waits, as a server runs now. */
  resume(): void {
    if (this.pending.size > 0) this.schedule();
  }

  /** Take a piece of what a source printed. */
  add(source: OutputSource, text: string): void {
    this.waiting(source).text.append(text);
    this.schedule();
  }

  /** Take the whole text of a source, in place of all that was said of it before; `told` is the beginning of it. */
  set(source: OutputSource, text: string, told: readonly Told[] = []): void {
    const waiting = this.waiting(source);
    waiting.told = told.flatMap(inPieces);
    waiting.text = new OutputBacklog(KEPT_CHARACTERS);
    waiting.text.append(text);
    waiting.replace = true;
    this.schedule();
  }

  /** Take what a source that goes on reported elsewhere of what it did so far. */
  report(source: OutputSource, reports: string): void {
    this.waiting(source).reports = reports;
    this.schedule();
  }

  /** Take note that a source prints nothing more, how its command ended where that is known, and what it reported elsewhere. */
  end(source: OutputSource, exitCode?: number, reports = ""): void {
    const waiting = this.waiting(source);
    Object.assign(waiting, { ended: true, exitCode, reports: reports === "" ? waiting.reports : reports });
    this.schedule();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.pending.clear();
  }

  private waiting(source: OutputSource): Pending {
    const known = this.pending.get(source.run);
    if (known !== undefined) return known;
    const made: Pending = { source, told: [], text: new OutputBacklog(KEPT_CHARACTERS), replace: false, ended: false, exitCode: undefined, reports: "" };
    this.pending.set(source.run, made);
    return made;
  }

  private schedule(): void {
    if (!this.isTaken()) this.bound();
    else this.timer ??= setTimeout(() => void this.push(), PUSH_EVERY_MS);
  }

  /** Keep what waits for a server in bounds. */
  private bound(): void {
    let held = 0;
    for (const waiting of this.pending.values()) held += sizeOf(waiting);
    for (const [run, waiting] of this.pending) {
      if (this.pending.size === 1 || (held <= HELD_CHARACTERS && this.pending.size <= HELD_SOURCES)) return;
      this.pending.delete(run);
      const size = sizeOf(waiting);
      held -= size;
      const lost = size + waiting.text.lost();
      if (lost > 0) this.lost(waiting.source, lost);
    }
  }

  /** Send a piece of each source; the next ones go when these are on their way. */
  private async push(): Promise<void> {
    try {
      await this.pushEach();
    } catch {
      // The server went away while it was told; what comes next is for the one that is started in its place.
    }
    this.timer = undefined;
    if (this.pending.size > 0) this.schedule();
  }

  private async pushEach(): Promise<void> {
    for (const [run, waiting] of [...this.pending]) {
      if (!this.isTaken()) return;
      const { text, dismissed } = waiting.told.shift() ?? { text: waiting.text.take(PUSHED_CHARACTERS), dismissed: [] };
      const { source, replace, exitCode, reports } = waiting;
      const lost = waiting.text.lost();
      if (lost > 0) this.lost(source, lost);
      const isAll = waiting.told.length === 0 && waiting.text.size === 0;
      const ended = waiting.ended && isAll;
      if (isAll) this.pending.delete(run);
      else waiting.replace = false;
      await this.send({
        ...{ ...source, text, replace, ended },
        ...(ended && exitCode !== undefined && { exitCode }),
        ...(isAll && reports !== "" && { reports }),
        ...(dismissed.length > 0 && { dismissed: [...dismissed] }),
      });
    }
  }
}

function sizeOf({ told, text }: Pending): number {
  return told.reduce((sum, one) => sum + one.text.length, text.size);
}

function inPieces({ text, dismissed }: Told): Told[] {
  const count = Math.ceil(text.length / PUSHED_CHARACTERS);
  return Array.from({ length: count }, (_, piece) => ({ text: text.slice(piece * PUSHED_CHARACTERS, (piece + 1) * PUSHED_CHARACTERS), dismissed }));
}
