/** A file of a unified diff; `from` is null for one that is new, `to` for one that goes. */
export interface FileDiff {
  readonly from: string | null;
  readonly to: string | null;
  readonly hunks: readonly Hunk[];
}

interface Hunk {
  /** The line, from 0, at which the old text began. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** A stretch of lines, from 0, that other lines take the place of. */
export interface LineEdit {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Read a unified diff as git writes it. */
export function parseDiff(text: string): FileDiff[] {
  const files: { from: string | null; to: string | null; hunks: { start: number; removed: string[]; added: string[] }[] }[] = [];
  let left = { removed: 0, added: 0 };
  for (const line of text.split(/\r?\n/)) {
    const file = files.at(-1);
    const hunk = file?.hunks.at(-1);
    if (hunk !== undefined && (left.removed > 0 || left.added > 0)) {
      const [mark, rest] = [line[0] ?? " ", line.slice(1)];
      if (mark === "\\") continue;
      if (mark !== "+") {
        hunk.removed.push(rest);
        left.removed -= 1;
      }
      if (mark !== "-") {
        hunk.added.push(rest);
        left.added -= 1;
      }
      continue;
    }
    const [, side, name] = /^(---|\+\+\+) (?:"?[ab]\/)?([^\t"]+)/.exec(line) ?? [];
    if (side === "---") files.push({ from: pathOf(name), to: null, hunks: [] });
    else if (side === "+++" && file !== undefined) file.to = pathOf(name);
    const [, start, removed = "1", added = "1"] = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === undefined || file === undefined) continue;
    left = { removed: Number(removed), added: Number(added) };
    // A hunk without old lines names the line before it.
    file.hunks.push({ start: Number(start) - (left.removed === 0 ? 0 : 1), removed: [], added: [] });
  }
  return files;
}

/**
 * Find where the hunks of a file belong in its lines now: the nearest place with the same old lines. Undefined where
 * one of them has none: a fix that is applied in part is none.
 */
export function placeHunks(lines: readonly string[], hunks: readonly Hunk[]): LineEdit[] | undefined {
  const edits: LineEdit[] = [];
  let shift = 0;
  let end = 0;
  for (const { start, removed, added } of hunks) {
    const at = nearest(lines, removed, start + shift, end);
    if (at === undefined) return undefined;
    shift = at - start;
    end = at + removed.length;
    edits.push(withoutContext(at, removed, added));
  }
  return edits;
}

/** Return the edit of a hunk without the lines around the change, which stay as they are. */
function withoutContext(at: number, removed: readonly string[], added: readonly string[]): LineEdit {
  const shorter = Math.min(removed.length, added.length);
  let before = 0;
  while (before < shorter && removed[before] === added[before]) before += 1;
  let after = 0;
  while (after < shorter - before && removed.at(-1 - after) === added.at(-1 - after)) after += 1;
  return { start: at + before, end: at + removed.length - after, lines: added.slice(before, added.length - after) };
}

function nearest(lines: readonly string[], wanted: readonly string[], expected: number, first: number): number | undefined {
  const last = lines.length - wanted.length;
  const fits = (at: number): boolean => at >= first && at <= last && wanted.every((line, index) => lines[at + index]?.trimEnd() === line.trimEnd());
  // Without old lines every place fits, and only the one that is named is meant.
  if (wanted.length === 0) return expected >= first && expected <= lines.length ? expected : undefined;
  for (let distance = 0; distance <= lines.length; distance += 1) {
    if (fits(expected - distance)) return expected - distance;
    if (fits(expected + distance)) return expected + distance;
  }
  return undefined;
}

function pathOf(name = ""): string | null {
  const path = name.trim();
  return path === "/dev/null" || path === "" ? null : path;
}
