import assert from "node:assert/strict";
import { test } from "node:test";
import { candidates, rootsOf } from "../src/folderPrefixes";

const same = (path: string): string => path;
const nothing = (): boolean => false;

test("the first folder has no prefix, others have their name", () => {
  assert.deepEqual(rootsOf(["/a/app", "/b/core"], nothing, same).map(({ prefix }) => prefix), ["", "core"]);
});

test("a name that is taken gets a number, also where the first folder holds such a path", () => {
  assert.deepEqual(rootsOf(["/a", "/b/app", "/c/app"], nothing, same).map(({ prefix }) => prefix), ["", "app", "app~2"]);
  assert.deepEqual(rootsOf(["/a", "/b/app"], (path) => path === "/a/app", same).map(({ prefix }) => prefix), ["", "app~2"]);
});

test("a folder that is opened twice counts once", () => {
  const real = (path: string): string => (path === "/link" ? "/a" : path);
  assert.deepEqual(rootsOf(["/a", "/link", "/b"], nothing, real).map(({ path }) => path), ["/a", "/b"]);
});

test("a path with a folder's name is looked for there first, then in each folder", () => {
  const roots = rootsOf(["/a", "/b/app"], nothing, same);
  assert.deepEqual(candidates(roots, "app/x.kt"), ["/b/app/x.kt", "/a/app/x.kt", "/b/app/app/x.kt"]);
  assert.deepEqual(candidates(roots, "src/x.kt"), ["/a/src/x.kt", "/b/app/src/x.kt"]);
});
