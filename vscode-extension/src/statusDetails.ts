import { html, type Html } from "./html";

type Facts = Readonly<Record<string, unknown>>;

/** Show what the server says of itself as a person reads it; what an older or newer one does not say is left out. */
export function statusFacts(facts: Facts): Html {
  const rows = [
    row("Version", text(facts["version"]), text(facts["python"], (python) => `Python ${python}`)),
    row("Workspace", texts(facts["workspace"]).join(", ")),
    row("Index", indexWords(facts)),
    row("Libraries", libraryWords(part(facts, "libraries"))),
    row("Past solutions", ...solutionWords(part(facts, "knowledge"))),
    row("Web search", webWords(facts["network"])),
    row("Data folder", text(facts["dataDir"])),
  ];
  return html`<h2>Server</h2><dl class="facts-list">${rows.filter((one) => one !== undefined)}</dl>`;
}

/** Whether the server still reads the project: what it says will change by itself. */
export function isReading(facts: Facts): boolean {
  return part(facts, "index")["state"] !== "ready" || part(facts, "libraries")["state"] === "reading" || isLinking(facts);
}

function isLinking(facts: Facts): boolean {
  const { linked, files } = part(facts, "links");
  return typeof linked === "number" && typeof files === "number" && linked < files;
}

function indexWords(facts: Facts): string {
  const state = text(part(facts, "index")["state"]) ?? "";
  const packages = texts(part(facts, "index")["appPackages"]);
  const { linked, files } = part(facts, "links");
  const calls = isLinking(facts) ? `calls are linked in ${String(linked)} of ${String(files)} files` : undefined;
  const own = packages.length === 0 ? undefined : `packages ${packages.join(", ")}`;
  return [state, calls, own].filter((words) => words !== undefined && words !== "").join("; ");
}

function libraryWords({ state, archives, missing, problem }: Facts): string | undefined {
  if (state === "reading") return "being read";
  if (state === "failed") return `could not be read: ${text(problem) ?? "for an unknown reason"}`;
  if (state !== "read") return undefined;
  const lacking = texts(missing);
  return `${String(archives)} archives${lacking.length === 0 ? "" : `; ${lacking.length} are not on this machine: ${lacking.slice(0, MOST_MISSING).join(", ")}${lacking.length > MOST_MISSING ? ", …" : ""}`}`;
}

const MOST_MISSING = 5;

function solutionWords(knowledge: Facts): (string | undefined)[] {
  const problem = part(knowledge, "error")["message"];
  if (typeof problem === "string") return [`cannot be read: ${problem}`];
  if (typeof knowledge["records"] !== "number") return [];
  const sources = part(knowledge, "bySource");
  const own = Object.entries(sources).map(([name, count]) => `${String(count)} ${SOURCES[name] ?? name}`);
  return [
    `${knowledge["records"]}${own.length === 0 ? "" : ` (${own.join(", ")})`}`,
    knowledge["modelReady"] === true ? "found by meaning and by words" : "found by words: the model that compares meanings is not loaded yet",
    text(knowledge["readOnly"], (why) => `nothing can be stored: ${why}`),
  ];
}

const SOURCES: Readonly<Record<string, string>> = { starter: "that ship with the server", user: "recorded here", import: "imported", team: "from the team" };

function webWords(network: unknown): string {
  const allowed = texts(network);
  return allowed.length === 0 ? "asks before each search" : `without asking: ${allowed.join(", ")}`;
}

function row(name: string, ...words: readonly (string | undefined)[]): Html | undefined {
  const said = words.filter((one) => one !== undefined && one !== "");
  return said.length === 0 ? undefined : html`<dt>${name}</dt><dd>${said.join("; ")}</dd>`;
}

function part(facts: Facts, name: string): Facts {
  const value = facts[name];
  return typeof value === "object" && value !== null ? (value as Facts) : {};
}

function text(value: unknown, write: (value: string) => string = (one) => one): string | undefined {
  return typeof value === "string" && value !== "" ? write(value) : undefined;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
