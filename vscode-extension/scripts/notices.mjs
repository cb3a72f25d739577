// Makes the notices of the packages whose code the extension carries: those that esbuild bundled, and the grammar's.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { bundles } from "./bundles.mjs";

const LICENSE = /^licen[cs]e|^copying|^notice/i;

/** Return the licence of the grammar of one language out of what tm-grammars says of all. */
function grammarNotice(name) {
  const parts = readFileSync("node_modules/tm-grammars/NOTICE", "utf8").split(/^=+$/m);
  const part = parts.find((one) => new RegExp(`^Files:.*\\b${name}\\.json`, "m").test(one));
  if (part === undefined) throw new Error(`tm-grammars names no licence of ${name}`);
  return part.trim();
}

function packageNotice(name) {
  const folder = join("node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((one) => LICENSE.test(one));
  return `${name} ${version} (${license})\n\n${file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim()}`;
}

/** Return the text of THIRD-PARTY-NOTICES.txt. */
export async function notices() {
  const { metafile } = await build({ ...bundles(), metafile: true, write: false });
  const names = new Set(Object.keys(metafile.inputs).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  const packages = [...names].filter((name) => existsSync(join("node_modules", name, "package.json"))).sort().map(packageNotice);
  return [...packages, `Kotlin grammar, from tm-grammars, with corrections (scripts/kotlin-grammar.mjs)\n\n${grammarNotice("kotlin")}`]
    .join(`\n\n${"=".repeat(80)}\n\n`)
    .concat("\n");
}
