import { callPicture, callTreeHtml } from "./callTree";
import { explanationBlock } from "./explanation";
import type {
  AnalyzeErrorResult,
  CodeContext,
  Diagnostic,
  ErrorReport,
  Meta,
  ProjectFrame,
  ReportedException,
  SuspectChange,
} from "./generated/contract";
import { html, type Html } from "./html";
import { baseName, pageLink, placeButton } from "./place";
import { attemptsSection, solutionCard } from "./solutionCards";

const CONTEXT_LINES = 6;
const MOST_UNFOLDED = 6;
const MAX_DIAGNOSTICS = 20;
const MAX_OTHERS = 10;
const SEVERITIES: readonly Diagnostic["severity"][] = ["error", "warning", "info"];

const KINDS: Readonly<Record<ErrorReport["kind"], string>> = {
  jvm_exception: "Exception",
  java_compile: "Java compile error",
  kotlin_compile: "Kotlin compile error",
  kotlin_warnings_only: "Kotlin warnings",
  annotation_processing: "Annotation processing error",
  compiler_crash: "Compiler crash",
  gradle_build: "Gradle build failure",
  dependency_resolution: "Dependency resolution failure",
  resource_linking: "Resource linking error",
  manifest_merger: "Manifest merger failure",
  lint: "Lint error",
  r8: "R8 error",
  native_crash: "Native crash",
  native_link: "Native link error",
  anr: "App not responding",
  test_failure: "Test failure",
  unknown: "No error recognized",
};

const UNRECOGNIZED = "The text contains no stack trace, crash report, or compiler or build message.";

const VERDICTS = {
  same: "This error is known: it has a past solution.",
  similar: "Similar errors were solved before.",
  novel: "No past solution fits this error.",
} as const;

const REASONS: Readonly<Record<SuspectChange["reason"], string>> = {
  uncommitted: "not committed yet",
  blame_line: "last touched the line",
  blame_function: "touched the function",
  recent_commit: "recently changed the file",
  caller_changed: "changed a caller",
  dependency_changed: "changed a dependency",
};

/** Show an error: what happened and why, where, who calls it, what changed, what helped before. */
export function errorPage(result: AnalyzeErrorResult, meta: Meta, web: "offered" | "asked" = "offered"): Html {
  const { error } = result;
  return html`<header>
<h1>${headline(error)}</h1>
${facts(error)}
<p class="acts" role="group" aria-label="Report">
<button data-act="copyBrief">Copy for model</button>
<button data-act="sendToChat">Send to chat</button>
<button data-act="recordSolution">This fixed it…</button>
</p>
</header>
${explanationBlock(result.explanation ?? [])}
${causeSection(result.causeContext)}
${whereSection(result)}
${section("Exceptions", error.exceptions.length > 1 ? list(error.exceptions.map(exception)) : undefined)}
${section("Messages", messages(error, result.frames))}
${error.whatWentWrong === null || isAllThereIs(error) ? undefined : section("What Gradle says", html`<pre>${error.whatWentWrong}</pre>`)}
${folding("Project frames", result.frames.length, list(result.frames.map(place)))}
${folding("Callers", result.callers.length, result.callers.length > 0 ? html`<div class="callers">${callTreeHtml(result.callers)}${callPicture(result.callers)}</div>` : undefined)}
${folding("Suspect changes", result.suspectChanges.length, list(result.suspectChanges.map(change)))}
<section><h2>Past solutions</h2><p>${VERDICTS[result.verdict]}</p>
${result.similarSolutions.map(solutionCard)}</section>
${attemptsSection(result.failedAttempts ?? [])}
${webSection(result, web)}
${section("Where this report comes from", list(origins(meta).map((origin) => html`${origin}`)))}
${section("What this report lacks", list(lacks(meta).map((reason) => html`${reason}`)))}
${section("Further errors in the text", others(error))}
<section><details><summary><h2>Brief for a model</h2></summary><pre>${result.brief}</pre></details></section>`;
}

/** Name the error in a few words. */
export function headline(error: ErrorReport): string {
  const root = rootOf(error);
  if (root !== undefined && root.type !== "") return root.type.split(".").at(-1) ?? root.type;
  const first = error.diagnostics.find((found) => found.severity === "error");
  const said = first?.message ?? (error.whatWentWrong === null ? undefined : innermost(error.whatWentWrong));
  return said === undefined ? KINDS[error.kind] : `${KINDS[error.kind]}: ${said}`;
}

/** Give the first of the innermost causes: Gradle nests them behind `>`, deeper each time. */
function innermost(whatWentWrong: string): string | undefined {
  const causes = [...whatWentWrong.matchAll(/^( *)> (\S.*)$/gm)].map(([, indent = "", cause = ""]) => ({ depth: indent.length, cause }));
  const depth = Math.max(...causes.map((one) => one.depth));
  return causes.find((one) => one.depth === depth)?.cause ?? lines(whatWentWrong)[0];
}

