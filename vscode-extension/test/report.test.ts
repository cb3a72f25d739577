import assert from "node:assert/strict";
import { describe, test } from "node:test";
import MarkdownIt from "markdown-it";
import type { AnalyzeErrorResult, ErrorReport, Meta, ProjectFrame } from "../src/generated/contract";
import { errorReport, headline } from "../src/report";

const META: Meta = { executionTimeMs: 1, revision: 1, truncated: false, cached: false };
const HOSTILE = 'bad` <img src=x onerror="x"> [a](http://evil.example) http://evil.example\n# no heading\n```\n<script>';

const ERROR: ErrorReport = {
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

const FRAME: ProjectFrame = {
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

const FULL: AnalyzeErrorResult = {
  error: ERROR,
  frames: [FRAME],
  culprit: FRAME,
  context: {
    filePath: "app/src/My Cart.kt",
    errorLine: 12,
    startLine: 2,
    endLine: 14,
    context: { before: Array.from({ length: 10 }, (_, line) => `before ${line + 2}`).join("\n"), errorLine: "boom()", after: "}\n```\n" },
    relevantImports: [],
    source: "disk",
  },
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
      foundBy: ["fingerprint"],
      state: "validated",
    },
  ],
  failedAttempts: [{ solutionId: "s2", attempt: HOSTILE, recordedAt: "2026-10-01", note: HOSTILE }],
  verdict: "same",
  webResults: [{ title: HOSTILE, url: "javascript:alert(1)", snippet: HOSTILE, source: "docs", relevanceScore: 1 }],
  brief: HOSTILE,
};

const linkTo = (path: string, line: number | null): string => `/${encodeURI(path)}#L${line ?? 1}`;

describe("the report", () => {
  const report = errorReport(FULL, META, linkTo);
  const html = new MarkdownIt({ html: true, linkify: true }).render(report);

  test("holds no markup that came with the error", () => {
    const tags = new Set(Array.from(html.matchAll(/<([a-z][a-z0-9]*)/g), (tag) => tag[1]));
    const ours = ["h1", "h2", "h3", "p", "pre", "code", "ul", "li", "a", "em", "strong", "br"];
    assert.deepEqual([...tags].filter((tag) => !ours.includes(tag ?? "")), []);
    const targets = new Set(Array.from(html.matchAll(/href="([^"]*)"/g), (found) => found[1]));
    assert.deepEqual(targets, new Set(["/app/src/My%20Cart.kt#L12", "/app/src/CartScreen.kt#L40"]));
    assert.equal(html.match(/<h1>/g)?.length, 1);
  });

  test("names root exception, place, chain, callers, change and solution", () => {
    assert.match(html, /<h1><code>CartEmptyException<\/code><\/h1>/);
    assert.match(html, /<a [^>]*>\s*<code>My Cart\.kt:12<\/code><\/a> in <code>Cart\.total<\/code>/);
    assert.match(html, /Caused by: <code>a\.b\.CartEmptyException<\/code>/);
    assert.match(html, /<code>MainActivity\.onCreate → CartScreen\.show → Cart\.total<\/code>/);
    assert.match(html, /receiver type, 98%/);
    assert.match(html, /<code>0123456789<\/code>/);
    assert.match(html, /same, 91% likely the one · validated/);
  });

  test("shows the code around the line with its numbers", () => {
    assert.match(html, /&gt; 12 \| boom\(\)/);
    assert.match(html, / {2} 6 \| before 6\n/);
    assert.doesNotMatch(html, /before 5\n/);
    assert.match(html, / {2}13 \| }/);
  });

  test("says so where it is incomplete", () => {
    const partial = errorReport(FULL, { ...META, completeness: "partial", provenance: ["the index is not ready"] }, linkTo);
    assert.match(partial, /## What this report lacks\n\n- the index is not ready/);
    assert.doesNotMatch(report, /What this report lacks/);
  });

  test("of an error without project code says that, and shows no empty sections", () => {
    const bare: AnalyzeErrorResult = {
      ...FULL,
      frames: [],
      culprit: null,
      context: null,
      callers: [],
      suspectChanges: [],
      similarSolutions: [],
      failedAttempts: [],
      webResults: [],
      verdict: "novel",
    };
    const words = errorReport(bare, META, linkTo);
    assert.match(words, /names no code of this workspace/);
    for (const section of ["Callers", "Suspect changes", "Project frames", "From the web", "Tried before"]) {
      assert.doesNotMatch(words, new RegExp(`## ${section}`));
    }
  });
});

describe("headline", () => {
  test("of a build failure is its first error", () => {
    const message = "Unresolved reference 'foo'.";
    const diagnostics: ErrorReport["diagnostics"] = [
      { severity: "warning", file: null, line: null, column: null, message: "w" },
      { severity: "error", file: "A.kt", line: 1, column: 1, message },
    ];
    assert.equal(headline({ ...ERROR, kind: "kotlin_compile", exceptions: [], diagnostics }), `Kotlin compile error: \`${message}\``);
  });

  test("of anything else is its kind", () => {
    assert.equal(headline({ ...ERROR, kind: "anr", exceptions: [], diagnostics: [] }), "App not responding");
  });
});

test("Gradle's own words come first where they are all there is, and last beside a compiler's", () => {
  const gradle: ErrorReport = { ...ERROR, kind: "gradle_build", exceptions: [], diagnostics: [], whatWentWrong: "No space left" };
  const alone = errorReport({ ...FULL, error: gradle }, META, linkTo);
  assert.ok(alone.indexOf("No space left") < alone.indexOf("## Where"));
  const beside = errorReport({ ...FULL, error: { ...gradle, diagnostics: ERROR.diagnostics } }, META, linkTo);
  assert.ok(beside.indexOf("No space left") > beside.indexOf("## Messages"));
});
