/** Stack frames in lines of text: where they stand, not where they lead. */

/** The method of a test is often a sentence, in any language, with parentheses; no frame's first word is without a dot. */
const FRAME =
  /(?<![\p{L}\p{N}_$.])at (?=[^\s()]{0,400}\.)((?:[^()]|\([^()]*\)){3,400}?) ?\(((?:[\p{L}\p{N}_$.-]+\.\p{L}\w*|[\p{L}\p{N}_$-]+(?=:)|SourceFile|Unknown Source|Native Method)(?::\d+)?)\)(?!\()/gu;
const PLATFORM = /^(?:java|javax|jdk|sun|android|androidx|dalvik|kotlin|kotlinx|com\.android|libcore)\./;
const MOST_IN_A_LINE = 4;
/** What is longer is data on one line, and the end of it no frame. */
const LINE = 10_000;

/** A part of a line that names a place in code. */
export interface Frame {
  /** Offset of the part in the line. */
  readonly start: number;
  readonly length: number;
  /** The whole frame, as the server reads it. */
  readonly text: string;
}

/** Find the frames of a line that may lead into the project; those of the platform never do. */
export function framesIn(line: string): Frame[] {
  return Array.from(line.slice(0, LINE).matchAll(FRAME))
    .filter(([, method = "", place = ""]) => !PLATFORM.test(method) && place !== "Native Method")
    .slice(0, MOST_IN_A_LINE)
    .map((found) => {
      const place = found[2] ?? "";
      return { start: found.index + found[0].lastIndexOf(place), length: place.length, text: found[0] };
    });
}
