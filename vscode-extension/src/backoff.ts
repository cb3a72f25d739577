const WINDOW_MS = 3 * 60_000;
const DELAYS_MS = [500, 1_000, 2_000, 5_000, 15_000] as const;

/** Decides how long to wait before a crashed server is started again. */
export class Backoff {
  private crashes: number[] = [];

  /**
   * Take note of a crash at `now` (milliseconds). Gives the milliseconds to wait, longer with each
   * crash of the last three minutes, or undefined once that many crashes say that it is no use.
   */
  crashed(now: number): number | undefined {
    this.crashes = [...this.crashes.filter((crash) => now - crash < WINDOW_MS), now];
    return DELAYS_MS[this.crashes.length - 1];
  }

  /** Forget all crashes, as after the user asked for a restart. */
  reset(): void {
    this.crashes = [];
  }
}
