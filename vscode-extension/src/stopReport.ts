import { UserError } from "./toolAnswer";
import type { Context } from "./context";
import { MORE, type Bounds } from "./debugReading";
import { analyze } from "./errorReports";

/** Analyze where the program is stopped in the debugger, with its values. */
export async function analyzeThisStop(context: Context): Promise<void> {
  await report(context, undefined);
}

/** Read more of the program that is stopped, deeper and farther up the stack, and analyze that. */
export async function readMoreOfStop(context: Context): Promise<void> {
  await report(context, MORE);
}

async function report(context: Context, bounds: Bounds | undefined): Promise<void> {
  await analyze(context, async ({ say }) => {
    say("reading the values");
    const stop = await context.debugStops.current(bounds);
    if (stop === undefined) throw new UserError("No program is stopped in the debugger.", "Set a breakpoint, or tick an exception breakpoint in the view Run and Debug.");
    return { from: `the debug session ${stop.session}`, params: { fromEditor: true, debugStop: stop.id } };
  });
}
