import { appendFile, chmod, cp, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OperationError, UserError } from "./toolAnswer";
import { run } from "./setup/process";

/** The task that the demo runs: it fails, by a recording. */
export const FAILING_TASK = ":feature:recipe:compileDebugKotlin";

/**
 * Lay the example app out in a folder, with its git history. One that is there already stays as it is.
 *
 * @param carried the folder of the extension that holds the history and what goes beside it
 * @throws UserError where the folder holds something else, or git is missing
 */
export async function layOut(carried: string, target: string): Promise<void> {
  const held = await readdir(target).catch((): string[] => []);
  if (held.includes("gradlew") && held.includes("errors")) return;
  if (held.length > 0) throw new UserError(`${target} already exists, and is not the demo.`, "Choose another folder.");
  await mkdir(dirname(target), { recursive: true });
  const clone = ["clone", "--quiet", "--origin", "bundle", "--config", "core.autocrlf=false", join(carried, "larder.bundle"), target];
  const { code, output } = await run({ command: "git", args: clone });
  if (code === 127) throw new OperationError("The demo needs git: suspect changes are found in the project's history.", "Install git, then try again.");
  if (code !== 0) throw new OperationError(`The demo could not be created: ${output.trim()}`);
  try {
    await run({ command: "git", args: ["-C", target, "remote", "remove", "bundle"] });
    await appendFile(join(target, ".git", "info", "exclude"), "\nerrors/\ngradlew\ngradlew.bat\n");
    await cp(join(carried, "added"), target, { recursive: true });
    // Packaging may have lost it.
    await chmod(join(target, "gradlew"), 0o755);
  } catch (problem) {
    await rm(target, { recursive: true, force: true });
    throw problem;
  }
}

/** The failing task as it is typed into a terminal. */
export function failingCommand(windows: boolean): string {
  return `${windows ? ".\\gradlew.bat" : "./gradlew"} ${FAILING_TASK}`;
}
