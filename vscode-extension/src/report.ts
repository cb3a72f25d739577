import type {
  AnalyzeErrorResult,
  Caller,
  CodeContext,
  Diagnostic,
  ErrorReport,
  Meta,
  ProjectFrame,
  ReportedException,
  SuspectChange,
} from "./generated/contract";
import { code, codeBlock, item, link, prose, section } from "./markdown";
import { attempts, solution } from "./solutionReport";

/** Give the link target of a line of a workspace file, or undefined where nothing can be linked. */
export type LinkTo = (filePath: string, line: number | null) => string | undefined;

const CONTEXT_LINES = 6;
const MAX_DIAGNOSTICS = 20;
const SEVERITIES: readonly Diagnostic["severity"][] = ["error", "warning", "info"];

const KINDS: Readonly<Record<ErrorReport["kind"], string>> = {
  jvm_exception: "JVM exception",
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
  unknown: "Unknown error",
};

const VERDICTS = {
  same: "This error is known: a past solution fits it.",
  similar: "Errors like this one were solved before.",
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

/** Write the report of an error as Markdown: what happened, where, who calls it, what changed, what helped before. */
export function errorReport(result: AnalyzeErrorResult, meta: Meta, linkTo: LinkTo): string {
  const { error, culprit, context } = result;
  return [
    `# ${headline(error)}`,
    ...facts(error),
    "## Where",
    culprit === null ? "The error names no code of this workspace." : place(culprit, linkTo),
    ...(context === null ? [] : [contextBlock(context)]),
    ...section("Exceptions", error.exceptions.length > 1 ? error.exceptions.map(exception) : []),
    ...section(
      "Messages",
      [...error.diagnostics]
        .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
        .slice(0, MAX_DIAGNOSTICS)
        .map(diagnostic),
    ),
    ...(error.whatWentWrong === null || isAllThereIs(error) ? [] : ["## What Gradle says", codeBlock(error.whatWentWrong)]),
    ...section("Project frames", result.frames.map((frame) => item(place(frame, linkTo)))),
    ...section("Callers", result.callers.map((caller) => item(callerLine(caller, linkTo)))),
    ...section("Suspect changes", result.suspectChanges.map((change) => changeItem(change, linkTo))),
    "## Past solutions",
    VERDICTS[result.verdict],
    ...result.similarSolutions.map(solution),
    ...attempts(result.failedAttempts ?? []),
    ...section(
      "From the web",
      result.webResults.map((page) => {
        const target = page.url.startsWith("https://") ? page.url : undefined;
        return item(`${link(prose(page.title), target)} (${page.source})`, prose(page.snippet));
      }),
    ),
    ...section("What this report lacks", lacks(meta)),
    ...(error.others.length === 0 ? [] : [`The text holds ${error.others.length} more independent error(s).`]),
    "## Brief for a model",
    "*Kotlin RCA: Copy Brief for a Model* copies this text.",
    codeBlock(result.brief, "markdown"),
    "",
  ].join("\n\n");
}

/** Name the error in a few words, as Markdown. */
export function headline(error: ErrorReport): string {
  const root = error.exceptions.findLast((found) => found.relation === "cause") ?? error.exceptions[0];
  if (root !== undefined) return code(root.type.split(".").at(-1) ?? root.type);
  const first = error.diagnostics.find((found) => found.severity === "error");
  return first === undefined ? KINDS[error.kind] : `${KINDS[error.kind]}: ${code(first.message)}`;
}

function facts(error: ErrorReport): string[] {
  const root = error.exceptions.findLast((found) => found.relation === "cause") ?? error.exceptions[0];
  const words = [
    KINDS[error.kind],
    error.process !== null && `process ${code(error.process)}`,
    error.thread !== null && `thread ${code(error.thread)}`,
    error.signal !== null && `signal ${code(error.signal)}`,
    error.failedTasks.length > 0 && `failed ${error.failedTasks.map(code).join(", ")}`,
    error.obfuscated && "names look obfuscated",
    error.truncated && "the text was cut before the error ended",
  ];
  return [
    ...(root?.message ? [codeBlock(root.message)] : []),
    ...(error.whatWentWrong !== null && isAllThereIs(error) ? [codeBlock(error.whatWentWrong)] : []),
    words.filter((word) => word !== false).join(" · "),
  ];
}

/** Whether Gradle's own words are the whole error; beside a compiler's messages they only say that it failed. */
function isAllThereIs(error: ErrorReport): boolean {
  return error.exceptions.length === 0 && error.diagnostics.length === 0;
}

function diagnostic(found: Diagnostic): string {
  const where = found.file === null ? "" : ` ${code(`${baseName(found.file)}${found.line === null ? "" : `:${found.line}`}`)}`;
  return item(`${found.severity}${where}: ${code(found.message)}`);
}

/** Say why the answer may be incomplete; nothing where it is complete. */
function lacks(meta: Meta): string[] {
  if (!meta.completeness || meta.completeness === "complete") return [];
  const reasons = meta.provenance ?? [];
  return (reasons.length > 0 ? reasons : [`it is ${meta.completeness.replace("_", " ")}`]).map((reason) => item(prose(reason)));
}

function exception(found: ReportedException): string {
  const relation = { primary: "Thrown", cause: "Caused by", suppressed: "Suppressed" }[found.relation];
  return item(`${relation}: ${code(found.type)}${found.message === null ? "" : `: ${code(found.message)}`}`);
}

function place(frame: ProjectFrame, linkTo: LinkTo): string {
  const named = frame.function?.name ?? ([frame.className, frame.method].filter((part) => part !== null).join(".") || undefined);
  const notes = [frame.note, frame.alternatives && `or ${frame.alternatives.join(", ")}`].filter(isGiven);
  return `${fileLink(frame.filePath, frame.line, linkTo)}${named === undefined ? "" : ` in ${code(named)}`}${notes.map((note) => ` (${prose(note)})`).join("")}`;
}

/** Link a line by the file's name; its whole path shows on hover. */
function fileLink(filePath: string, line: number | null, linkTo: LinkTo): string {
  const name = baseName(filePath);
  return link(code(line === null ? name : `${name}:${line}`), linkTo(filePath, line), filePath);
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function contextBlock(context: CodeContext): string {
  const before = lines(context.context.before).slice(-CONTEXT_LINES);
  const after = lines(context.context.after).slice(0, CONTEXT_LINES);
  const first = context.errorLine - before.length;
  const width = String(context.errorLine + after.length).length;
  const numbered = [...before, context.context.errorLine, ...after].map((line, index) => {
    const number = first + index;
    return `${number === context.errorLine ? ">" : " "} ${String(number).padStart(width)} | ${line}`;
  });
  return codeBlock(numbered.join("\n"), context.filePath.endsWith(".java") ? "java" : "kotlin");
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined;
}

function lines(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function callerLine(caller: Caller, linkTo: LinkTo): string {
  const where = fileLink(caller.filePath, caller.line, linkTo);
  const percent = Math.round(caller.confidence * 100);
  return `${code(caller.callChain.join(" → "))} at ${where} (${prose(caller.evidence.replaceAll("_", " "))}, ${percent}%)`;
}

function changeItem(change: SuspectChange, linkTo: LinkTo): string {
  const commit = change.commit === null ? "Uncommitted edit" : code(change.commit.slice(0, 10));
  const where = fileLink(change.filePath, change.lines[0] ?? null, linkTo);
  const by = [change.author, change.date?.slice(0, 10)].filter(isGiven).map(prose).join(", ");
  const first = `${commit} ${prose(change.summary)} (${REASONS[change.reason]}${by === "" ? "" : `; ${by}`}) in ${where}`;
  return change.diff ? item(first, codeBlock(change.diff, "diff")) : item(first);
}
