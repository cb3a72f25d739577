import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import type * as vscode from "vscode";
import { diffSince, currentBaseline } from "../src/gitChanges";
import { files, installed } from "./fake_vscode";

const uri = (path: string): vscode.Uri => ({ path, fsPath: path, toString: () => `file://${path}` }) as unknown as vscode.Uri;

interface Repository {
  rootUri: vscode.Uri;
  state: { HEAD?: { commit: string }; workingTreeChanges: { uri: vscode.Uri; status: number }[] };
  diffWith(ref: string, path?: string): Promise<unknown>;
}

function repository(root: string, commit: string, changed: string[], untracked: string[] = []): Repository {
  return {
    rootUri: uri(root),
    state: { HEAD: { commit }, workingTreeChanges: untracked.map((path) => ({ uri: uri(path), status: 7 })) },
    diffWith: (ref, path) => Promise.resolve(path === undefined ? changed.map((one) => ({ uri: uri(one) })) : `${ref}: ${path}`),
  };
}

function git(repositories: Repository[]): void {
  const api = { repositories, getRepository: (file: vscode.Uri) => repositories.find(({ rootUri }) => file.path.startsWith(rootUri.path)) ?? null };
  installed["vscode.git"] = { activate: () => Promise.resolve({ getAPI: () => api }) };
}

afterEach(() => {
  for (const known of [installed, files]) for (const name of Object.keys(known)) Reflect.deleteProperty(known, name);
});

describe("what changed since an error", () => {
  test("is nothing where git is switched off, not there, or does not start", async () => {
    const off = (): never => {
      throw new Error("Git model not found");
    };
    for (const extension of [undefined, { activate: () => Promise.resolve({ getAPI: off }) }, { activate: () => Promise.reject(new Error("no git")) }]) {
      installed["vscode.git"] = extension;
      const baseline = await currentBaseline();
      assert.equal(baseline.commits.size, 0);
      assert.equal(await diffSince(baseline, uri("/ws/a.kt")), "");
    }
  });

  test("is told of all repositories, that of the culprit and its file first", async () => {
    const lib = repository("/lib", "b0", ["/lib/z.kt"]);
    const app = repository("/app", "a0", ["/app/x.kt", "/app/y.kt"]);
    git([lib, app]);
    const baseline = await currentBaseline();
    app.state.HEAD = { commit: "a1" }; // committed meanwhile
    assert.deepEqual((await diffSince(baseline, uri("/app/y.kt"))).split("\n"), ["a0: /app/y.kt", "a0: /app/x.kt", "b0: /lib/z.kt"]);
  });

  test("has files that are new, and none that were there before or hold no text", async () => {
    git([repository("/app", "a0", [], ["/app/New.kt", "/app/old.kt", "/app/big.bin"])]);
    const baseline = await currentBaseline();
    files["/app/New.kt"] = { mtime: baseline.time + 5, size: 12, text: "class New\n{}\n" };
    files["/app/old.kt"] = { mtime: baseline.time - 60_000, size: 5, text: "old" };
    files["/app/big.bin"] = { mtime: baseline.time + 5, size: 10_000_000, text: "big" };
    const diff = await diffSince(baseline, undefined);
    assert.match(diff, /^diff --git a\/New\.kt b\/New\.kt$[^]*^\+\+\+ b\/New\.kt$[^]*^\+class New$\n^\+\{\}$/m);
    assert.doesNotMatch(diff, /old|big/);
  });

  test("is told of the other repositories where one lost the commit", async () => {
    const lost = repository("/app", "a0", []);
    lost.diffWith = () => Promise.reject(new Error("bad object"));
    git([lost, repository("/lib", "b0", ["/lib/z.kt"])]);
    assert.equal(await diffSince(await currentBaseline(), uri("/app/y.kt")), "b0: /lib/z.kt");
  });
});
