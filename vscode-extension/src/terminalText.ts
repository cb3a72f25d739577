import { stripVTControlCharacters } from "node:util";

/**
 * Text that grows at its end, and is cut or taken at its start: a stream of any length takes bounded memory,
 * and a piece costs what it is long, whatever is held already.
 */
export class Tail {
  private chunks: string[] = [];
  private length = 0;
  /** Whether what is held begins in the middle of a line. */
  private isCut = false;
  private lostCount = 0;
  private appended = 0;

  /** @param limit characters that are kept at most */
  constructor(private readonly limit: number) {}

  append(chunk: string): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    this.appended += chunk.length;
    if (this.length <= this.limit * 2) return;
    // Cut seldom and by half: each chunk is then moved a bounded number of times.
    const before = this.length;
    this.remove(this.length - this.limit);
    const lineEnd = this.chunks[0]?.indexOf("\n") ?? -1;
    this.remove(lineEnd + 1);
    this.isCut = lineEnd < 0;
    this.lostCount += before - this.length;
  }

  /** How many characters were cut at the start since this was asked last. */
  lost(): number {
    const { lostCount } = this;
    this.lostCount = 0;
    return lostCount;
  }

  /** How many characters came so far. */
  get total(): number {
    return this.appended;
  }

  /** How many characters are held; some may be past the limit. */
  get size(): number {
    return this.length;
  }

  /** Give what is kept, from the start of a line where the beginning was cut. */
  text(): string {
    const all = this.chunks.join("");
    return !this.isCut && all.length <= this.limit ? all : newest(all, this.limit);
  }

  /** Give at most the last `count` characters, from the start of a line; the rest is not touched. */
  end(count: number): string {
    let first = this.chunks.length;
    for (let length = 0; first > 0 && length <= count; first -= 1) length += this.chunks[first - 1]?.length ?? 0;
    const last = this.chunks.slice(first).join("");
    return first === 0 && !this.isCut && last.length <= count ? last : newest(last, count);
  }

  /** Take the oldest characters away, at most `count`; the rest is not touched. */
  take(count: number): string {
    return this.remove(count).join("");
  }

  private remove(count: number): string[] {
    let found = 0;
    let length = 0;
    while (found < this.chunks.length && length < count) length += this.chunks[found++]?.length ?? 0;
    const removed = this.chunks.splice(0, found);
    if (length > count) {
      const split = removed.pop() ?? "";
      const at = split.length - (length - count);
      removed.push(split.slice(0, at));
      this.chunks.unshift(split.slice(at));
    }
    this.length -= Math.min(length, count);
    return removed;
  }
}

function newest(text: string, count: number): string {
  const kept = text.slice(-count);
  return kept.slice(kept.indexOf("\n") + 1);
}

// Operating system commands, as the marks of shell integration; they end with BEL or ESC backslash.
const OPERATING_SYSTEM_COMMAND = /\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\|$)/g;
// To another line, as progress bars are drawn: what follows is another text, though no line end came before it.
const MOVED = /\u001B\[(?:\d{0,4}[ABEF]|\d{0,4}(?:;\d{0,4})?[Hf])/g;
// Blanks, as Windows' console writes them.
const SKIPPED = /\u001B\[(\d{0,3})C/g;
const OTHER_CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

/**
 * Turn what a program wrote to a terminal into the text that a person reads: no escape sequences,
 * and of a line that was written over after a carriage return only the last version.
 */
export function plainText(raw: string): string {
  const moved = raw
    .replace(OPERATING_SYSTEM_COMMAND, "")
    .replace(MOVED, "\n")
    .replace(SKIPPED, (_, count: string) => " ".repeat(Number(count) || 1));
  const text = stripVTControlCharacters(moved);
  return text
    .replace(/\r+\n/g, "\n")
    .split("\n")
    .map((line) => line.slice(line.replace(/\r+$/, "").lastIndexOf("\r") + 1).replace(/\r+$/, ""))
    .join("\n")
    .replace(OTHER_CONTROL, "");
}

/** Give the last `count` lines. */
export function lastLines(text: string, count: number): string {
  return text.split("\n").slice(-count).join("\n");
}
