import assert from "node:assert/strict";
import { test } from "node:test";
import { callTreeHtml } from "../src/callerTree";
import { diffHtml } from "../src/diffHtml";
import type { Caller, ErrorReport, Frame, ProjectFrame, SolutionHit } from "../src/generated/contract";
import { knownErrorBanner, knownSolution } from "../src/knownErrorBanner";
import { stackTrace } from "../src/stackTrace";

function frame(text: string, origin: Frame["origin"]): Frame {
  return { className: null, method: null, file: null, line: null, origin, text };
}

const OWN: ProjectFrame = { filePath: "app/src/Cart.kt", line: 12, className: "a.Cart", method: "total", text: "at a.Cart.total(Cart.kt:12)", origin: "app" };
const INLINED: ProjectFrame = { ...OWN, line: 20, text: "at a.Cart.merge(Merge.kt:190)" };

function trace(frames: readonly Frame[]): string {
  const error = { exceptions: [{ type: "a.Boom", message: "m", relation: "primary", frames }], nativeFrames: [] } as unknown as ErrorReport;
  return stackTrace(error, [OWN, INLINED], OWN)?.markup ?? "";
}

test("a trace stands as in the log: frames of the project are linked and marked, runs of others folded", () => {
  const platform = Array.from({ length: 3 }, (_, index) => frame(`at java.x${index}()`, "platform"));
  const shown = trace([...platform, frame(OWN.text, "app"), frame("at lib.y()", "library"), frame(INLINED.text, "app")]);
  assert.match(shown, /<details class="frames"><summary>3 frames of the platform<\/summary>/);
  assert.match(shown, /class="frame own culprit"><span class="spoken">culprit: <\/span>at a\.Cart\.total\(<button [^>]*data-path="app\/src\/Cart\.kt" data-line="12"[^>]*>Cart\.kt:12<\/button>\)/);
  assert.match(shown, /<div class="frame">at lib\.y\(\)<\/div>/);
  assert.ok(shown.indexOf("java.x0") < shown.indexOf("a.Cart.total"));
});

test("a frame whose text names another file is linked behind its text, to where it leads", () => {
  assert.match(trace([frame(INLINED.text, "app")]), /at a\.Cart\.merge\(Merge\.kt:190\) <button [^>]*data-line="20"[^>]*>Cart\.kt:20<\/button>/);
});

test("frames that are the app's and not in the workspace are not called a library's", () => {
  assert.match(trace([1, 2, 3].map((at) => frame(`at a.Gone.x${at}()`, "app"))), /3 other frames/);
});

test("a native frame is linked where its symbols lead into the project, and called an address where nothing names it", () => {
  const native = { index: 0, pc: "1210", library: "libcart.so", function: null, offset: null, buildId: "ab" };
  const resolved: ProjectFrame = { ...OWN, filePath: "app/src/cart.cpp", line: 17, text: "#00 pc 1210  libcart.so  shop::checked(int) (/build/cart.cpp:17)" };
  const nativeFrames = [{ ...native, text: resolved.text }, { ...native, text: "#01 pc 1  libx.so", unresolved: "no symbol file has its id cd" }];
  const shown = stackTrace({ exceptions: [], nativeFrames } as unknown as ErrorReport, [resolved], resolved)?.markup ?? "";
  assert.match(shown, /frame own culprit.*shop::checked\(int\).*data-path="app\/src\/cart\.cpp" data-line="17"/);
  assert.match(shown, /#01 pc 1 {2}libx\.so <small>\(an address: no symbol file has its id cd\)<\/small>/);
});

test("callers are one tree below their function: what the trace went through is marked and first, tests are folded", () => {
  const caller = (name: string, filePath: string, line: number): Caller => ({ callerName: name, filePath, line, callChain: [name, "Cart.total"], depth: 1, callee: "Cart.total", calleeLine: 1, evidence: "import", confidence: 1 });
  const callers = [caller("Other.x", "app/src/main/O.kt", 1), caller("CartTest.t", "app/src/test/CartTest.kt", 2), caller("Cart.y", "app/src/Cart.kt", 20)];
  const shown = callTreeHtml(callers, [OWN, INLINED])?.markup ?? "";
  assert.match(shown, /<code>Cart\.total<\/code><ul><li class="taken"><code>Cart\.y<\/code>.*in the trace/);
  assert.match(shown, /<summary>1 call in tests<\/summary><ul><li><code>CartTest\.t/);
  assert.equal(callTreeHtml([], []), undefined);
});

const HIT: SolutionHit = {
  id: "s1",
  errorDescription: "boom",
  rootCause: "why",
  solution: "Do it.\n\n```diff\n--- a/A.kt\n+++ b/A.kt\n@@ -1 +1 @@\n-old\n+new\n```",
  language: "kotlin",
  errorType: "Boom",
  confidence: 0.95,
  userValidated: true,
  metadata: { createdAt: "2026-03-01T10:00:00Z" },
  similarity: 0.87,
  verdict: "same",
  matched: [],
  foundBy: [],
  source: "user",
  state: "validated",
  worked: 1,
  failed: 0,
};

test("a known error leads with what solved it, its diff in colours, and one number", () => {
  const { markup } = knownErrorBanner(HIT, Date.parse("2026-03-04T12:00:00Z"));
  assert.match(markup, /<p class="title">Solved before, 3 days ago</);
  assert.match(markup, /<span class="hunk">--- a\/A\.kt\n<\/span>/);
  assert.match(markup, /<span class="removed">-old\n<\/span><span class="added">\+new\n/);
  assert.match(markup, /data-act="applySolution" data-id="s1">Apply<[^]*data-outcome="worked">This worked</);
  assert.deepEqual(markup.match(/\d+%/g), ["95%"]);
  assert.doesNotMatch(markup, /```|similarity/);
});

test("a solution without a diff offers nothing to apply, and one that ships has no day", () => {
  const { markup } = knownErrorBanner({ ...HIT, solution: "Turn it off.", source: "starter", metadata: {} }, 0);
  assert.match(markup, /<p class="title">A known problem</);
  assert.doesNotMatch(markup, /applySolution/);
});

test("a similar error is not a known one", () => {
  assert.equal(knownSolution({ verdict: "similar", similarSolutions: [HIT] } as never), undefined);
  assert.equal(knownSolution({ verdict: "same", similarSolutions: [{ ...HIT, verdict: "similar" }, HIT] } as never), HIT);
});

test("of what git writes above a diff's first hunk only the file's name is shown", () => {
  const { markup } = diffHtml("diff --git a/app/A.kt b/app/A.kt\nindex 1..2 100644\n--- a/app/A.kt\n+++ b/app/A.kt\n@@ -1,2 +1,2 @@\n--- x\n+index \ndiff --git a/B.kt b/B.kt\nnew file mode 100644\n--- /dev/null\n+++ b/B.kt\n@@ -0,0 +1 @@\n+b");
  const rows = [...markup.matchAll(/<span class="(\w+)">(.*)\n/g)].map(([, kind, text]) => `${kind ?? ""} ${text ?? ""}`);
  assert.deepEqual(rows, ["hunk app/A.kt", "hunk @@ -1,2 +1,2 @@", "removed --- x", "added +index ", "hunk B.kt", "hunk new file mode 100644", "hunk @@ -0,0 +1 @@", "added +b"]);
});
