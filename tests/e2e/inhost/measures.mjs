// What the extension costs the editor on a project of 20,000 files, beside the same without it: once with the same work
// going on beside, and once alone.
//   tests/e2e/inhost.sh --measure
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInHost } from "./host.mjs";

const FILES = 20_000;
const LOG_BYTES = 50 * 1024 * 1024;
const KINDS = ["with", "without", "alone"];
/** What must hold, in milliseconds: typing is compared with what it takes alone. */
const BARS = { activation: 100, typing: 20 };

/** Measure, print, and give how many bars were missed. */
export async function measure(options) {
  const found = {};
  for (const kind of KINDS) {
    const results = join(options.shots, `measures-${kind}.json`);
    let indexing;
    const failed = await runInHost({
      ...options,
      suite: "measures",
      prepare: (place) => {
        const opened = prepare(place);
        // Without the extension nobody indexes: the same work runs beside, as a program that knows of no keys.
        if (kind === "without") indexing = indexBeside(options.repository, opened.folder, place.root);
        return opened;
      },
      environment: { RESULTS: results, KIND: kind, ...(kind === "with" ? {} : { EXTENSION: bare() }) },
    });
    indexing?.kill();
    if (failed.length > 0) return failed.length;
    found[kind] = JSON.parse(readFileSync(results, "utf8"));
  }
  const { with: ours, alone } = found;
  for (const name of Object.keys(ours)) console.log(name.padEnd(44), ...KINDS.map((kind) => cell(found[kind][name])));
  console.log("".padEnd(44), ...KINDS.map(cell));
  const missed = [
    ours["activation, ms"] > BARS.activation && `activation takes ${ours["activation, ms"]} ms`,
    ...["indexing", "linking"].map((what) => {
      const name = `key to applied change while ${what}, p95, ms`;
      return ours[name] - alone[name] > BARS.typing && `typing is delayed while the server is ${what}`;
    }),
  ].filter((miss) => miss !== false);
  for (const miss of missed) console.error(`MISSED: ${miss}`);
  return missed.length;
}

function cell(value) {
  return (value === undefined ? "" : String(value)).padStart(9);
}

function bare() {
  return join(dirname(fileURLToPath(import.meta.url)), "bare");
}

function indexBeside(repository, folder, root) {
  return spawn(join(repository, ".venv", "bin", "rca"), ["index", "--workspace", folder], {
    env: { ...process.env, RCA_DATA_DIR: join(root, "beside") },
    stdio: "ignore",
  });
}

/** Make a project that is as large as the largest ones that are opened, and a log that is as long. */
function prepare({ root }) {
  const folder = join(root, "large");
  for (let number = 0; number < FILES; number += 1) {
    const group = Math.floor(number / 100);
    const place = join(folder, `module${group % 40}`, "src", "main", "kotlin", "org", "sample", `p${group}`);
    if (number % 100 === 0) mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `Thing${number}.kt`), source(number, group));
  }
  writeFileSync(join(folder, "settings.gradle.kts"), 'rootProject.name = "large"\n');
  const lines = Array.from({ length: 1000 }, (_, number) => `11-18 09:41:07.${String(number).padStart(3, "0")}  9214  9214 I Sample: frame ${number} drawn in ${number % 17} ms, nothing to see\n`).join("");
  writeFileSync(join(folder, "long.log"), lines.repeat(Math.ceil(LOG_BYTES / lines.length)).slice(0, LOG_BYTES));
  return { folder };
}

function source(number, group) {
  const other = Math.max(0, number - 1);
  const methods = Array.from(
    { length: 6 },
    (_, index) => `    fun step${index}(input: List<String>): Int {\n        val kept = input.filter { it.length > ${index} }\n        return kept.size + count.coerceAtLeast(${index}) + helper${group}(kept)\n    }\n`,
  );
  const helper = number % 100 === 0 ? `\nfun helper${group}(input: List<String>): Int = input.sumOf { it.length }\n` : "";
  return `package org.sample.p${group}\n\n/** Thing ${number}. */\nclass Thing${number}(private val count: Int) {\n${methods.join("\n")}\n    fun next() = Thing${other}(count + 1)\n}\n${helper}`;
}
