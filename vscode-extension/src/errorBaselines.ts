import type { ErrorEvent } from "./generated/contract";
import { currentBaseline, type Baseline } from "./gitChanges";

/**
 * Where the project was when each error came by last: its report may be opened when the fix is committed already,
 * and what fixed it is looked for from here on.
 */
export class ErrorBaselines {
  private known: ReadonlyMap<string, { readonly lastSeen: string; readonly baseline: Promise<Baseline> }> = new Map();

  /** Take note of the errors as they are now; those that are left out are forgotten. */
  note(events: readonly ErrorEvent[]): void {
    let now: Promise<Baseline> | undefined; // asked once for all that came
    this.known = new Map(
      events.map(({ id, lastSeen }) => {
        const known = this.known.get(id);
        return [id, known?.lastSeen === lastSeen ? known : { lastSeen, baseline: (now ??= currentBaseline()) }];
      }),
    );
  }

  /** Give that moment; undefined where the error is not known. */
  of(id: string): Promise<Baseline> | undefined {
    return this.known.get(id)?.baseline;
  }
}
