/* Generated from models/ by `npm run contract`; do not edit. */

/**
 * Why a tool gave no data. The set is closed: a new code is a change of the contract.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "ErrorCode".
 */
export type ErrorCode =
  | "INVALID_PARAMETERS"
  | "TOOL_TIMEOUT"
  | "INTERNAL_ERROR"
  | "UNKNOWN_TOOL"
  | "FILE_NOT_FOUND"
  | "DIRECTORY_NOT_FOUND"
  | "PERMISSION_DENIED"
  | "BINARY_FILE"
  | "TOO_LARGE"
  | "INVALID_PATH"
  | "LINE_OUT_OF_RANGE"
  | "ALREADY_EXISTS"
  | "STRING_NOT_FOUND"
  | "INVALID_PATTERN"
  | "FUNCTION_NOT_FOUND"
  | "SYMBOL_NOT_FOUND"
  | "LSP_UNAVAILABLE"
  | "TIMEOUT"
  | "DB_CONNECTION_FAILED"
  | "EMBEDDING_FAILED"
  | "COLLECTION_NOT_FOUND"
  | "RATE_LIMIT_EXCEEDED"
  | "API_ERROR"
  | "NO_RESULTS"
  | "NETWORK_DISABLED"
  | "INVALID_URL"
  | "NO_ACTIVE_EDITOR"
  | "NO_DIAGNOSTICS"
  | "READ_BUDGET_EXCEEDED"
  | "LIST_BUDGET_EXCEEDED"
  | "BUDGET_EXCEEDED"
  | "LIMIT_EXCEEDED"
  | "INVALID_QUERY_TYPE"
  | "MISSING_VALUE"
  | "APPROVAL_REQUIRED"
  | "APPROVAL_DENIED"
  | "COMMAND_FAILED"
  | "NO_COMMAND_HISTORY"
  | "BUILD_TOOL_NOT_FOUND";

export interface Tools {
  analyze_error: {
    params: AnalyzeErrorParams;
    result: AnalyzeErrorResult;
  };
  parse_error: {
    params: ParseErrorParams;
    result: ErrorReport;
  };
  read_file: {
    params: ReadFileParams;
    result: ReadFileResult;
  };
  get_code_context: {
    params: GetCodeContextParams;
    result: CodeContext;
  };
  find_callers_of_function: {
    params: FindCallersParams;
    result: FindCallersResult;
  };
  vector_search_db: {
    params: VectorSearchParams;
    result: SearchOutcome;
  };
  record_solution: {
    params: RecordSolutionParams;
    result: RecordSolutionResult;
  };
  confirm_solution: {
    params: ConfirmSolutionParams;
    result: ConfirmSolutionResult;
  };
  web_search_wiki: {
    params: WebSearchParams;
    result: WebSearchResult;
  };
  get_user_error_context: {
    params: UserErrorContextParams;
    result: UserErrorContextResult;
  };
}
/**
 * One of `errorText`, `filePath` and `fromEditor` says where the error is.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "AnalyzeErrorParams".
 */
export interface AnalyzeErrorParams {
  /**
   * The error itself.
   */
  errorText?: string | null;
  /**
   * A workspace file that holds the error text.
   */
  filePath?: string | null;
  /**
   * Take selection, terminal or problems of the live editor, the first that holds an error.
   */
  fromEditor?: boolean;
  /**
   * Packages of the app. Default: what the workspace declares.
   */
  appPackages?: string[] | null;
  /**
   * R8 or ProGuard `mapping.txt` for an obfuscated trace.
   */
  mappingFile?: string | null;
  /**
   * Also ask the web sources that the user allowed; nothing else leaves.
   */
  includeWeb?: boolean;
  /**
   * Largest size of the brief, in tokens.
   */
  tokenBudget?: number;
}
/**
 * The report.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "AnalyzeErrorResult".
 */
