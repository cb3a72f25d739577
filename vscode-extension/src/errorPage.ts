import { callTreeHtml } from "./callerTree";
import { explanationHtml } from "./explanationHtml";
import type {
  AnalyzeErrorResult,
  CodeContext,
  Diagnostic,
  ErrorReport,
  Meta,
  ProjectFrame,
  ReportedException,
  SolutionHit,
} from "./generated/contract";
import { html, type Html } from "./html";
import { knownErrorBanner, knownSolution } from "./knownErrorBanner";
import { baseName } from "./baseName";
import { pageLink, placeButton } from "./htmlLinks";
import { placeHeading } from "./placeHeading";
import { folding, linesOf, list, section } from "./reportSections";
import { attemptsSection, solutionCard } from "./solutionCards";
import { projectFrameCount, stackTrace } from "./stackTrace";
import { suspectChanges } from "./suspectChanges";
import { waitGraphSection } from "./waitGraphHtml";

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

/** What stands in a report beside the answer. */
export interface PageExtras {
  /** Whether the web was searched. */
  readonly web?: "offered" | "asked";
  /** Now, in milliseconds. */
  readonly now?: number;
}

/** Show an error: what is known of it, what happened and why, where, its trace, who calls it, what changed, what helped before. */
export function errorPage(result: AnalyzeErrorResult, meta: Meta, { web = "offered", now = Date.now() }: PageExtras = {}): Html {
  const { error } = result;
  if (error.kind === "unknown") return nothingFound();
  const known = knownSolution(result);
  const others = result.similarSolutions.filter((hit) => hit !== known);
  const unmapped = error.obfuscated && origins(meta).length === 0;
  const inTrace = error.exceptions.length > 0 && projectFrameCount(error, result.frames) === result.frames.length;
  return html`${known && knownErrorBanner(known, now)}<header>
<h1>${headline(error)}</h1>
${facts(error)}
<p class="acts" role="group" aria-label="Report">
${unmapped ? html`<button data-act="chooseMapping">Choose mapping.txt…</button> ` : undefined}<button data-act="copyBrief">Copy for model</button>
<button data-act="sendToChat">Send to chat</button>
<button data-act="recordSolution">This fixed it…</button>
</p>
</header>
${explanationHtml(result.explanation ?? [])}
${waitGraphSection(result.waitGraph)}
${causeSection(result.causeContext)}
${whereSection(result)}
${folding("Stack trace", stackTrace(error, result.frames, result.culprit))}
${section("Messages", messages(error, result.frames))}
${error.whatWentWrong === null || isAllThereIs(error) ? undefined : folding("What Gradle says", html`<pre>${error.whatWentWrong}</pre>`)}
${inTrace ? undefined : folding("Project frames", list(result.frames.map(place)), { open: result.frames.length <= MOST_UNFOLDED, count: result.frames.length })}
${folding("Callers", callTreeHtml(result.callers, result.frames), { count: result.callers.length })}
${folding("Suspect changes", suspectChanges(result.suspectChanges), { count: result.suspectChanges.length })}
${folding("Past solutions", pastSolutions(result, others, known !== undefined), { open: known === undefined })}
${attemptsSection(result.failedAttempts ?? [])}
${webSection(result, web)}
${section("Where this report comes from", list(origins(meta).map((origin) => html`${origin}`)))}
${folding("What this report lacks", list(lacks(meta).map((reason) => html`${reason}`)))}
${section("Further errors in the text", otherErrors(error))}
${folding("Brief for a model", html`<pre>${result.brief}</pre>`, { open: false })}`;
}

/** Show what to do where a text holds no error. */
function nothingFound(): Html {
  return html`<header><h1>${KINDS.unknown}</h1><p>${UNRECOGNIZED}</p>
<p class="acts" role="group" aria-label="What to do">
<button data-act="command" data-name="analyzeTerminal">Analyze the terminal</button>
<button data-act="command" data-name="analyzeClipboard">Analyze the clipboard</button>
<button data-act="command" data-name="analyzeFile">Choose a file…</button>
</p></header>
<p>Select or copy the text from the exception's first line to its last frame, or from the compiler's first message on. A log is searched from its end: choose its file.</p>`;
}

