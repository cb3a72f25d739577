import { open, readFile, rm, stat, utimes } from "node:fs/promises";

/** How often a lock is looked at, and marked by its owner as held. */
const LOOK_MS = 1_000;
/** A lock that nobody marked for so many looks is left over: its owner's number may belong to another program by now. */
const STALE_LOOKS = 15;

/**
 * Do work that one window at a time may do. `waiting` is called once where another one is at it.
 *
 * The lock of a window that ended without letting go is taken over. `look` is the time between looks.
 */
export async function alone<Made>(file: string, work: () => Promise<Made>, waiting: () => void, signal: AbortSignal, look = LOOK_MS): Promise<Made> {
  const watch = new Watch(file);
  for (let told = false; !(await take(file)); ) {
    if (!told) waiting();
    told = true;
    await new Promise((resolve) => setTimeout(resolve, look));
    signal.throwIfAborted();
    if (await watch.isLeftOver()) await rm(file, { force: true });
  }
  const marking = setInterval(() => void mark(file), look);
  try {
    return await work();
  } finally {
    clearInterval(marking);
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    const lock = await open(file, "wx");
    try {
      await lock.writeFile(String(process.pid));
    } catch (problem) {
      await rm(file, { force: true }); // the disk is full: nobody holds it
      throw problem;
    } finally {
      await lock.close();
    }
    return true;
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== "EEXIST") throw problem;
    return false;
  }
}

async function mark(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}

/** Watches a lock that another window holds. Counts looks and not time: a machine that slept marked nothing. */
class Watch {
  private marked: number | undefined;
  private looks = 0;

  constructor(private readonly file: string) {}

  async isLeftOver(): Promise<boolean> {
    const marked = (await stat(this.file).catch(() => undefined))?.mtimeMs;
    this.looks = marked === this.marked ? this.looks + 1 : 0;
    this.marked = marked;
    const owner = await readFile(this.file, "utf8").catch(() => "");
    // An empty file is one that is being written just now.
    return this.looks >= STALE_LOOKS || (owner !== "" && !isAlive(Number(owner)));
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