/** Give the deepest cause. Of an ANR it is the ANR itself, whose message is the reason: its causes are the threads that hold locks. */
export function rootOf(error: ErrorReport): ReportedException | undefined {
  const cause = error.kind === "anr" ? undefined : error.exceptions.findLast((found) => found.relation === "cause");
  return cause ?? error.exceptions[0];
}

/** Show what others wrote; where nobody asked yet, let the person do so. */
function webSection({ error, webResults }: AnalyzeErrorResult, web: "offered" | "asked"): Html | undefined {
  const pages = list(webResults.map((page) => html`${pageLink(page.title, page.url)} <small>${page.source}</small><br><span class="text">${page.snippet}</span>`));
  if (pages !== undefined || web === "asked") return section("From the web", pages ?? html`<p>Nothing was found.</p>`);
  return error.kind === "unknown" ? undefined : html`<p><button data-act="searchWeb">Search the web…</button></p>`;
}

function section(title: string, content: Html | undefined): Html | undefined {
  return content === undefined ? undefined : html`<section><h2>${title}</h2>${content}</section>`;
}

/** Show a section that is folded where it is long: it stands below what the report leads with. */
function folding(title: string, count: number, content: Html | undefined): Html | undefined {
  if (content === undefined || count <= MOST_UNFOLDED) return section(title, content);
  return html`<section><details><summary><h2>${title}</h2> <small>${count}</small></summary>${content}</details></section>`;
}

/** Show where the error surfaced; an explanation says by itself that the error names no code. */
function whereSection({ culprit, context, causeContext, explanation }: AnalyzeErrorResult): Html | undefined {
  if (culprit === null && explanation !== undefined && explanation.length > 0) return undefined;
  const named = culprit === null ? html`<p>The error names no code of this workspace.</p>` : html`<p>${place(culprit)}</p>`;
  return html`<section><h2>${causeContext ? "Where it surfaced" : "Where"}</h2>
${named}
${context === null ? undefined : contextBlock(context)}
</section>`;
}

/** Show the code of the likely cause, which is not where the error surfaced. */
function causeSection(context: CodeContext | null | undefined): Html | undefined {
  if (!context) return undefined;
  const name = context.functionDefinition?.name;
  const inside = name === undefined ? undefined : html` in <code>${name}</code>`;
  return html`<section><h2>Look here first</h2><p>${placeButton(context.filePath, context.errorLine)}${inside}</p>${contextBlock(context, "likely cause")}</section>`;
}

function list(items: readonly Html[]): Html | undefined {
  return items.length === 0 ? undefined : html`<ul>${items.map((one) => html`<li>${one}</li>`)}</ul>`;
}

function facts(error: ErrorReport): Html {
  const message = rootOf(error)?.message;
  const isNamed = headline(error).startsWith(KINDS[error.kind]);
  const words = [
    error.kind === "unknown" ? html`${UNRECOGNIZED}` : !isNamed && html`${KINDS[error.kind]}`,
    error.process !== null && html`process <code>${error.process}</code>`,
    error.thread !== null && html`thread <code>${error.thread}</code>`,
    error.signal !== null && html`signal <code>${error.signal}</code>`,
    error.failedTasks.length > 0 && html`failed ${error.failedTasks.map((task) => html`<code>${task}</code> `)}`,
    error.obfuscated && html`names seem to be obfuscated`,
    error.truncated && html`the text was cut before the error ended`,
  ].filter((word) => word !== false);
  const all = error.whatWentWrong !== null && isAllThereIs(error) ? error.whatWentWrong : undefined;
  return html`${[message, all].filter((text) => typeof text === "string").map((text) => html`<pre class="message" role="region" tabindex="0" aria-label="Message">${text}</pre>`)}
<p class="facts">${words.map((word, index) => (index === 0 ? word : html` · ${word}`))}</p>`;
}

/** Whether Gradle's own words are the whole error; beside a compiler's messages they only say that it failed. */
function isAllThereIs(error: ErrorReport): boolean {
  return error.exceptions.length === 0 && error.diagnostics.length === 0;
}

/** Show the worst messages, and say how many are left out. */
function messages(error: ErrorReport, frames: readonly ProjectFrame[]): Html | undefined {
  const left = error.diagnostics.length - MAX_DIAGNOSTICS;
  const rest = left > 0 ? html`<p>${left} more are not shown.</p>` : undefined;
  const shown = list(diagnostics(error).map((one) => diagnostic(one, frames)));
  return shown && html`${shown}${rest}`;
}

