/** What no interface of the editor gives, asked of the process that drives the page (tests/e2e/inhost/page_driver.mjs). */

async function ask<T>(act: string, parameters: object): Promise<T> {
  const response = await fetch(process.env["PAGE_DRIVER"] ?? "", { method: "POST", body: JSON.stringify({ act, ...parameters }) });
  const { result, problem } = (await response.json()) as { result: T; problem?: string };
  if (problem !== undefined) throw new Error(problem);
  return result;
}

/** Write a line into the run's output. */
export const say = (text: string): Promise<void> => ask("say", { text });

/** Reload the window, in a moment; the extension host ends with it. */
export const reloadPage = (): Promise<void> => ask("reload", {});

export const press = (key: string): Promise<void> => ask("press", { key });
export const type = (text: string): Promise<void> => ask("type", { text });
export const shot = (name: string): Promise<void> => ask("shot", { name });

/** Click an element of the editor's page. */
export const click = (selector: string, text?: string, button?: "left" | "right"): Promise<void> => ask("click", { selector, text, button });

/** Move the mouse to where it is over nothing. */
export const moveMouseAway = (): Promise<void> => ask("moveAway", {});

/** Click an element of the report. */
export const clickReport = (selector: string, text?: string): Promise<void> => ask("clickReport", { selector, text });
/** Whether a report is there; the editor takes down a covered one. */
export const hasReport = (): Promise<boolean> => ask("hasReport", {});

/** Press the mouse on an element of the report; it stays pressed until `release`. */
export const holdReport = (selector: string): Promise<void> => ask("holdReport", { selector });
export const release = (): Promise<void> => ask("release", {});
export const focusReport = (): Promise<void> => ask("focusReport", {});

/** Run the body of a function in the editor's page. */
export const inPage = <T>(body: string, argument?: unknown): Promise<T> => ask("page", { body, argument });

/** Run the body of a function in the report's page. */
export const inReport = <T>(body: string, argument?: unknown): Promise<T> => ask("report", { body, argument });

/** Run the body of a function in the page of a device's log. */
export const inLog = <T>(body: string, argument?: unknown): Promise<T> => ask("log", { body, argument });

/** Click an element of a device's log. */
export const clickLog = (selector: string, text?: string): Promise<void> => ask("clickLog", { selector, text });

/** Type into a field of a device's log, in place of what it holds. */
export const fillLog = (selector: string, text: string): Promise<void> => ask("fillLog", { selector, text });

/** Choose in a list of a device's log. */
export const chooseLog = (selector: string, text: string): Promise<void> => ask("chooseLog", { selector, text });

/** One rule that the report's page breaks, as axe tells it. */
export interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

export const logViolations = async (): Promise<readonly Violation[]> => (await ask<{ violations: Violation[] }>("axeLog", {})).violations;
export const violations = async (): Promise<readonly Violation[]> => (await ask<{ violations: Violation[] }>("axe", {})).violations;
