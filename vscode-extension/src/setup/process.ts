import { spawn } from "node:child_process";

/** How a program ended, with the end of what it printed on both streams. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

export interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly onLine?: (line: string) => void;
}

const KEPT = 40_000;

/**
 * Run a program to its end, without a shell. A program that cannot be started has the code 127.
 *
 * @throws the signal's reason where it was aborted; the program and its children are ended then
 */
export async function run({ command, args, signal, timeout, env, onLine }: Run): Promise<Outcome> {
  signal?.throwIfAborted();
  const posix = process.platform !== "win32";
  // A group of its own, so that what it started ends with it.
  const child = spawn(command, args, { env: env ?? process.env, stdio: ["ignore", "pipe", "pipe"], detached: posix, windowsHide: true });
  const end = (): void => {
    if (child.pid === undefined) return;
    try {
      if (posix) process.kill(-child.pid, "SIGTERM");
      else spawn("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
    } catch {
      // It has ended meanwhile.
    }
  };
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    const take = linesOf(onLine);
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-KEPT);
      take(text);
    });
    stream.once("end", () => {
      take("\n");
    });
  }
  signal?.addEventListener("abort", end, { once: true });
  const timer = timeout === undefined ? undefined : setTimeout(end, timeout);
  try {
    return await new Promise<Outcome>((resolve) => {
      child.once("error", (problem) => {
        resolve({ code: 127, output: `${output}${problem.message}` });
      });
      child.once("close", (code) => {
        resolve({ code: code ?? 1, output });
      });
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    signal?.throwIfAborted();
  }
}

/** Give a taker of pieces that hands on whole lines, without empty ones. */
function linesOf(onLine: ((line: string) => void) | undefined): (piece: string) => void {
  let rest = "";
  return (piece) => {
    const lines = (rest + piece).split(/\r?\n/);
    rest = (lines.pop() ?? "").slice(-KEPT);
    for (const line of lines.filter((each) => each !== "")) onLine?.(line);
  };
}
