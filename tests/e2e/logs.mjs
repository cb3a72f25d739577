// What a run of the editor leaves on the machine: files of the extension, its log, its server's process.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Give what lies in the extension's storage. */
export function storageOf(root) {
  const storage = join(root, "data", "User", "globalStorage", "kotlin-rca.kotlin-rca");
  return existsSync(storage) ? readdirSync(storage) : [];
}

/** Find the language server that this editor started: the process that has this run's data folder in its environment. */
export function serverOf(root) {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      if (command.includes("serve") && environment.includes(`RCA_DATA_DIR=${join(root, "rca")}`)) return Number(pid);
    } catch {
      // The process ended while it was looked at.
    }
  }
  return undefined;
}

/** Give the log of the extension in each window; empty where it wrote none. */
export function logOf(root) {
  const logs = readdirSync(root, { recursive: true }).filter((name) => name.endsWith("Kotlin RCA.log"));
  return logs.map((name) => `== ${name}\n${readFileSync(join(root, name), "utf8")}`).join("\n");
}
