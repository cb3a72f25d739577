import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";

/** How long a program that was asked to end has for it. */
const ENDING_MS = 2_000;

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Where it runs, if that is a folder. */
  readonly folder: string | undefined;
}

/** The program that is the server: started once, and ended for sure, whatever it does. */
export class ServerProcess {
  private child: ChildProcess | undefined;
  private isUnwanted = false;
  private tellEnd: (how: string) => void = () => undefined;

  /** Done when the program has ended; says how, in words for the user. */
  readonly ended = new Promise<string>((resolve) => {
    this.tellEnd = resolve;
  });

  constructor(private readonly program: Program) {}

  /**
   * Start the program; its streams are pipes.
   *
   * @throws where it cannot be started, or was to be ended before
   */
  async start(): Promise<ChildProcess> {
    const { command, args, env, folder } = this.program;
    const isFolder = folder !== undefined && (await stat(folder).then((found) => found.isDirectory(), () => false));
    if (this.isUnwanted) throw new Error("it was stopped before it started");
    const child = spawn(command, args, { env, ...(isFolder && { cwd: folder }) });
    this.child = child;
    child.once("exit", (code, signal) => {
      this.tellEnd(signal === null ? `it ended with exit code ${code ?? "unknown"}` : `it was ended by ${signal}`);
    });
    try {
      await once(child, "spawn");
    } catch (problem) {
      this.tellEnd("it could not be started");
      throw problem;
    }
    // What goes wrong later shows in its streams.
    child.on("error", () => undefined);
    return child;
  }

  /** End the program at once. */
  kill(): void {
    this.isUnwanted = true;
    const { child } = this;
    if (child === undefined) return;
    child.kill("SIGKILL");
    // A wrapper's own children hold the other ends: they read that nobody speaks with them any more.
    for (const stream of child.stdio) stream?.destroy();
  }

  /** Wait until the program has ended, as it was asked to; one that does not is killed. */
  async end(): Promise<void> {
    this.isUnwanted = true;
    if (this.child?.pid === undefined) return;
    const late = setTimeout(() => {
      this.kill();
    }, ENDING_MS);
    await this.ended;
    clearTimeout(late);
  }
}
