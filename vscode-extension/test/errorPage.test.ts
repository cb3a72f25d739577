import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callTree } from "../src/callerTree";
import type { AnalyzeErrorResult, Caller, CodeContext, ErrorReport } from "../src/generated/contract";
import { errorPage, headline } from "../src/errorPage";
import { CONTEXT, ERROR, FRAME, FULL, HOSTILE, META } from "./errorPageSamples";

/** Give the start tags of markup, each with its attributes, as a browser would read them. */
function startTags(markup: string): { name: string; attributes: Map<string, string> }[] {
  return Array.from(markup.matchAll(/<([a-z][a-z0-9]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g), ([, name = "", rest = ""]) => ({
    name,
    attributes: new Map(Array.from(rest.matchAll(/([\w:-]+)(?:="([^"]*)")?/g), ([, key = "", value = ""]) => [key, value])),
  }));
}

describe("the report", () => {
  const { markup } = errorPage(FULL, META);

  test("offers to run again what failed where the record says what that is", () => {
    const [solution] = FULL.similarSolutions;
    assert.ok(solution);
    const known = { ...solution, metadata: { failing: { buildTool: "gradle", task: ":app:test" } } };
    assert.doesNotMatch(markup, /data-act="verify"/);
    assert.match(errorPage({ ...FULL, similarSolutions: [known] }, META).markup, /data-act="verify" data-id="s1"/);
  });

  test("holds no markup that came with the error", () => {
    const tags = startTags(markup);
    // Every "<" begins a tag that was read: nothing was smuggled in by odd quoting.
    assert.equal(markup.match(/<(?!\/)/g)?.length, tags.length);
    for (const { name, attributes } of tags) {
      assert.ok(!["img", "script", "iframe", "link", "style", "object", "form"].includes(name), name);
      for (const [key, value] of attributes) {
        assert.doesNotMatch(key, /^on/);
        if (key === "href") assert.match(value, /^https:\/\//);
      }
    }
    assert.equal(tags.filter(({ name }) => name === "h1").length, 1);
    assert.equal(tags.filter(({ name }) => name === "a").length, 0);
  });

  test("names root exception, place, chain, callers, change and solution", () => {
    assert.match(markup, /<h1>CartEmptyException<\/h1>/);
    assert.match(markup, /<code>My Cart\.kt:12<\/code><\/button> in <code>Cart\.total<\/code>/);
    assert.match(markup, /Caused by: <strong>a\.b\.CartEmptyException<\/strong>/);
    assert.match(markup, /<code>Cart\.total<\/code><ul><li><code>CartScreen\.show<\/code>/);
    assert.match(markup, /called on an object of its class, 98% sure/);
    assert.match(markup, /<code>0123456789<\/code>/);
    assert.match(markup, /91% likely the one · validated/);
  });

  test("its buttons say where they lead", () => {
    const places = startTags(markup).filter(({ attributes }) => attributes.get("data-act") === "open");
    assert.ok(places.length >= 4);
    assert.ok(places.every(({ attributes }) => attributes.get("data-path")?.startsWith("app/src/") && Number(attributes.get("data-line")) > 0));
    const rated = startTags(markup).filter(({ attributes }) => attributes.get("data-act") === "rate");
    assert.deepEqual(rated.map(({ attributes }) => attributes.get("data-outcome")), ["worked", "did_not_work", "superseded", "harmful"]);
  });

  test("shows the code around the line with its numbers", () => {
    const plain = markup.replace(/<span class="hl-\w+">([^<]*)<\/span>/g, "$1");
    assert.match(plain, /<span class="row culprit"><span class="spoken">culprit, line <\/span><span class="number">12<\/span>boom\(\)/);
    assert.match(plain, /<span class="number">6<\/span>before 6\n/);
    assert.doesNotMatch(plain, /before 5\n/);
    assert.match(plain, /<span class="number">13<\/span>}/);
  });

  test("the code has colours, read with the lines above those that are shown", () => {
    const context: CodeContext = {
      filePath: "app/A.kt",
      errorLine: 10,
      startLine: 1,
      endLine: 11,
      relevantImports: [],
      source: "disk",
      context: { before: `/* far above${"\n".repeat(8)}a */ val b = c()`, errorLine: "throw D()", after: "}" },
    };
    const page = errorPage({ ...FULL, context }, META).markup;
    assert.match(page, /<span class="number">9<\/span><span class="hl-comment">a \*\/<\/span> <span class="hl-keyword">val<\/span>/);
    assert.match(page, /<span class="number">10<\/span><span class="hl-keyword">throw<\/span> D\(\)\n/);
  });

  test("a place that no frame leads to is not called the culprit", () => {
    for (const [foundBy, heading] of [["words", "Found by words"], ["name", "Named in the text"]] as const) {
      const page = errorPage({ ...FULL, culprit: { ...FRAME, foundBy } }, META).markup;
      assert.match(page, new RegExp(`<h2>${heading}</h2>`));
      assert.match(page, new RegExp(`<span class="spoken">${heading.toLowerCase()}, line </span>`));
      assert.doesNotMatch(page, /<span class="spoken">culprit, line/);
    }
  });

  test("solutions that share only the exception's type are counted", () => {
    const page = errorPage({ ...FULL, similarSolutions: [], verdict: "novel", weakerSolutions: 2 }, META).markup;
    assert.match(page, /2 share only its exception(?:'|&#39;)s type/);
  });

  test("says so where it is incomplete", () => {
    const partial = errorPage(FULL, { ...META, completeness: "partial", provenance: ["the index is not ready"] }).markup;
    assert.match(partial, /What this report lacks<\/h2><\/summary><ul><li>the index is not ready/);
    assert.doesNotMatch(markup, /What this report lacks/);
  });

  test("tells where it comes from apart from what it lacks", () => {
    const used = "names are undone with app/mapping.txt: the trace is of map id 0fa3c1d";
    const partial = errorPage(FULL, { ...META, completeness: "partial", provenance: [used, "no git"] }).markup;
    assert.match(partial, /Where this report comes from<\/h2><ul><li>names are undone with app\/mapping\.txt[^<]*<\/li><\/ul>/);
    assert.match(partial, /What this report lacks<\/h2><\/summary><ul><li>no git<\/li><\/ul>/);
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
    const words = errorPage(bare, META).markup;
    assert.match(words, /names no code of this workspace/);
    for (const section of ["Callers", "Suspect changes", "Project frames", "From the web", "Tried before"]) {
      assert.doesNotMatch(words, new RegExp(`<h2>${section}`));
    }
  });
});

describe("the explanation", () => {
  const explanation: AnalyzeErrorResult["explanation"] = [
    { kind: "failed", text: `\`owner\` was null ${HOSTILE}` },
    { kind: "surfaced", text: "It surfaced in `Cart.total`.", filePath: "app/src/My Cart.kt", line: 12 },
    { kind: "cause", text: "Most likely cause: `Cart.close` sets `owner` to null.", filePath: "app/src/Till.kt", line: 3, confidence: 0.62 },
    { kind: "check", text: "Stop at line 3 of Till.kt.", filePath: "app/src/Till.kt", line: 3 },
    { kind: "alternative", text: "`Cart.total` itself.", filePath: "app/src/My Cart.kt", line: 12, confidence: 0.2 },
  ];
  const causeContext = { ...CONTEXT, filePath: "app/src/Till.kt", errorLine: 3 };
  const { markup } = errorPage({ ...FULL, explanation, causeContext }, META);

  test("leads the report, each sentence with a button that opens its line", () => {
    assert.ok(markup.indexOf("What happened and why") < markup.indexOf("Look here first"));
    assert.ok(markup.indexOf("Look here first") < markup.indexOf("<h2>Where it surfaced"));
    const why = markup.slice(markup.indexOf('class="why"'), markup.indexOf("<h2>Look here first"));
    const opened = startTags(why).filter(({ name }) => name === "button");
    assert.deepEqual(opened.map(({ attributes }) => `${attributes.get("data-path")}:${attributes.get("data-line")}`), [
      "app/src/My Cart.kt:12",
      "app/src/Till.kt:3",
      "app/src/Till.kt:3",
      "app/src/My Cart.kt:12",
    ]);
    assert.match(why, /<code>Cart\.close<\/code> sets <code>owner<\/code> to null\.<\/strong> <small>62%/);
    assert.match(why, /<h3>Less likely<\/h3>/);
  });

  test("holds no markup that came with the error", () => {
    assert.equal(markup.match(/<(?!\/)/g)?.length, startTags(markup).length);
  });

  test("says once that the error names no code", () => {
    const none: AnalyzeErrorResult["explanation"] = [{ kind: "surfaced", text: "The error names no code of this project." }];
    const page = errorPage({ ...FULL, culprit: null, context: null, explanation: none }, META).markup;
    assert.match(page, /names no code of this project/);
    assert.doesNotMatch(page, /names no code of this workspace/);
  });

  test("of an older server is left out", () => {
    const older = errorPage(FULL, META).markup;
    assert.doesNotMatch(older, /What happened and why|Look here first/);
    assert.match(older, /<h2>Where<\/h2>/);
  });
});

test("long sections are folded, short ones are not; each has a name under which the person's choice is kept", () => {
  const frames = (count: number): string => errorPage({ ...FULL, frames: Array.from({ length: count }, () => FRAME) }, META).markup;
  assert.match(frames(7), /<details data-fold="Project frames"><summary><h2>Project frames<\/h2> <small>7<\/small><\/summary>/);
  assert.match(frames(6), /<details data-fold="Project frames" open><summary>/);
});

test("frames that the trace links are not listed again", () => {
  const [primary] = ERROR.exceptions;
  assert.ok(primary);
  const traced = { ...ERROR, exceptions: [{ ...primary, frames: [{ className: "a.b.Cart", method: "total", file: "Cart.kt", line: 12, origin: "app" as const, text: FRAME.text }] }] };
  assert.doesNotMatch(errorPage({ ...FULL, error: traced }, META).markup, /Project frames/);
});

test("an obfuscated trace offers to choose its mapping, unless one was used", () => {
  const error = { ...ERROR, obfuscated: true };
  assert.match(errorPage({ ...FULL, error }, META).markup, /data-act="chooseMapping"/);
  const used = { ...META, provenance: ["names are undone with app/mapping.txt"] };
  assert.doesNotMatch(errorPage({ ...FULL, error }, used).markup, /chooseMapping/);
});

test("callers hang under what they call", () => {
  const caller = (chain: string[], depth: number): Caller => ({
    callerName: chain[0] ?? "",
    filePath: "a.kt",
    line: 1,
    callChain: chain,
    depth,
    callee: chain[1] ?? "",
    calleeLine: 1,
    evidence: "import",
    confidence: 1,
  });
  const tree = callTree([caller(["c", "b", "f"], 2), caller(["b", "f"], 1), caller(["a", "f"], 1), caller(["d", "x", "f"], 2)]);
  assert.deepEqual(
    tree.map((branch) => [branch.caller.callerName, branch.callers.map((below) => below.caller.callerName)]),
    [
      ["b", ["c"]],
      ["a", []],
      ["d", []],
    ],
  );
});

describe("headline", () => {
  test("of a build failure is its first error", () => {
    const message = "Unresolved reference 'foo'.";
    const diagnostics: ErrorReport["diagnostics"] = [
      { severity: "warning", file: null, line: null, column: null, message: "w" },
      { severity: "error", file: "A.kt", line: 1, column: 1, message },
    ];
    assert.equal(headline({ ...ERROR, kind: "kotlin_compile", exceptions: [], diagnostics }), `Kotlin compile error: ${message}`);
  });

  test("of anything else is its kind", () => {
    assert.equal(headline({ ...ERROR, kind: "anr", exceptions: [], diagnostics: [], whatWentWrong: null }), "App not responding");
  });
});

test("Gradle's own words come first where they are all there is, and last beside a compiler's", () => {
  const gradle: ErrorReport = { ...ERROR, kind: "gradle_build", exceptions: [], diagnostics: [], whatWentWrong: "No space left" };
  const alone = errorPage({ ...FULL, error: gradle }, META).markup;
  assert.ok(alone.indexOf("No space left") < alone.indexOf("<h2>Where"));
  const beside = errorPage({ ...FULL, error: { ...gradle, diagnostics: ERROR.diagnostics } }, META).markup;
  assert.ok(beside.indexOf("No space left") > beside.indexOf("<h2>Messages"));
});

test("a message's place is a button where it is one of the project, whatever machine built it", () => {
  const at = (file: string): string => {
    const diagnostics: ErrorReport["diagnostics"] = [{ severity: "error", file, line: 3, column: 1, message: "no" }];
    const page = errorPage({ ...FULL, error: { ...ERROR, diagnostics } }, META).markup;
    return page.slice(page.indexOf("<h2>Messages"), page.indexOf("data-fold=\"Project frames"));
  };
  for (const file of ["/home/dev/shop/app/src/My Cart.kt", "C:\\shop\\app\\src\\My Cart.kt", "app/src/My Cart.kt"]) {
    assert.match(at(file), /data-path="app\/src\/My Cart.kt" data-line="3"/);
  }
  for (const file of ["/other/src/My Cart.kt", "/shop/mapp/src/My Cart.kt"]) assert.doesNotMatch(at(file), /<button/);
});

test("a build's headline is the innermost of its own words, an ANR's its reason", () => {
  const words = "Execution failed for task ':app:check'.\n> Could not resolve all files.\n   > Cannot find a version of 'a:b'.\n   > Cannot find 'c:d'.";
  const build: ErrorReport = { ...ERROR, kind: "dependency_resolution", exceptions: [], diagnostics: [], whatWentWrong: words };
  assert.equal(headline(build), "Dependency resolution failure: Cannot find a version of 'a:b'.");
  assert.equal(headline({ ...build, whatWentWrong: "No space left\nat all" }), "Dependency resolution failure: No space left");
  const anr: ErrorReport = {
    ...ERROR,
    kind: "anr",
    exceptions: [
      { type: "ANR", message: "Input dispatching timed out", relation: "primary", frames: [] },
      { type: "ANR", message: "a worker", relation: "cause", frames: [] },
    ],
  };
  assert.match(errorPage({ ...FULL, error: anr }, META).markup, /class="message"[^>]*>Input dispatching timed out</);
});

test("a text without an error is told as that, once", () => {
  const error: ErrorReport = { ...ERROR, kind: "unknown", exceptions: [], diagnostics: [], whatWentWrong: null };
  const page = errorPage({ ...FULL, error }, META).markup;
  assert.match(page, /<h1>No error recognized<\/h1>/);
  assert.match(page, /<p>The text contains no stack trace/);
  assert.deepEqual(startTags(page).filter(({ name }) => name === "button").map(({ attributes }) => attributes.get("data-name")), ["analyzeTerminal", "analyzeClipboard", "analyzeFile"]);
  assert.doesNotMatch(page, /recordSolution|Past solutions|Brief/);
});

test("the web is offered once nobody asked it, and what it brought or not is said", () => {
  const quiet = { ...FULL, webResults: [] };
  assert.match(errorPage(quiet, META).markup, /data-act="searchWeb"/);
  assert.doesNotMatch(errorPage({ ...quiet, error: { ...ERROR, kind: "unknown" } }, META).markup, /searchWeb/);
  const asked = errorPage(quiet, META, { web: "asked" }).markup;
  assert.match(asked, /<h2>From the web<\/h2><p>Nothing was found/);
  assert.doesNotMatch(asked, /searchWeb/);
  assert.doesNotMatch(errorPage(FULL, META).markup, /searchWeb/);
});

describe("what is left out", () => {
  const page = (error: Partial<ErrorReport>): string => errorPage({ ...FULL, error: { ...ERROR, ...error } }, META).markup;
  const message = { severity: "error", file: null, line: null, column: null, message: "m" } as const;

  test("of many messages is counted", () => {
    assert.match(page({ diagnostics: Array.from({ length: 75 }, () => message) }), /55 more are not shown/);
    assert.doesNotMatch(page({ diagnostics: Array.from({ length: 20 }, () => message) }), /not shown/);
  });

  test("of a text with further errors is named, with a way to them", () => {
    const other = { ...ERROR, exceptions: [{ type: "a.<b>.DeadException", message: null, relation: "primary", frames: [] }] } as ErrorReport;
    const shown = page({ others: Array.from({ length: 12 }, () => other) });
    assert.match(shown, /<h2>Further errors in the text<\/h2>.*select its text/);
    assert.match(shown, /<li><code>DeadException<\/code><\/li>/);
    assert.match(shown, /2 more are not shown/);
    assert.doesNotMatch(page({}), /Further errors/);
  });
});
