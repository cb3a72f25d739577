import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { build, type BuildOptions, type Metafile } from "esbuild";

let outputs: Metafile["outputs"];

before(async () => {
  const { bundles } = (await import(pathToFileURL(resolve("scripts/bundles.mjs")).href)) as { bundles: () => BuildOptions };
  // Without lowering: an import that waits for its time is told from one that does not.
  ({
    metafile: { outputs },
  } = await build({ ...bundles(), supported: {}, metafile: true, write: false }));
});

test("what is loaded at activation is the extension's own code: the language client comes with the server, the highlighter with code", () => {
  const { inputs = {}, imports = [] } = outputs["dist/extension.js"] ?? {};
  const own = Object.keys(inputs).filter((name) => !name.startsWith("view:"));
  assert.ok(own.includes("src/extension.ts"));
  assert.deepEqual(own.filter((name) => !name.startsWith("src/")), []);
  const beside = imports.filter(({ path }) => path !== "vscode" && !path.startsWith("node:"));
  assert.deepEqual(beside.map(({ path, kind }) => [path, kind]).toSorted(), [["./highlighter.js", "require-call"], ["./languageClient.js", "dynamic-import"]]);
});

test("no module copies the editor's interface", () => {
  const { imports = [] } = outputs["dist/extension.js"] ?? {};
  assert.equal(imports.filter(({ path }) => path === "vscode").length, 1);
});

test("the notices name each package whose code is bundled, with its licence, and the grammar's", async () => {
  const { notices } = (await import(pathToFileURL(resolve("scripts/notices.mjs")).href)) as { notices: () => Promise<string> };
  const parts = (await notices()).split(`\n\n${"=".repeat(80)}\n\n`);
  for (const name of ["highlight.js", "vscode-languageclient", "vscode-jsonrpc", "Kotlin grammar"]) {
    const part = parts.find((one) => one.startsWith(name));
    assert.match(part ?? "", /copyright/i, name);
  }
  assert.match(parts.at(-1) ?? "", /fwcd/);
});

test("every bundle is packaged", () => {
  const packaged = readFileSync(".vscodeignore", "utf8").split("\n");
  for (const name of Object.keys(outputs)) assert.ok(packaged.includes(`!${name}`), `${name} stays out of the VSIX`);
});

test("every grammar and language configuration that is contributed is packaged, with the notices", () => {
  const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as { contributes: { languages: { configuration: string }[]; grammars: { path: string }[] } };
  const packaged = readFileSync(".vscodeignore", "utf8").split("\n");
  const files = [...contributes.languages.map(({ configuration }) => configuration), ...contributes.grammars.map(({ path }) => path)];
  assert.equal(files.length, 3);
  for (const name of [...files.map((file) => file.replace("./", "")), "THIRD-PARTY-NOTICES.txt"]) {
    assert.ok(packaged.includes(`!${name}`) || packaged.includes(`!${name.replace(/[^/]+$/, "**")}`), `${name} stays out of the VSIX`);
  }
});