export interface AnalyzeErrorResult {
  error: ErrorReport;
  /**
   * Frames and diagnostics that lie in the workspace, in order.
   */
  frames: ProjectFrame[];
  /**
   * Where to look first, or null where no project code is named.
   */
  culprit: ProjectFrame | null;
  context: CodeContext | null;
  callers: Caller[];
  suspectChanges: SuspectChange[];
  similarSolutions: SolutionHit[];
  failedAttempts?: FailedAttempt[];
  verdict: "same" | "similar" | "novel";
  webResults: WebResult[];
  /**
   * Markdown for a person or a local model, inside the token budget.
   */
  brief: string;
}
/**
 * One error, its root before its cascade.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "ErrorReport".
 */
export interface ErrorReport {
  kind:
    | "jvm_exception"
    | "java_compile"
    | "kotlin_compile"
    | "kotlin_warnings_only"
    | "annotation_processing"
    | "compiler_crash"
    | "gradle_build"
    | "dependency_resolution"
    | "resource_linking"
    | "manifest_merger"
    | "lint"
    | "r8"
    | "native_crash"
    | "native_link"
    | "anr"
    | "test_failure"
    | "unknown";
  /**
   * `kotlin`, `java`, `xml`, `groovy`, `cpp`, or null where nothing tells.
   */
  language: string | null;
  /**
   * In the order of the text.
   */
  exceptions: ReportedException[];
  /**
   * Complete JVM frames over all sections of this error.
   */
  frameCount: number;
  /**
   * Topmost app frame of the deepest cause that has one (of an ANR, the main thread's); null where none has.
   */
  culprit: Frame | null;
  diagnostics: Diagnostic[];
  /**
   * Gradle task paths (`:app:compileDebugKotlin`).
   */
  failedTasks: string[];
  /**
   * Gradle's own words, several failures apart by a blank line.
   */
  whatWentWrong: string | null;
  process: string | null;
  pid: number | null;
  thread: string | null;
  nativeFrames: NativeFrame[];
  /**
   * Name of the signal, as `SIGSEGV`.
   */
  signal: string | null;
  /**
   * Whether names look renamed by R8 or ProGuard.
   */
  obfuscated: boolean;
  /**
   * Whether the text was cut before the error ended.
   */
  truncated: boolean;
  /**
   * Further independent errors in the same text.
   */
  others: ErrorReport[];
}
/**
 * One exception of a trace.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "ReportedException".
 */
export interface ReportedException {
  type: string;
  message: string | null;
  relation: "primary" | "cause" | "suppressed";
  frames: Frame[];
}
/**
 * One JVM stack frame, as the text has it; parts that the text lacks are null.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "Frame".
 */
export interface Frame {
  /**
   * Class as in the text, binary form (`a.b.C$D`).
   */
  className: string | null;
  /**
   * Method as in the text, `<init>` and `invokeSuspend` included.
   */
  method: string | null;
  /**
   * Source file name; null for `Native Method` and `Unknown Source`.
   */
  file: string | null;
  /**
   * 1-based line, null where the text has none.
   */
  line: number | null;
  /**
   * Whose code: the app's, a library's, the platform's, or made by a tool.
   */
  origin: "app" | "library" | "platform" | "generated";
  /**
   * The frame as it stands in the text, without indentation.
   */
  text: string;
  /**
   * Other originals of an obfuscated frame that fit as well.
   */
  alternatives?: Frame[];
}
/**
 * One message of a compiler or build tool.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "Diagnostic".
 */
export interface Diagnostic {
  severity: "error" | "warning" | "info";
  file: string | null;
  line: number | null;
  column: number | null;
  message: string;
  /**
   * The tool's own name of the problem (`UNRESOLVED_REFERENCE`, `NewApi`).
   */
  code?: string | null;
  /**
   * Who says so: kotlinc, javac, ksp, kapt, aapt2, lint, r8, cmake, ld.
   */
  tool?: string | null;
}
/**
 * One frame of a native backtrace.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "NativeFrame".
 */
