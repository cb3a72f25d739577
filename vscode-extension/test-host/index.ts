/** What the editor runs inside its extension host: the suite that the environment names. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import Mocha from "mocha";
import { say } from "./hands";

const TEST_MS = 300_000;

export async function run(): Promise<void> {
  let said = Promise.resolve();
  // Not by the console: the editor's own words would stand between.
  Mocha.reporters.Base.consoleLog = (...parts: unknown[]) => {
    said = said.then(() => say(format(...parts)));
  };
  const folder = process.env["SUITE"] ?? "";
  const grep = process.env["SUITE_GREP"];
  const retries = Number(process.env["SUITE_RETRIES"] ?? 0);
  const mocha = new Mocha({ ui: "bdd", timeout: TEST_MS, color: false, reporter: "spec", retries, ...(grep ? { grep } : {}) });
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".test.js")).sort()) mocha.addFile(join(folder, name));
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve).on("retry", (test: Mocha.Test, problem: Error) => {
      Mocha.reporters.Base.consoleLog(`    RETRIED, as it failed: ${test.title}\n${problem.stack ?? problem.message}`);
    });
  });
  await said;
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
