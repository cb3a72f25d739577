import type { ErrorEvent } from "./generated/contract";
import { thisMoment, type Moment } from "./gitDiff";

/**
 * Where the project was when each error came by last: its report may be opened when the fix is committed already,
 * and what fixed it is looked for from here on.
 */
export class ErrorMoments {
  private known: ReadonlyMap<string, { readonly lastSeen: string; readonly moment: Promise<Moment> }> = new Map();

  /** Take note of the errors as they are now; those that are left out are forgotten. */
  note(events: readonly ErrorEvent[]): void {
    let now: Promise<Moment> | undefined; // asked once for all that came
    this.known = new Map(
      events.map(({ id, lastSeen }) => {
        const known = this.known.get(id);
        return [id, known?.lastSeen === lastSeen ? known : { lastSeen, moment: (now ??= thisMoment()) }];
      }),
    );
  }

  /** Give that moment; undefined where the error is not known. */
  of(id: string): Promise<Moment> | undefined {
    return this.known.get(id)?.moment;
  }
}