export interface NativeFrame {
  index: number;
  /**
   * Program counter relative to the library, hexadecimal without `0x`.
   */
  pc: string | null;
  /**
   * Path or name of the mapped file.
   */
  library: string | null;
  function: string | null;
  /**
   * Bytes into the function.
   */
  offset: number | null;
  buildId: string | null;
  text: string;
}
/**
 * A stack frame or a diagnostic, found in the workspace.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "ProjectFrame".
 */
export interface ProjectFrame {
  filePath: string;
  line: number | null;
  function?: FunctionDefinition | null;
  className: string | null;
  method: string | null;
  text: string;
  /**
   * The line itself.
   */
  code?: string | null;
  origin: "app" | "library" | "platform" | "generated";
  /**
   * Other files that fit as well, best first.
   */
  alternatives?: string[];
  /**
   * What is doubtful: the file changed since, the line is past its end, ….
   */
  note?: string | null;
}
/**
 * The smallest named function around a line.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "FunctionDefinition".
 */
export interface FunctionDefinition {
  /**
   * `Class.function`; lambdas and local functions belong to the function around them.
   */
  name: string;
  startLine: number;
  endLine: number;
  /**
   * Whole header without the body, annotations and modifiers included.
   */
  signature: string;
}
/**
 * Code around a line, with the function that holds it and the imports it uses.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "CodeContext".
 */
export interface CodeContext {
  filePath: string;
  errorLine: number;
  /**
   * First line of `context.before`, or the error line itself.
   */
  startLine: number;
  /**
   * Last line of `context.after`, or the error line itself.
   */
  endLine: number;
  context: CodeAround;
  functionDefinition?: FunctionDefinition | null;
  relevantImports: RelevantImport[];
  /**
   * Whether unsaved editor text was shown.
   */
  source: "editor" | "disk";
}
/**
 * Text before, on and after a line.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "CodeAround".
 */
export interface CodeAround {
  before: string;
  errorLine: string;
  after: string;
}
/**
 * An import that the shown code uses.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "RelevantImport".
 */
export interface RelevantImport {
  module: string;
  imported: string[];
  line: number;
}
/**
 * One call of the function, or of one of its callers.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "Caller".
 */
export interface Caller {
  /**
   * `Class.function` of the code that calls.
   */
  callerName: string;
  filePath: string;
  /**
   * Line of the call, 1-based.
   */
  line: number;
  /**
   * Outermost caller first, the function itself last.
   */
  callChain: string[];
  depth: number;
  /**
   * `Class.function` that is called here.
   */
  callee: string;
  /**
   * Line of the declaration that is called here.
   */
  calleeLine: number;
  evidence:
    | "receiver_type"
    | "constructor"
    | "import"
    | "same_scope"
    | "same_package"
    | "callable_reference"
    | "override_family"
    | "unique_name"
    | "name_only";
  confidence: number;
}
/**
 * A change that may have brought the error, most suspect first.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "SuspectChange".
 */
export interface SuspectChange {
  /**
   * Full hash; null for an edit that is not committed.
   */
  commit: string | null;
  author: string | null;
  /**
   * ISO 8601, committer's date.
   */
  date: string | null;
  summary: string;
  filePath: string;
  /**
   * Lines of today's file that the change last touched.
   */
  lines: number[];
  reason:
    | "uncommitted"
    | "blame_line"
    | "blame_function"
    | "recent_commit"
    | "caller_changed"
    | "dependency_changed";
  /**
   * How suspect, for ordering.
   */
  score: number;
  /**
   * The part of the change that touches the function, cut to 40 lines.
   */
  diff?: string | null;
}
/**
 * A solution as the answer to a query.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "SolutionHit".
 */
