/** What the editor runs inside its extension host: the suite that the environment names. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import Mocha from "mocha";
import { say, shot } from "./pageDriver";

const TEST_MS = 300_000;
/** Of a wrong answer's words; a whole report is of no help. */
const TOLD_CHARACTERS = 2_000;

export async function run(): Promise<void> {
  let said = Promise.resolve();
  // Not by the console: the editor's own words would stand between.
  Mocha.reporters.Base.consoleLog = (...parts: unknown[]) => {
    said = said.then(() => say(format(...parts)));
  };
  const folder = process.env["SUITE"] ?? "";
  const grep = process.env["SUITE_GREP"];
  const mocha = new Mocha({ ui: "bdd", timeout: TEST_MS, color: false, reporter: "spec", failZero: true, ...(grep ? { grep } : {}) });
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".test.js")).sort()) mocha.addFile(join(folder, name));
  /** Keep what the page shows when a test fails, and cut its words. */
  const look = (test: Mocha.Test, problem: Error): void => {
    if (problem.message.length > TOLD_CHARACTERS) problem.message = `${problem.message.slice(0, TOLD_CHARACTERS)}…`;
    said = said.then(() => shot(`failure-${test.title.replace(/\W+/g, "-").slice(0, 60)}`));
  };
  const groups = new Set<string>();
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve).on("fail", (test: Mocha.Test, problem: Error) => {
      groups.add(test.titlePath()[0] ?? "");
      look(test, problem);
    });
  });
  await said;
  const failed = process.env["SUITE_FAILED"];
  if (failed !== undefined) writeFileSync(failed, JSON.stringify([...groups]));
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
