import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { attachToChat } from "../src/sendToChat";
import { commands, env, lm, ran, window, workspace } from "./fake_vscode";

const OPEN = "workbench.action.chat.open";
let said: string[];
let clipboard: string;

beforeEach(() => {
  [said, clipboard, ran.length] = [[], "", 0];
  window["showInformationMessage"] = (words: string, ...buttons: string[]) => {
    said.push(words, ...buttons);
    return Promise.resolve(undefined);
  };
  Object.assign(env.clipboard, { writeText: (text: string) => Promise.resolve(void (clipboard = text)) });
});

function editor(offered: readonly string[], models: number): void {
  Object.assign(commands, { getCommands: () => Promise.resolve(offered) });
  Object.assign(lm, { selectChatModels: () => Promise.resolve(Array.from({ length: models }, () => ({}))) });
}

test("without a chat, or a model for it, the person is told what is missing, and has the brief on the clipboard", async () => {
  for (const [offered, missing] of [[[], /no chat/], [[OPEN], /no language model/]] as const) {
    editor(offered, 0);
    await attachToChat("the brief", "/storage");
    assert.match(said.shift() ?? "", missing);
    assert.equal(clipboard, "the brief");
  }
  assert.deepEqual(said, ["Open Chat", "Attach Anyway"]);
  assert.deepEqual(ran, []);
});

test("the brief is attached as a file, and the input has a question that is short", async () => {
  editor([OPEN], 1);
  const written: string[] = [];
  Object.assign(workspace, { fs: { ...(workspace as { fs?: object }).fs, writeFile: (_: unknown, bytes: Uint8Array) => Promise.resolve(void written.push(new TextDecoder().decode(bytes))) } });
  await attachToChat("the brief", "/storage");
  assert.deepEqual(written, ["the brief"]);
  const [command, options] = ran[0] as [string, { query: string; attachFiles: { path: string }[] }];
  assert.equal(command, OPEN);
  assert.ok(options.query.length < 100 && !options.query.includes("the brief"));
  assert.deepEqual(options.attachFiles.map(({ path }) => path), ["/storage/error-brief.md"]);
});
