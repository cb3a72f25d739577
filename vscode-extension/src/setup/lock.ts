import { open, readFile, readdir, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname } from "node:path";

/** How often a lock is looked at, and marked by its owner as held. */
const LOOK_MS = 1_000;
/** A lock that nobody marked for so many looks is left over: its owner's number may belong to another program by now. */
const STALE_LOOKS = 15;
/** What a lock file holds once its owner has let go of it; while it is held, the owner's process number. */
const FREE = "free";

/**
 * Do work that one window at a time may do. `waiting` is called once where another one is at it.
 *
 * The lock of a window that ended without letting go is taken over. `look` is the time between looks.
 *
 * Each time that the lock is taken, it is a new file: `file`, `file.1`, `file.2`, …, and the highest number counts. A
 * file that was let go of or is left over is never removed while it is the highest one, so two windows that find it so
 * both try to create the next number, and the file system lets one of them.
 */
export async function alone<Made>(file: string, work: () => Promise<Made>, waiting: () => void, signal: AbortSignal, look = LOOK_MS): Promise<Made> {
  const watch = new Watch();
  let own = await take(file, watch);
  if (own === undefined) waiting();
  while (own === undefined) {
    await new Promise((resolve) => setTimeout(resolve, look));
    signal.throwIfAborted();
    own = await take(file, watch);
  }
  const held = own;
  const marking = setInterval(() => void mark(held), look);
  try {
    return await work();
  } finally {
    clearInterval(marking);
    await letGo(held);
  }
}

/** Take the lock if nobody holds it, and return its file. */
async function take(file: string, watch: Watch): Promise<string | undefined> {
  const last = Math.max(...(await numbers(file)));
  if (last >= 0 && !(await watch.isOver(numbered(file, last)))) return undefined;
  const own = numbered(file, last + 1);
  if (!(await create(own))) return undefined;
  const all = await numbers(file);
  // Whoever was slow may create a number that others took, let go of and removed meanwhile.
  if (Math.max(...all) !== last + 1) {
    await rm(own, { force: true });
    return undefined;
  }
  await Promise.all(all.filter((number) => number <= last).map((number) => rm(numbered(file, number), { force: true }).catch(() => undefined)));
  return own;
}

function numbered(file: string, number: number): string {
  return number === 0 ? file : `${file}.${number}`;
}

/** Return the numbers of all files of a lock; -1 where there are none. */
async function numbers(file: string): Promise<number[]> {
  const name = basename(file);
  const found = await readdir(dirname(file));
  const others = found.flatMap((each) => (each.startsWith(`${name}.`) && /^[1-9]\d*$/.test(each.slice(name.length + 1)) ? [Number(each.slice(name.length + 1))] : []));
  return [-1, ...(found.includes(name) ? [0] : []), ...others];
}

async function create(own: string): Promise<boolean> {
  try {
    const lock = await open(own, "wx");
    try {
      await lock.writeFile(String(process.pid)); // where the disk is full the file stays empty, and is left over
    } finally {
      await lock.close();
    }
    return true;
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== "EEXIST") throw problem;
    return false;
  }
}

async function mark(own: string): Promise<void> {
  const now = new Date();
  await utimes(own, now, now).catch(() => undefined);
}

/** Let go of the lock. One that was taken over meanwhile may be gone. */
async function letGo(own: string): Promise<void> {
  try {
    const lock = await open(own, "r+");
    try {
      await lock.truncate();
      await lock.write(FREE, 0);
    } finally {
      await lock.close();
    }
  } catch {
    // It is left over then.
  }
}

/** Watches a lock that another window holds. Counts looks and not time: a machine that slept marked nothing. */
class Watch {
  private file = "";
  private marked: number | undefined;
  private looks = 0;

  /** Return whether the owner of this file let go of it, or ended. */
  async isOver(file: string): Promise<boolean> {
    const marked = (await stat(file).catch(() => undefined))?.mtimeMs;
    this.looks = file === this.file && marked === this.marked ? this.looks + 1 : 0;
    [this.file, this.marked] = [file, marked];
    const owner = await readFile(file, "utf8").catch(() => "");
    // An empty file is one that is being written just now.
    return owner === FREE || this.looks >= STALE_LOOKS || (owner !== "" && !isAlive(Number(owner)));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === "EPERM";
  }
}
