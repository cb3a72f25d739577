import assert from "node:assert/strict";
import os from "node:os";
import { mock, test } from "node:test";
import { collectBugReport, known } from "../src/bugReport";
import type { Context } from "../src/context";
import { window, workspace } from "./fake_vscode";

test("a user without a name, as in a container, keeps no report from being made", () => {
  mock.method(os, "userInfo", () => {
    throw new Error("uv_os_get_passwd returned ENOENT");
  });
  assert.deepEqual(known(), { home: os.homedir(), user: "", folders: ["/ws"] });
  mock.restoreAll();
});

test("a report in Restricted Mode runs nothing, and none brings an environment up to date", async () => {
  let content = "";
  Object.assign(window, { withProgress: (_options: unknown, work: () => unknown) => work(), showTextDocument: () => Promise.resolve() });
  const { openTextDocument } = workspace;
  Object.assign(workspace, { openTextDocument: (options: { content: string }) => Promise.resolve(void (content = options.content)), isTrusted: false });
  const worked: string[] = [];
  const setup = { python: () => Promise.resolve(void worked.push("updated")), presentPython: () => Promise.resolve(void worked.push("asked")) };
  const context = { version: "1", server: { state: { kind: "untrusted" } }, setup, folders: { log: "/nowhere" } } as unknown as Context;
  try {
    await collectBugReport(context);
    assert.match(content, /## Doctor\n\n```\nnot started in Restricted Mode/);
    assert.deepEqual(worked, []);
    workspace.isTrusted = true;
    await collectBugReport(context);
    assert.match(content, /no server found/);
    assert.deepEqual(worked, ["asked"]);
  } finally {
    Object.assign(workspace, { openTextDocument, isTrusted: true });
  }
});