function pastSolutions({ verdict, weakerSolutions }: AnalyzeErrorResult, hits: readonly SolutionHit[], hasKnown: boolean): Html | undefined {
  if (hits.length === 0 && weakerSolutions) return html`<p>No past solution fits this error. ${weakerSolutions} ${weakerSolutions === 1 ? "shares" : "share"} only its exception's type: <em>Search Past Solutions</em> shows what is alike.</p>`;
  if (hasKnown) return hits.length === 0 ? undefined : html`${hits.map(solutionCard)}`;
  return html`<p>${VERDICTS[verdict]}</p>${hits.map(solutionCard)}`;
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
  return causes.find((one) => one.depth === depth)?.cause ?? linesOf(whatWentWrong)[0];
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

/** Show where the error surfaced; an explanation says by itself that the error names no code. */
function whereSection({ culprit, context, causeContext, explanation }: AnalyzeErrorResult): Html | undefined {
  if (culprit === null && explanation !== undefined && explanation.length > 0) return undefined;
  const named = culprit === null ? html`<p>The error names no code of this workspace.</p>` : html`<p>${place(culprit)}</p>`;
  const usual = causeContext ? "Where it surfaced" : "Where";
  const spoken = culprit === null ? undefined : placeHeading(culprit, "culprit").toLowerCase();
  return html`<section><h2>${culprit === null ? usual : placeHeading(culprit, usual)}</h2>
${named}
${context === null ? undefined : contextBlock(context, spoken)}
</section>`;
}

/** Show the code of the likely cause, which is not where the error surfaced. */
function causeSection(context: CodeContext | null | undefined): Html | undefined {
  if (!context) return undefined;
  const name = context.functionDefinition?.name;
  const inside = name === undefined ? undefined : html` in <code>${name}</code>`;
  return html`<section><h2>Look here first</h2><p>${placeButton(context.filePath, context.errorLine)}${inside}</p>${contextBlock(context, "likely cause")}</section>`;
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
function otherErrors({ others }: ErrorReport): Html | undefined {
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

function place(frame: ProjectFrame): Html {
  const named = frame.function?.name ?? [frame.className, frame.method].filter((part) => part !== null).join(".");
  const notes = [frame.note, frame.alternatives && `or ${frame.alternatives.join(", ")}`].filter((note) => typeof note === "string");
  return html`${placeButton(frame.filePath, frame.line)}${named === "" ? undefined : html` in <code>${named}</code>`}${notes.map((note) => html` <small>(${note})</small>`)}`;
}

function contextBlock(context: CodeContext, spoken = "culprit"): Html {
  const before = linesOf(context.context.before).slice(-CONTEXT_LINES);
  const after = linesOf(context.context.after).slice(0, CONTEXT_LINES);
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

/** How a line of `provenance` begins that says where an answer comes from (`ORIGINS` in models/envelope.py). */
const ORIGINS = ["names are undone with ", "addresses are resolved with "];
const isOrigin = (line: string): boolean => ORIGINS.some((beginning) => line.startsWith(beginning));

/** Return the lines on where the answer comes from. */
export function origins(meta: Meta): readonly string[] {
  return (meta.provenance ?? []).filter(isOrigin);
}

/** Return why the answer may be incomplete; nothing where it is complete. */
export function lacks(meta: Meta): readonly string[] {
  if (!meta.completeness || meta.completeness === "complete") return [];
  const reasons = (meta.provenance ?? []).filter((line) => !isOrigin(line));
  return reasons.length > 0 ? reasons : [`it is ${meta.completeness.replaceAll("_", " ")}`];
}
