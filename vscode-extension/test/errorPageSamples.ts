// A result of analyze_error with every part that the report shows; its texts try to break out of the page.
import type { AnalyzeErrorResult, CodeContext, ErrorReport, Meta, ProjectFrame } from "../src/generated/contract";

export const META: Meta = { executionTimeMs: 1, revision: 1, truncated: false, cached: false };
export const HOSTILE = 'bad` <img src=x onerror="x"> [a](http://evil.example) http://evil.example\n# no heading\n```\n<script>';

export const ERROR: ErrorReport = {
  kind: "jvm_exception",
  language: "kotlin",
  exceptions: [
    { type: "java.lang.RuntimeException", message: HOSTILE, relation: "primary", frames: [] },
    { type: "a.b.CartEmptyException", message: HOSTILE, relation: "cause", frames: [] },
    { type: "java.io.IOException", message: null, relation: "suppressed", frames: [] },
  ],
  frameCount: 3,
  culprit: null,
  diagnostics: [{ severity: "error", file: HOSTILE, line: 3, column: 1, message: HOSTILE }],
  failedTasks: [HOSTILE],
  whatWentWrong: HOSTILE,
  process: HOSTILE,
  pid: 1,
  thread: HOSTILE,
  nativeFrames: [],
  signal: null,
  obfuscated: false,
  truncated: true,
  others: [],
};

export const FRAME: ProjectFrame = {
  filePath: "app/src/My Cart.kt",
  line: 12,
  function: { name: "Cart.total", startLine: 10, endLine: 14, signature: "fun total(): Int" },
  className: "a.b.Cart",
  method: "total",
  text: "at a.b.Cart.total(Cart.kt:12)",
  origin: "app",
  note: HOSTILE,
  alternatives: [HOSTILE],
};

export const CONTEXT: CodeContext = {
  filePath: "app/src/My Cart.kt",
  errorLine: 12,
  startLine: 2,
  endLine: 14,
  context: { before: Array.from({ length: 10 }, (_, line) => `before ${line + 2}`).join("\n"), errorLine: "boom()", after: "}\n```\n" },
  relevantImports: [],
  source: "disk",
};

export const FULL: AnalyzeErrorResult = {
  error: ERROR,
  frames: [FRAME],
  culprit: FRAME,
  context: CONTEXT,
  callers: [
    {
      callerName: "CartScreen.show",
      filePath: "app/src/CartScreen.kt",
      line: 40,
      callChain: ["MainActivity.onCreate", "CartScreen.show", "Cart.total"],
      depth: 1,
      callee: "Cart.total",
      calleeLine: 10,
      evidence: "receiver_type",
      confidence: 0.976,
    },
  ],
  suspectChanges: [
    {
      commit: "0123456789abcdef0123456789abcdef01234567",
      author: HOSTILE,
      date: "2026-10-12T09:30:00+00:00",
      summary: HOSTILE,
      filePath: "app/src/My Cart.kt",
      lines: [12],
      reason: "blame_line",
      score: 0.9,
      diff: HOSTILE,
    },
  ],
  similarSolutions: [
    {
      id: "s1",
      errorDescription: HOSTILE,
      rootCause: HOSTILE,
      solution: HOSTILE,
      language: "kotlin",
      errorType: "CartEmptyException",
      confidence: 0.91,
      userValidated: true,
      metadata: { reference: "javascript:alert(1)" },
      similarity: null,
      verdict: "same",
      matched: [HOSTILE],
      source: "user",
      foundBy: ["fingerprint"],
      worked: 1,
      failed: 0,
      state: "validated",
    },
  ],
  failedAttempts: [{ solutionId: "s2", attempt: HOSTILE, recordedAt: "2026-10-01", note: HOSTILE }],
  verdict: "same",
  webResults: [{ title: HOSTILE, url: "javascript:alert(1)", snippet: HOSTILE, source: "docs", relevanceScore: 1 }],
  brief: HOSTILE,
};