export interface SolutionHit {
  id: string;
  /**
   * The decisive error line or the symptom.
   */
  errorDescription: string;
  rootCause: string;
  solution: string;
  language: string;
  /**
   * Exception class or the build error's own code.
   */
  errorType: string;
  /**
   * Prior belief that the solution is right.
   */
  confidence: number;
  userValidated: boolean;
  /**
   * `createdAt` and `fixedIn` (003), versions, reference, tags, ….
   */
  metadata: {
    [k: string]: unknown;
  };
  /**
   * Cosine to the query; null while the model is not loaded.
   */
  similarity: number | null;
  verdict: "same" | "similar" | "novel";
  /**
   * What the query and the record share.
   */
  matched: string[];
  foundBy: ("fingerprint" | "lexical" | "dense")[];
  state: "candidate" | "validated" | "stale" | "superseded" | "harmful";
}
/**
 * Something tried for a similar problem that did not work.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "FailedAttempt".
 */
export interface FailedAttempt {
  solutionId: string;
  attempt: string;
  recordedAt: string;
  note?: string | null;
}
/**
 * One page. Title and snippet are untrusted text.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "WebResult".
 */
export interface WebResult {
  title: string;
  url: string;
  snippet: string;
  source: "stackoverflow" | "github" | "docs" | "mdn" | "searxng";
  relevanceScore: number;
}
/**
 * What to parse.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "ParseErrorParams".
 */
export interface ParseErrorParams {
  /**
   * Stack trace, logcat, build output, ANR dump, tombstone, ….
   */
  errorText: string;
  /**
   * Packages of the app, as `com.example.shop`. Default: what the workspace declares.
   */
  appPackages?: string[] | null;
}
/**
 * Which file, and which part of it.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "ReadFileParams".
 */
export interface ReadFileParams {
  /**
   * Relative path from the workspace root.
   */
  filePath: string;
  /**
   * First line, 1-based, inclusive.
   */
  lineStart?: number | null;
  /**
   * Last line, 1-based, inclusive.
   */
  lineEnd?: number | null;
  /**
   * Encoding of the file.
   */
  encoding?: "utf-8" | "utf-16" | "ascii";
  /**
   * Cut the content after so many bytes, at a line's end.
   */
  maxBytes?: number;
}
/**
 * The text, whole or in part.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "ReadFileResult".
 */
export interface ReadFileResult {
  filePath: string;
  content: string;
  /**
   * Lines in `content`.
   */
  lineCount: number;
  /**
   * Lines in the file.
   */
  totalLines: number;
  /**
   * Encoding that the file was read in.
   */
  encoding: string;
  /**
   * Bytes of the whole file.
   */
  fileSize: number;
  /**
   * Whether `content` was cut at `maxBytes`; `meta.next` says where to go on.
   */
  truncated: boolean;
  /**
   * Whether this is unsaved editor text.
   */
  source: "editor" | "disk";
}
/**
 * Where to look.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "GetCodeContextParams".
 */
export interface GetCodeContextParams {
  /**
   * File containing the error, relative to the workspace root.
   */
  filePath: string;
  /**
   * Error line, 1-based.
   */
  line: number;
  /**
   * Lines to include before and after the line.
   */
  contextLines?: number;
  /**
   * Whether to describe the function around the line.
   */
  includeFunctionDef?: boolean;
}
/**
 * Which function. Without `line` and `className`, every declaration of that name in the file.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "FindCallersParams".
 */
export interface FindCallersParams {
  /**
   * Function, method, constructor (the class's name) or property accessor.
   */
  functionName: string;
  /**
   * File that declares it, relative to the workspace root.
   */
  filePath: string;
  /**
   * How far to walk up.
   */
  maxDepth?: number;
  /**
   * A line of the declaration, where the name is declared twice.
   */
  line?: number | null;
  /**
   * Class that declares it, simple or qualified.
   */
  className?: string | null;
  /**
   * Callers in one answer; `meta.next` continues.
   */
  limit?: number;
  /**
   * Callers to skip: `meta.next` of the answer before.
   */
  cursor?: number;
}
/**
 * Callers, nearest first.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "FindCallersResult".
 */
