import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { UserError } from "../src/toolAnswer";
import { applySolution } from "../src/applySolution";
import type { Uri} from "./fake_vscode";
import { workspace } from "./fake_vscode";

const CODE = "class Cart {\n    fun total() = lines.sum()\n}\n";
const files = new Map<string, string>();
const before = { ...workspace };
let edits: [string, { start: { line: number } | number; end: unknown }, string][];

beforeEach(() => {
  files.clear();
  edits = [];
  Object.assign(workspace, {
    fs: { stat: ({ path }: Uri) => (files.has(path) ? Promise.resolve({}) : Promise.reject(new Error("gone"))) },
    openTextDocument: ({ path }: Uri) => Promise.resolve({ getText: () => files.get(path), lineCount: (files.get(path) ?? "").split("\n").length, eol: 1 }),
    applyEdit: (edit: { edits: [Uri, never, string][] }) => {
      edits = edit.edits.map(([{ path }, range, text]) => [path, range, text]);
      return Promise.resolve(true);
    },
  });
});

afterEach(() => {
  Object.assign(workspace, before);
});

function diff(path: string, old: string, fresh: string): string {
  return `--- a/${path}\n+++ b/${path}\n@@ -2 +2 @@\n-${old}\n+${fresh}`;
}

const FIX = diff("app/Cart.kt", "    fun total() = lines.sum()", "    fun total() = lines.orEmpty().sum()");

test("a solution's change is made where its lines are, also where the workspace is a part of the repository", async () => {
  for (const path of ["/ws/app/Cart.kt", "/ws/Cart.kt"]) {
    files.clear();
    files.set(path, `// new\n${CODE}`);
    const [changed] = await applySolution(FIX);
    assert.deepEqual([changed?.uri.path, changed?.line], [path, 2]);
    assert.deepEqual(edits.map(([file, , text]) => [file, text]), [[path, "    fun total() = lines.orEmpty().sum()\n"]]);
  }
});

test("nothing is changed where one file of several is another one now", async () => {
  files.set("/ws/app/Cart.kt", CODE);
  files.set("/ws/Other.kt", "class Other\n");
  await assert.rejects(applySolution(`${FIX}\n${diff("Other.kt", "gone", "new")}`), /does not fit Other\.kt/);
  assert.deepEqual(edits, []);
});

test("a path that leads out of the workspace, a file that is gone and a text without a change are said", async () => {
  files.set("/etc/passwd", "x\n    fun total() = lines.sum()\n");
  for (const path of ["../etc/passwd", "/etc/passwd", "Gone.kt"]) {
    await assert.rejects(applySolution(diff(path, "    fun total() = lines.sum()", "y")), UserError);
  }
  await assert.rejects(applySolution("Turn it off."), /no change/);
  assert.deepEqual(edits, []);
});
