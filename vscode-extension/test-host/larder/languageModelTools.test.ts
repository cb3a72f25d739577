import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { PREFIX, offeredTools } from "../../src/languageModelTools";
import { running, textOf } from "../editor";
import { ScriptedUser } from "../scriptedUser";

const LABEL = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt";

interface Answer {
  readonly success: boolean;
  readonly data?: Record<string, unknown>;
  readonly error?: { readonly code: string; readonly message: string };
}
type Check = (data: Record<string, unknown>) => void;

let context: Context;
let person: ScriptedUser;
let crash: string;

/** A call of each tool that the example app has a real answer to. Those after the first may need what it made. */
const CALLS: Readonly<Record<string, () => Promise<void>>> = {
  analyze_error: () =>
    asked("analyze_error", { errorText: crash }, ({ culprit, callers, brief }) => {
      assert.equal((culprit as { filePath: string; line: number }).filePath, LABEL);
      assert.equal((culprit as { line: number }).line, 11);
      assert.ok((callers as { callerName: string }[]).some(({ callerName }) => callerName === "BasketAdapter.onBindViewHolder"));
      assert.match(brief as string, /PriceLabel/);
    }),
  read_file: async () => {
    const text = await textOf(LABEL);
    await asked("read_file", { filePath: LABEL }, ({ content }) => {
      assert.equal(content, text);
    });
  },
  get_code_context: () =>
    asked("get_code_context", { filePath: LABEL, line: 11 }, ({ functionDefinition }) => {
      assert.match((functionDefinition as { name: string }).name, /of$/);
    }),
  grep_search: () =>
    asked("grep_search", { query: "price!!" }, ({ matches }) => {
      assert.deepEqual((matches as { filePath: string; line: number }[]).map(({ filePath, line }) => [filePath, line]), [[LABEL, 11]]);
    }),
  search_code: () =>
    asked("search_code", { query: "PriceLabel" }, ({ hits }) => {
      assert.ok((hits as { filePath: string }[]).some(({ filePath }) => filePath === LABEL));
    }),
  find_references: () =>
    asked("find_references", { symbol: "PriceLabel.of" }, ({ files }) => {
      assert.ok((files as { filePath: string }[]).some(({ filePath }) => filePath.endsWith("BasketAdapter.kt")));
    }),
  find_callers_of_function: () =>
    asked("find_callers_of_function", { functionName: "of", filePath: LABEL }, ({ callers }) => {
      assert.equal((callers as { line: number }[])[0]?.line, 26);
    }),
  trace_value_origin: () =>
    asked("trace_value_origin", { filePath: LABEL, line: 11, expression: "price" }, ({ origins }) => {
      assert.ok((origins as unknown[]).length > 0);
    }),
  vector_search_db: () =>
    asked("vector_search_db", { query: "lateinit property adapter has not been initialized", minConfidence: 0 }, ({ results }) => {
      assert.ok((results as unknown[]).length > 0);
    }),
  record_solution: () => recorded("from a model").then(() => undefined),
};

describe("language model tools", () => {
  before(async () => {
    context = await running();
    crash = await textOf("errors/01-crash.txt");
    await assistantText("json");
  });

  beforeEach(() => {
    person = new ScriptedUser();
  });

  afterEach(() => {
    person.stop();
  });

  after(() => assistantText(undefined));

  it("give the brief alone unless the user wants all", async () => {
    await assistantText(undefined);
    assert.match(await said("analyze_error", { errorText: crash }), /^# java\.lang\.NullPointerException/);
    await assistantText("json");
  });

  it("are all there, with schemas, and called here", () => {
    const manifest = vscode.extensions.getExtension("kotlin-rca.kotlin-rca")?.packageJSON as unknown;
    const offered = offeredTools(manifest).map(({ name }) => name);
    const there = vscode.lm.tools.filter(({ name }) => name.startsWith(PREFIX));
    assert.deepEqual(there.map(({ name }) => name).sort(), offered.sort());
    assert.deepEqual(Object.keys(CALLS).map((name) => PREFIX + name).sort(), offered);
    for (const { name, inputSchema, tags } of there) {
      assert.equal((inputSchema as { type?: string } | undefined)?.type, "object", name);
      assert.equal(tags.filter((tag) => ["read_only", "safe_write", "dangerous"].includes(tag)).length, 1, name);
    }
  });

  for (const [name, call] of Object.entries(CALLS)) it(`${name} answers about the project`, call);

  it("say by their tags which only read", () => {
    const writing = vscode.lm.tools.filter(({ name, tags }) => name.startsWith(PREFIX) && !tags.includes("read_only"));
    assert.deepEqual(writing.map(({ name }) => name).sort(), [`${PREFIX}record_solution`]);
  });

  it("give what the server refuses as words", async () => {
    const wrong = await invoke("read_file", { filePath: "no/such/File.kt" });
    assert.equal(wrong.error?.code, "FILE_NOT_FOUND");
    const escaped = await invoke("read_file", { filePath: "../../../etc/passwd" });
    assert.ok(["INVALID_PATH", "PERMISSION_DENIED"].includes(escaped.error?.code ?? ""), JSON.stringify(escaped));
    const strange = await invoke("get_code_context", { filePath: LABEL, line: 100_000 });
    assert.equal(strange.error?.code, "LINE_OUT_OF_RANGE");
  });

  it("stop when they are cancelled", async () => {
    const source = new vscode.CancellationTokenSource();
    const call = vscode.lm.invokeTool(`${PREFIX}analyze_error`, { input: { errorText: crash.repeat(200) }, toolInvocationToken: undefined }, source.token);
    setTimeout(() => { source.cancel(); }, 50);
    await assert.rejects(async () => { await call; }, /cancel/i);
    assert.ok((await invoke("read_file", { filePath: LABEL })).success, "the server goes on");
  });

  it("say so in words while the server does not run", async () => {
    await context.server.stop();
    try {
      const answer = await invoke("read_file", { filePath: LABEL });
      assert.equal(answer.error?.code, "LSP_UNAVAILABLE");
      assert.match(answer.error.message, /not running/);
    } finally {
      await context.server.restart();
      await running();
    }
  });
});

async function assistantText(value: string | undefined): Promise<void> {
  await vscode.workspace.getConfiguration("rca").update("assistantText", value, vscode.ConfigurationTarget.Workspace);
}

async function invoke(tool: string, input: object): Promise<Answer> {
  return JSON.parse(await said(tool, input)) as Answer;
}

async function said(tool: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(PREFIX + tool, { input, toolInvocationToken: undefined });
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return part.value;
}

/** Call a tool, again while its time was up, and look at its data. */
async function asked(tool: string, input: object, check: Check): Promise<void> {
  let answer = await invoke(tool, input);
  for (let tries = 0; answer.error?.code === "TOOL_TIMEOUT" && tries < 10; tries += 1) answer = await invoke(tool, input);
  assert.ok(answer.success, JSON.stringify(answer.error));
  check(answer.data ?? {});
}

async function recorded(name: string): Promise<string> {
  let id = "";
  const told = { rootCause: `The cause ${name}`, solution: `The change ${name}`, errorDescription: `A problem ${name}` };
  await asked("record_solution", told, (data) => {
    id = data["id"] as string;
  });
  assert.notEqual(id, "");
  assert.ok(!person.heard.some(({ choices }) => choices.includes("Allow")), "the editor has asked, so the server does not ask once more");
  return id;
}