/** Name errors that have nothing to do with this one; each has a line of its own in the list where it came by. */
function others({ others }: ErrorReport): Html | undefined {
  const shown = list(others.slice(0, MAX_OTHERS).map((other) => html`<code>${headline(other)}</code>`));
  const left = others.length - MAX_OTHERS;
  return shown && html`<p>To see one of these, select its text and analyze the selection.</p>${shown}${left > 0 ? html`<p>${left} more are not shown.</p>` : undefined}`;
}

function diagnostics(error: ErrorReport): Diagnostic[] {
  return [...error.diagnostics]
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
    .slice(0, MAX_DIAGNOSTICS);
}

function diagnostic({ severity, file, line, message }: Diagnostic, frames: readonly ProjectFrame[]): Html {
  const where = file === null ? undefined : html` ${fileOf(file, line, frames)}`;
  return html`<span class="tag ${severity}">${severity}</span>${where}: <code>${message}</code>`;
}

/** Name a message's place, as a button where it is one of the project: builds name files by paths of their own machine. */
function fileOf(file: string, line: number | null, frames: readonly ProjectFrame[]): Html {
  const path = `/${file.replaceAll("\\", "/")}`;
  const frame = frames.find((one) => path.endsWith(`/${one.filePath}`));
  return frame === undefined ? html`<code>${baseName(file)}${line === null ? "" : `:${line}`}</code>` : placeButton(frame.filePath, line);
}

function exception({ relation, type, message }: ReportedException): Html {
  const words = { primary: "Thrown", cause: "Caused by", suppressed: "Suppressed" }[relation];
  return html`${words}: <code>${type}</code>${message === null ? undefined : html`: <code>${message}</code>`}`;
}

function place(frame: ProjectFrame): Html {
  const named = frame.function?.name ?? [frame.className, frame.method].filter((part) => part !== null).join(".");
  const notes = [frame.note, frame.alternatives && `or ${frame.alternatives.join(", ")}`].filter((note) => typeof note === "string");
  return html`${placeButton(frame.filePath, frame.line)}${named === "" ? undefined : html` in <code>${named}</code>`}${notes.map((note) => html` <small>(${note})</small>`)}`;
}

function contextBlock(context: CodeContext, spoken = "culprit"): Html {
  const before = lines(context.context.before).slice(-CONTEXT_LINES);
  const after = lines(context.context.after).slice(0, CONTEXT_LINES);
  const first = context.errorLine - before.length;
  const rows = [...before, context.context.errorLine, ...after].map((text, index) => {
    const number = first + index;
    const isCulprit = number === context.errorLine;
    const mark = isCulprit ? html`<span class="spoken">${spoken}, line </span>` : undefined;
    return html`<span class="row${isCulprit ? " culprit" : ""}">${mark}<span class="number">${number}</span>${text}
</span>`;
  });
  return html`<pre class="code" role="region" tabindex="0" aria-label="Code around line ${context.errorLine}">${rows}</pre>`;
}

function change(one: SuspectChange): Html {
  const commit = one.commit === null ? html`Uncommitted edit` : html`<code>${one.commit.slice(0, 10)}</code>`;
  const by = [one.author, one.date?.slice(0, 10)].filter((part) => typeof part === "string").join(", ");
  const first = html`${commit} ${one.summary} <small>(${REASONS[one.reason]}${by === "" ? "" : `; ${by}`})</small> in ${placeButton(one.filePath, one.lines[0] ?? null)}`;
  return one.diff ? html`${first}<details><summary>Diff of ${baseName(one.filePath)}</summary>${diffBlock(one.diff)}</details>` : first;
}

function diffBlock(diff: string): Html {
  const kinds: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "hunk" };
  return html`<pre class="diff" role="region" tabindex="0" aria-label="Changed lines">${lines(diff).map((line) => html`<span class="${kinds[line[0] ?? ""] ?? "same"}">${line}
</span>`)}</pre>`;
}

/** How a line of `provenance` begins that says where an answer comes from (`RETRACED_WITH` in models/envelope.py). */
const RETRACED_WITH = "names are undone with ";

/** Return the lines on where the answer comes from. */
export function origins(meta: Meta): readonly string[] {
  return (meta.provenance ?? []).filter((line) => line.startsWith(RETRACED_WITH));
}

/** Return why the answer may be incomplete; nothing where it is complete. */
export function lacks(meta: Meta): readonly string[] {
  if (!meta.completeness || meta.completeness === "complete") return [];
  const reasons = (meta.provenance ?? []).filter((line) => !line.startsWith(RETRACED_WITH));
  return reasons.length > 0 ? reasons : [`it is ${meta.completeness.replaceAll("_", " ")}`];
}

function lines(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
