// The Python that has the project installed.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Gives the interpreter of the repository's environment, or the one that RCA_PYTHON names. */
export function python() {
  const venv = join(repository, ".venv");
  const candidates = [process.env.RCA_PYTHON, join(venv, "bin", "python"), join(venv, "Scripts", "python.exe")];
  const found = candidates.find((candidate) => candidate && existsSync(candidate));
  if (!found) throw new Error("no Python with the project installed: run `make setup`, or set RCA_PYTHON");
  return found;
}
