// Outputs for the suite that counts which errors of terminals are in the list: from one line to 50 MB, the error at the
// start, in the middle or at the end.
//   tests/e2e/inhost.sh captures
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MB = 1024 * 1024;
/** How many outputs of each size a shell prints; of the large ones few, as each takes a terminal a while. */
const SIZES = [
  ["1 line", 0, 10],
  ["10 lines", 1, 14],
  ["10 kB", 10 * 1024, 6],
  ["200 kB", 200 * 1024, 6],
  ["1 MB", MB, 4],
  ["10 MB", 10 * MB, 2],
  ["50 MB", 50 * MB, 1],
  ["typed ahead", 1, 12],
];
const PLAIN_SIZES = [
  ["1 line", 0, 10],
  ["10 lines", 1, 14],
  ["10 kB", 10 * 1024, 6],
  ["1 MB", MB, 4],
  ["50 MB", 50 * MB, 1],
];
const PLACES = ["start", "middle", "end"];

/** Make the outputs in a workspace, and give what the suite has to know of them. */
export function captures({ root }) {
  const folder = join(root, "captures");
  mkdirSync(join(folder, "out"), { recursive: true });
  writeFileSync(join(folder, "settings.gradle.kts"), 'rootProject.name = "captures"\n');
  let number = 0;
  const outputs = {};
  for (const shell of ["bash", "zsh", "fish", "plain"]) {
    outputs[shell] = (shell === "plain" ? PLAIN_SIZES : SIZES).flatMap(([size, bytes, count]) =>
      Array.from({ length: count }, (_, index) => {
        const name = letters(number++);
        // A terminal without shell integration holds its last 1,000 lines alone.
        const crash = shell === "plain" && bytes > 10 * 1024 ? "end" : PLACES[index % PLACES.length];
        const path = join(folder, "out", `${name}.txt`);
        writeFileSync(path, text(name, bytes, crash));
        return { name: `Broken${name}Exception`, path, size, crash };
      }),
    );
  }
  return { folder, environment: { OUTPUTS: JSON.stringify(outputs) } };
}

function text(name, bytes, crash) {
  const header = `Exception in thread "main" com.example.Broken${name}Exception: cannot go on\n`;
  if (bytes === 0) return header;
  const trace = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => `\tat com.example.Step${name}.go(Step${name}.kt:${line})\n`).join("");
  const before = { start: 0, middle: bytes / 2, end: bytes }[crash];
  return bytes === 1 ? header + trace : filler(before) + header + trace + filler(bytes - before);
}

function filler(bytes) {
  if (bytes === 0) return "";
  const lines = Array.from({ length: 100 }, (_, line) => `11-18 09:41:07.${String(line).padStart(3, "0")}  9214  9214 I Sample: frame ${line} drawn in ${line % 17} ms, nothing to see\n`).join("");
  const whole = lines.repeat(Math.ceil(bytes / lines.length)).slice(0, bytes);
  return whole.slice(0, whole.lastIndexOf("\n") + 1);
}

/** Name outputs by letters: numbers do not tell errors apart. */
function letters(number) {
  return [26 * 26, 26, 1].map((weight) => String.fromCharCode(97 + (Math.floor(number / weight) % 26))).join("");
}
