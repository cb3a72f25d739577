// The example app as people find their work: mappings of two releases, a program that crashes or not, and a log of 20 MB.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LOG_BYTES = 20 * 1024 * 1024;

/** Add to the example app in `folder` what the suite of tasks works with. */
export function addTaskFiles(folder) {
  // Nothing tells which build this crash is of: with an id in both, its mapping is found without being asked for.
  const mapping = readFileSync(join(folder, "errors", "mapping.txt"), "utf8").replace(/^#.*\n/gm, "");
  for (const version of ["1.3", "1.4"]) {
    mkdirSync(join(folder, "archive", version), { recursive: true });
    writeFileSync(join(folder, "archive", version, "mapping.txt"), mapping);
  }
  const obfuscated = readFileSync(join(folder, "errors", "02-obfuscated.txt"), "utf8");
  writeFileSync(join(folder, "release.txt"), obfuscated.replace(/r8-map-id-\w+/g, "SourceFile"));
  writeFileSync(join(folder, "app.sh"), "if [ -e fixed ]; then echo done; else cat errors/03-coroutine.txt; exit 1; fi\n");
  const line = "11-18 09:41:07.120  9214  9214 I Larder: nothing to see in this line of the log, nor in the next one\n";
  const quiet = line.repeat(Math.ceil(LOG_BYTES / 2 / line.length));
  const crash = readFileSync(join(folder, "errors", "01-crash.txt"), "utf8");
  writeFileSync(join(folder, "device.log"), `${quiet}${crash}\n${quiet}`);
}
