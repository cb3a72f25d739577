import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type * as vscode from "vscode";
import { UserError } from "../src/toolAnswer";
import { answerChat } from "../src/chatParticipant";
import type { Context } from "../src/context";
import { ChatRequestTurn, Location, Uri, files } from "./fake_vscode";

let said = "";
let buttons: unknown[] = [];
let analyzed: unknown[] = [];
let question = "";

const stream = {
  progress: () => undefined,
  markdown: (text: string) => void (said += text),
  button: (button: unknown) => void buttons.push(button),
} as unknown as vscode.ChatResponseStream;

const found = { error: { kind: "jvm_exception", exceptions: [{ relation: "primary", type: "a.Boom", message: null }], diagnostics: [] }, culprit: null, frames: [], callers: [], suspectChanges: [], similarSolutions: [], verdict: "novel", brief: "THE BRIEF" };

/** A server that takes each text with "Boom" in it for an error. */
function context(more: object = {}): Context {
  const call = (name: string, params: { errorText?: string }): Promise<unknown> => {
    if (name === "analyze_error") analyzed.push(params);
    const data = name === "analyze_error" ? found : { kind: params.errorText?.includes("Boom") ? "jvm_exception" : "unknown" };
    return Promise.resolve({ success: true, data, meta: {} });
  };
  return { server: { call }, errors: {}, log: { info: () => undefined }, ...more } as unknown as Context;
}

const model = {
  sendRequest: ([{ text }]: [{ text: string }]) => {
    question = text;
    return Promise.resolve({ text: (async function* () { yield await Promise.resolve("because"); })() });
  },
} as unknown as vscode.LanguageModelChat;
const token = { isCancellationRequested: false } as vscode.CancellationToken;

async function ask(of: Context, prompt: string, ...attached: unknown[]): Promise<void> {
  const references = attached.map((value) => ({ id: "", value }));
  await answerChat(of, { prompt, model, references }, stream, token);
}

beforeEach(() => {
  [said, buttons, analyzed, question] = ["", [], [], ""];
});

afterEach(() => {
  for (const name of Object.keys(files)) Reflect.deleteProperty(files, name);
});

test("an error that is attached is taken, whether as words, as a file, or as a part of one", async () => {
  files["/ws/crash.log"] = { mtime: 0, size: 10, text: "a.Boom" };
  files["/ws/huge.log"] = { mtime: 0, size: 1e9, text: "a.Boom" };
  files["/ws/notes.txt"] = { mtime: 0, size: 10, text: "all is well" };
  const log = Uri.file("/ws/crash.log");
  await ask(context(), "why?", { of: "another kind" }, Uri.file("/ws/huge.log"), Uri.file("/ws/gone"), Uri.file("/ws/notes.txt"), log);
  await ask(context(), "why?", new Location(log, {}));
  await ask(context(), "why?", "b.Boom");
  assert.deepEqual(analyzed, [{ errorText: "a.Boom" }, { errorText: "part of a.Boom" }, { errorText: "b.Boom" }]);
  assert.match(said, /from `crash\.log`/);
});

test("the last report counts, also one of a file", async () => {
  await ask(context({ report: { source: { from: "errors/x.txt", params: { filePath: "errors/x.txt" } } } }), "why?");
  assert.deepEqual(analyzed, [{ filePath: "errors/x.txt" }]);
});

test("of a long log that was pasted the model gets the findings, not the log", async () => {
  await ask(context(), `a.Boom\n${"at x.y\n".repeat(100_000)}`);
  assert.match(question, /THE BRIEF/);
  assert.ok(question.length < 5_000);
});

test("what keeps it from answering is said, with a button", async () => {
  const way = { title: "Set Up Server", command: "kotlinRca.setUpServer" };
  const call = (): Promise<never> => Promise.reject(new UserError("The server is not installed.", "Set it up.", way));
  await ask(context({ server: { call } }), "a.Boom");
  assert.match(said, /not installed.*Set it up/);
  assert.deepEqual(buttons, [way]);
});

test("a further question is about the error that was pasted before, not about another one that came by", async () => {
  const of = context({ errors: { latest: { id: "e", sources: [] } } });
  Object.assign(of.server, { errorText: () => Promise.resolve("c.Boom of another program") });
  const history = [new ChatRequestTurn("a.Boom"), "an answer", new ChatRequestTurn("b.Boom"), new ChatRequestTurn("and then?")] as unknown as vscode.ChatContext["history"];
  await answerChat(of, { prompt: "who calls it?", model }, stream, token, history);
  await answerChat(of, { prompt: "who calls it?", model }, stream, token, []);
  assert.deepEqual(analyzed, [{ errorText: "b.Boom" }, { errorText: "c.Boom of another program" }]);
});