export interface FindCallersResult {
  functionName: string;
  filePath: string;
  callers: Caller[];
  totalCallers: number;
}
/**
 * What to look for.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "VectorSearchParams".
 */
export interface VectorSearchParams {
  /**
   * Error description or stack trace to search for.
   */
  query: string;
  /**
   * Only solutions for this language, as `kotlin`.
   */
  language?: string | null;
  /**
   * Only solutions of this error type, simple or qualified (`NullPointerException`).
   */
  errorType?: string | null;
  /**
   * Cut below this probability of being the right one.
   */
  minConfidence?: number;
  /**
   * Results at most.
   */
  limit?: number;
}
/**
 * The answer of the knowledge store to one query.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "SearchOutcome".
 */
export interface SearchOutcome {
  query: string;
  results: SolutionHit[];
  totalFound: number;
  verdict: "same" | "similar" | "novel";
  failedAttempts?: FailedAttempt[];
}
/**
 * A problem and its solution. `errorText` or `errorDescription` must be given.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "RecordSolutionParams".
 */
export interface RecordSolutionParams {
  /**
   * Why it happened.
   */
  rootCause: string;
  /**
   * What was done about it.
   */
  solution: string;
  /**
   * The error as it was; it is condensed, never kept whole.
   */
  errorText?: string | null;
  /**
   * The problem in words.
   */
  errorDescription?: string | null;
  /**
   * Language of the code at fault.
   */
  language?: string;
  /**
   * Exception class or build error; default: from the text.
   */
  errorType?: string | null;
  /**
   * File that was changed, relative to the workspace.
   */
  fixedIn?: string | null;
  /**
   * false records an attempt that did not help.
   */
  worked?: boolean;
  /**
   * With `worked: false`: the solution that was tried.
   */
  solutionId?: string | null;
}
/**
 * What was stored.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "RecordSolutionResult".
 */
export interface RecordSolutionResult {
  id: string;
  state: "candidate" | "validated" | "stale" | "superseded" | "harmful";
  fingerprint: string | null;
  stored: "new" | "updated" | "attempt";
  /**
   * Kinds of secrets that were masked before storing.
   */
  redacted?: string[];
}
/**
 * The verdict of the user on one solution.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "ConfirmSolutionParams".
 */
export interface ConfirmSolutionParams {
  /**
   * Id of the solution.
   */
  id: string;
  /**
   * How it turned out.
   */
  outcome: "worked" | "did_not_work" | "superseded" | "harmful";
  /**
   * With `superseded`: id of the better solution.
   */
  supersededBy?: string | null;
  /**
   * Why, in a sentence.
   */
  note?: string | null;
}
/**
 * The solution's standing now.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "ConfirmSolutionResult".
 */
export interface ConfirmSolutionResult {
  id: string;
  state: "candidate" | "validated" | "stale" | "superseded" | "harmful";
  userValidated: boolean;
  confidence: number;
}
/**
 * What to ask, and whom.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "WebSearchParams".
 */
export interface WebSearchParams {
  /**
   * Error message, function name, or concept.
   */
  query: string;
  /**
   * Which sources to search.
   *
   * @minItems 1
   */
  sources?: ("stackoverflow" | "github" | "docs" | "mdn" | "searxng")[];
  /**
   * Results at most.
   */
  maxResults?: number;
}
/**
 * Pages, most relevant first.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "WebSearchResult".
 */
export interface WebSearchResult {
  /**
   * What was sent, after redaction.
   */
  query: string;
  results: WebResult[];
  totalFound: number;
}
/**
 * What to capture.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "UserErrorContextParams".
 */
export interface UserErrorContextParams {
  /**
   * Include the selected text.
   */
  captureSelection?: boolean;
  /**
   * Include the editor's errors and warnings.
   */
  captureDiagnostics?: boolean;
  /**
   * Include the last 50 lines of the terminal.
   */
  captureTerminal?: boolean;
}
/**
 * Live editor state, secrets masked.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "UserErrorContextResult".
 */
