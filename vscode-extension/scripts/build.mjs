// Bundles the extension into dist/, with the Kotlin grammar; `--watch` keeps doing so.
import { mkdirSync, writeFileSync } from "node:fs";
import { context } from "esbuild";
import { bundles } from "./bundles.mjs";
import { kotlinGrammar } from "./kotlin-grammar.mjs";

mkdirSync("dist/syntaxes", { recursive: true });
writeFileSync("dist/syntaxes/kotlin.tmLanguage.json", kotlinGrammar());

const development = process.argv.includes("--watch");
const bundling = await context(bundles({ development }));
if (development) {
  await bundling.watch();
} else {
  await bundling.rebuild();
  await bundling.dispose();
}
