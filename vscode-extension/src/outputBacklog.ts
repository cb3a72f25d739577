/** Blocks are closed at the first line end after so many characters. */
const BLOCK_CHARACTERS = 32 * 1024;
/** A line that is longer is data, and is cut. */
const LONGEST_LINE = 4 * BLOCK_CHARACTERS;
/** What every error text has somewhere, as the server looks for it (`may_hold_errors` in rca/events/output_buffer.py). */
const ERROR_WORDS = ["Exception", "error:", "FAIL", "FATAL", "ANR in ", "Fatal signal ", "*** ***", "Caused by"] as const;
const ERROR_SHAPES = [/Error\b/, /(?<!\w)e: /, /(?<!\w)at [\w$.<>/@-]{3,400} ?\(/] as const;
/** What says how a build or one of its rounds went, or that a screen began anew (`_ROUNDS`, `SUCCESS`, `Screen` there). */
const BUILD_WORDS = ["BUILD SUCCESSFUL", "> Task :", "hange detected, executing build", "hanged detected. Running", "Restarting quarkus", '". Re', "\u001B[2J", "\u001B[3J", "\u001B[H\u001B[", "\u001B[1;1H\u001B[", "\u001B[?1049", "\u001B[?47", "\u001B[?1047", "\u001Bc"] as const;

interface Block {
  text: string;
  readonly matters: boolean;
}

/**
 * Output that waits to be read, of bounded size. When a program prints faster than it is read, blocks of lines are left out that
 * cannot belong to an error: those without a word of an error text, in the block itself and in the ones beside it. If that
 * does not suffice the oldest lines go, and `lost` says how many characters they had.
 */
export class OutputBacklog {
  private blocks: Block[] = [];
  private open = "";
  private length = 0;
  private lostCount = 0;

  /** @param limit characters that are kept at most, up to twice as many for a while; nothing is left out below half of it */
  constructor(private readonly limit: number) {}

  append(text: string): void {
    for (let at = 0; at < text.length; at += BLOCK_CHARACTERS) {
      const piece = text.slice(at, at + BLOCK_CHARACTERS);
      this.open += piece;
      this.length += piece.length;
      if (this.open.length >= BLOCK_CHARACTERS) this.close();
    }
    if (this.length > 2 * this.limit) this.cut();
  }

  /** Return how many characters wait. */
  get size(): number {
    return this.length;
  }

  /** Return how many characters were cut that may have held errors, since this was asked last. */
  lost(): number {
    const { lostCount } = this;
    this.lostCount = 0;
    return lostCount;
  }

  /** Take the oldest characters away, at most `count`. */
  take(count: number): string {
    const taken: string[] = [];
    let left = count;
    while (left > 0 && this.blocks.length > 0) {
      const [block] = this.blocks as [Block];
      taken.push(block.text.slice(0, left));
      if (block.text.length <= left) this.blocks.shift();
      else block.text = block.text.slice(left);
      left -= taken.at(-1)?.length ?? 0;
    }
    if (left > 0) {
      taken.push(this.open.slice(0, left));
      this.open = this.open.slice(left);
    }
    const text = taken.join("");
    this.length -= text.length;
    return text;
  }

  /** Make a block of what is open, up to its last line end. */
  private close(): void {
    const end = this.open.lastIndexOf("\n") + 1;
    if (end === 0 && this.open.length < LONGEST_LINE) return;
    const text = end === 0 ? this.open : this.open.slice(0, end);
    this.open = end === 0 ? "" : this.open.slice(end);
    this.blocks.push({ text, matters: matters(text) });
    if (this.length > this.limit / 2) this.leaveOut(this.blocks.length - 2);
  }

  /** Leave out a block where neither it nor its neighbours matter. */
  private leaveOut(index: number): void {
    const block = this.blocks[index];
    const before = this.blocks[index - 1];
    const after = this.blocks[index + 1];
    if (block === undefined || before === undefined || block.matters || before.matters || after?.matters !== false) return;
    this.blocks.splice(index, 1);
    this.length -= block.text.length;
  }

  private cut(): void {
    while (this.length > this.limit && this.blocks.length > 0) {
      const { text = "" } = this.blocks.shift() ?? {};
      this.length -= text.length;
      this.lostCount += text.length;
    }
  }
}

/** Return whether a text may be part of an error, or says how a build went. */
function matters(text: string): boolean {
  return ERROR_WORDS.some((word) => text.includes(word)) || BUILD_WORDS.some((word) => text.includes(word)) || ERROR_SHAPES.some((shape) => shape.test(text));
}
