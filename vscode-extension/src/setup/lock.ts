import { open, readFile, rm } from "node:fs/promises";

const LOOK_MS = 1_000;

/**
 * Do work that one window at a time may do. `waiting` is called once where another one is at it.
 *
 * The lock of a window that ended without letting go is taken over.
 */
export async function alone<Made>(file: string, work: () => Promise<Made>, waiting: () => void, signal: AbortSignal): Promise<Made> {
  for (let told = false; !(await take(file)); ) {
    if (!told) waiting();
    told = true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    signal.throwIfAborted();
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    const lock = await open(file, "wx");
    await lock.writeFile(String(process.pid));
    await lock.close();
    return true;
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== "EEXIST") throw problem;
  }
  const owner = await readFile(file, "utf8").catch(() => "");
  // An empty file is one that is being written just now.
  if (owner !== "" && !isAlive(Number(owner))) await rm(file, { force: true });
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === "EPERM";
  }
}
