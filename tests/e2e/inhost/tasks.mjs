// The example app as people find their work: a build's mapping, a program that crashes or not, and a log of 20 MB.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LOG_BYTES = 20 * 1024 * 1024;

/** Add to the example app in `folder` what the suite of tasks works with. */
export function addTaskFiles(folder) {
  // Not where a build writes it: that one is found without being asked for.
  const mapping = join(folder, "archive", "1.4");
  mkdirSync(mapping, { recursive: true });
  copyFileSync(join(folder, "errors", "mapping.txt"), join(mapping, "mapping.txt"));
  writeFileSync(join(folder, "app.sh"), "if [ -e fixed ]; then echo done; else cat errors/03-coroutine.txt; exit 1; fi\n");
  const line = "11-18 09:41:07.120  9214  9214 I Larder: nothing to see in this line of the log, nor in the next one\n";
  const quiet = line.repeat(Math.ceil(LOG_BYTES / 2 / line.length));
  const crash = readFileSync(join(folder, "errors", "01-crash.txt"), "utf8");
  writeFileSync(join(folder, "device.log"), `${quiet}${crash}\n${quiet}`);
}
