import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { pictureNames, storeReadme } from "../scripts/storeReadme.mjs";

const README = readFileSync("README.md", "utf8");

test("without a repository the page is the README", () => {
  assert.equal(storeReadme(README, ""), README);
});

test("with a repository the page shows pictures that are there, by whole addresses", () => {
  const page = storeReadme(README, "https://example.com/owner/name");
  const shown = [...page.matchAll(/!\[[^\]]+\]\((https:\/\/example\.com\/owner\/name\/raw\/HEAD\/)(docs\/images\/[^)]+)\)/g)];
  assert.equal(shown.length, pictureNames.length);
  for (const [, , path] of shown) assert.ok(existsSync(`../${path ?? ""}`), path);
  assert.ok(page.indexOf("## Pictures") < page.indexOf("## Getting started"));
});
