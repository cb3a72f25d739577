// Writes src/generated/contract.ts and package.json's languageModelTools from the pydantic models. With
// --check it writes nothing and fails where they are stale, or where package.json offers other settings
// than the contract.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import { python } from "./python.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const extension = join(here, "..");
const target = join(extension, "src", "generated", "contract.ts");

/** Lists every setting of the contract as [dotted name, schema]. */
function* settingsOf(definitions, model = "Settings", prefix = "rca") {
  for (const [name, field] of Object.entries(definitions[model].properties)) {
    if (field.$ref) yield* settingsOf(definitions, field.$ref.split("/").at(-1), `${prefix}.${name}`);
    else yield [`${prefix}.${name}`, field];
  }
}

/** Names what package.json and the contract's settings disagree on; settings of the extension alone pass. */
function settingsProblems(definitions) {
  const manifest = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
  const offered = manifest.contributes.configuration.properties;
  return [...settingsOf(definitions)].flatMap(([name, field]) => {
    const setting = offered[name];
    if (!setting) return [`package.json lacks the setting ${name}`];
    return ["default", "enum"]
      // The settings page edits a text that may be empty, and none that may be null.
      .filter((key) => !(key === "default" && field[key] === null && setting[key] === ""))
      .filter((key) => JSON.stringify(setting[key]) !== JSON.stringify(field[key]))
      .map((key) => `${name}: package.json's ${key} is ${JSON.stringify(setting[key])}, the contract's ${JSON.stringify(field[key])}`);
  });
}

const manifestFile = join(extension, "package.json");

/** Gives package.json with the tools that the contract offers to language models. */
function manifestWith(tools) {
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
  manifest.contributes.languageModelTools = tools;
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

const text = execFileSync(python(), [join(here, "contract_schema.py")], { encoding: "utf8" });
// A default beside a reference would make the library copy the type that is referred to.
const schema = JSON.parse(text, (_key, value) => (value?.$ref ? { $ref: value.$ref } : value));
const definitions = structuredClone(schema.$defs);
const { languageModelTools } = JSON.parse(text);
delete schema.languageModelTools;
const fresh = await compile(schema, "Tools", {
  bannerComment: "/* Generated from models/ by `npm run contract`; do not edit. */",
  ignoreMinAndMaxItems: true,
  style: { printWidth: 110 },
  unreachableDefinitions: true,
});
if (process.argv.includes("--check")) {
  const problems = settingsProblems(definitions);
  if (!existsSync(target) || readFileSync(target, "utf8") !== fresh)
    problems.push("src/generated/contract.ts is stale: run `npm run contract`");
  if (readFileSync(manifestFile, "utf8") !== manifestWith(languageModelTools))
    problems.push("package.json's languageModelTools are stale: run `npm run contract`");
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  writeFileSync(target, fresh);
  writeFileSync(manifestFile, manifestWith(languageModelTools));
}