export interface UserErrorContextResult {
  activeFile: string;
  cursorPosition: CursorPosition;
  selectedText?: string | null;
  diagnostics: EditorDiagnostic[];
  terminalOutput?: string | null;
}
/**
 * A place in the active file, both parts 1-based, `character` in UTF-16 units as editors count.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "CursorPosition".
 */
export interface CursorPosition {
  line: number;
  character: number;
}
/**
 * A problem that the editor shows, of any source.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "EditorDiagnostic".
 */
export interface EditorDiagnostic {
  severity: "error" | "warning" | "info";
  message: string;
  line: number;
  column: number;
  source: string;
  /**
   * Relative to the workspace; null means the active file.
   */
  filePath: string | null;
}
/**
 * The live state of the editor. Each push replaces the parts that it names.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "EditorState".
 */
export interface EditorState {
  activeFile: string | null;
  cursorPosition: CursorPosition | null;
  selectedText: string | null;
  diagnostics: EditorDiagnostic[];
  /**
   * Recent terminal text, newest last.
   */
  terminalOutput: string | null;
}
/**
 * The store of past solutions.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "KnowledgeSettings".
 */
export interface KnowledgeSettings {
  /**
   * Whether the starter knowledge base is loaded.
   */
  starter?: boolean;
  /**
   * Whether a server loads the embedding model (600 MB); off: words only.
   */
  dense?: boolean;
  /**
   * Name or path of a sentence-transformers model; default: the pinned all-MiniLM-L6-v2.
   */
  embeddingModel?: string | null;
}
/**
 * What a caller should know about an answer besides its data.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "Meta".
 */
export interface Meta {
  /**
   * Wall time of the call, in milliseconds.
   */
  executionTimeMs: number;
  /**
   * The workspace snapshot that the answer saw; it grows with each change.
   */
  revision: number;
  /**
   * Whether anything was cut; `next` says how to get the rest.
   */
  truncated: boolean;
  /**
   * How to get what was cut: a cursor, a line, a handle.
   */
  next?: string | null;
  /**
   * Whether the answer was kept from an earlier call.
   */
  cached: boolean;
  /**
   * Files that the call wrote, relative to the workspace.
   */
  filesAffected?: string[];
  /**
   * Whether the answer holds all there is.
   */
  completeness?: ("complete" | "partial" | "not_ready") | null;
  /**
   * Where the answer comes from, and what it lacks and why.
   */
  provenance?: string[];
}
/**
 * What may leave the machine. Empty: nothing does.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "NetworkSettings".
 */
export interface NetworkSettings {
  /**
   * Web sources that may be asked: stackoverflow, github, docs, mdn, searxng.
   */
  allowedSources?: string[];
  /**
   * Base of the API.
   */
  stackoverflowUrl?: string;
  /**
   * Base of the API.
   */
  githubUrl?: string;
  /**
   * Base of the API.
   */
  mdnUrl?: string;
  /**
   * A documentation search that answers SearXNG's JSON.
   */
  docsUrl?: string | null;
  /**
   * Base of a SearXNG instance.
   */
  searxngUrl?: string | null;
}
/**
 * All settings.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "Settings".
 */
export interface Settings {
  /**
   * The app's packages, besides those the workspace declares.
   */
  appPackages?: string[];
  /**
   * R8 or ProGuard mapping for obfuscated traces.
   */
  mappingFile?: string | null;
  knowledge?: KnowledgeSettings;
  network?: NetworkSettings;
}
/**
 * What was wrong, and what to do next.
 *
 * This interface was referenced by `Tools`'s JSON-Schema
 * via the `definition` "ToolError".
 */
export interface ToolError {
  code: ErrorCode;
  message: string;
  /**
   * Facts about the failure, for a program.
   */
  details?: {
    [k: string]: unknown;
  } | null;
  /**
   * What to do next.
   */
  suggestion?: string | null;
}
