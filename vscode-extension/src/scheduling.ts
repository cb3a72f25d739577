const SLICE_MS = 8;

/** Cuts long work into slices: all extensions share one thread, and a key that is pressed waits for it. */
export class TimeSlice {
  private began = performance.now();

  /** Whether the others waited long enough. */
  get isOver(): boolean {
    return performance.now() - this.began > SLICE_MS;
  }

  /** Let the others go on first. */
  async pass(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.began = performance.now();
  }
}

/** Do something when the others had their turn; disposed of before that, it is not done. */
export function defer(act: () => void): { dispose(): void } {
  const due = setImmediate(act);
  return {
    dispose: () => {
      clearImmediate(due);
    },
  };
}
