import * as vscode from "vscode";
import { messageOf, objectsOf, textOf, type Body } from "./debugProtocol";
import { isShown } from "./displaySettings";

const ACCEPT = "Stop at Uncaught Exceptions";
const NEVER = "Don't Ask Again";
/** The adapter is told of the breakpoints first, and a program that ends at once needs no offer. */
const OFFERED_AFTER_MS = 1_500;
const OFFERED = "debug.exceptionBreakpointsOffered";
/** How adapters name what stops at exceptions that nothing catches, the best first. */
const UNCAUGHT = [/^uncaught$/i, /^user_?unhandled$/i, /uncaught|unhandled/i];

/** A kind of exception breakpoint that an adapter offers. */
export interface Filter {
  readonly filter: string;
  readonly label: string;
}

/** Offers to stop at exceptions where a debug session starts that does not; once for each adapter in a workspace. */
export class ExceptionBreakpoints implements vscode.Disposable {
  private readonly factory: vscode.Disposable;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly memory: vscode.Memento,
    private readonly report: (problem: unknown) => void,
  ) {
    this.factory = vscode.debug.registerDebugAdapterTrackerFactory("*", { createDebugAdapterTracker: (session) => this.follow(session) });
  }

  dispose(): void {
    this.factory.dispose();
    for (const timer of this.timers) clearTimeout(timer);
  }

  private follow(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    let filters: readonly Filter[] = [];
    let isSet = false;
    let hasEnded = false;
    const end = (): void => { hasEnded = true; };
    return {
      onDidSendMessage: (raw: unknown) => {
        const message = messageOf(raw);
        if (message?.type === "response" && message.name === "initialize") filters = filtersOf(message.body);
      },
      onWillReceiveMessage: (raw: unknown) => {
        const message = messageOf(raw);
        if (message?.type !== "request") return;
        if (message.name === "setExceptionBreakpoints") isSet = setsAny(message.body);
        if (message.name !== "configurationDone") return;
        const timer = setTimeout(() => {
          this.timers.delete(timer);
          if (!isSet && !hasEnded) this.offer(session, filters).catch(this.report);
        }, OFFERED_AFTER_MS);
        this.timers.add(timer);
      },
      onWillStopSession: end,
      onExit: end,
    };
  }

  private async offer(session: vscode.DebugSession, filters: readonly Filter[]): Promise<void> {
    const filter = uncaughtOf(filters);
    const offered = this.memory.get<readonly string[]>(OFFERED) ?? [];
    if (filter === undefined || offered.includes(session.type) || !isShown("offerExceptionBreakpoints")) return;
    await this.memory.update(OFFERED, [...offered, session.type]);
    const words = `“${session.name}” does not stop at exceptions. Where it does, an error's report has the values at the throw.`;
    const answer = await vscode.window.showInformationMessage(words, ACCEPT, NEVER);
    if (answer === NEVER) await vscode.workspace.getConfiguration().update("rca.editor.offerExceptionBreakpoints", false, vscode.ConfigurationTarget.Global);
    if (answer !== ACCEPT) return;
    await session.customRequest("setExceptionBreakpoints", { filters: [filter.filter] });
    // No interface of the editor ticks it.
    void vscode.window.showInformationMessage(`This session stops now. For later ones tick “${filter.label}” under Breakpoints in the view Run and Debug.`);
  }
}

/** Return the exception breakpoints that an adapter offers. */
export function filtersOf(capabilities: Body): readonly Filter[] {
  return objectsOf(capabilities["exceptionBreakpointFilters"]).flatMap(({ filter, label }) => {
    const name = textOf(filter);
    return name === undefined ? [] : [{ filter: name, label: textOf(label) ?? name }];
  });
}

/** Return the one that stops at exceptions that nothing catches. */
export function uncaughtOf(filters: readonly Filter[]): Filter | undefined {
  for (const form of UNCAUGHT) {
    const found = filters.find(({ filter }) => form.test(filter)) ?? filters.find(({ label }) => form.test(label));
    if (found !== undefined) return found;
  }
  return undefined;
}

function setsAny({ filters, filterOptions, exceptionOptions }: Body): boolean {
  return [filters, filterOptions, exceptionOptions].some((list) => Array.isArray(list) && list.length > 0);
}
