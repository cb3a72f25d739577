// How tests wait: for a state, and never for a time that something is thought to take.
import assert from "node:assert/strict";

/** How long a state may take to come about. A machine that is busy with other work takes many times what it usually does. */
const PATIENCE_MS = 60_000;

/** Return a promise, and the function that fulfils it. */
export function gate(): [Promise<void>, () => void] {
  let open = (): void => undefined;
  return [new Promise<void>((resolve) => (open = resolve)), () => { open(); }];
}

/** Wait until all is done that waits neither for a timer nor for anything outside of this process. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Wait until a condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!holds()) {
    assert.ok(Date.now() < end, `it did not come to hold: ${String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
