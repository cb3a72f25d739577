import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { TestReportReader } from "../src/testReportReader";
import type { OutputPusher, OutputSource } from "../src/outputPusher";
import { watchTaskTestReports } from "../src/taskTestReports";
import { files, levers } from "./fake_vscode";
import { settled } from "./waiting";

afterEach(() => {
  levers.gone.clear();
  for (const name of Object.keys(files)) Reflect.deleteProperty(files, name);
});

function report(path: string, name: string, age = 0): void {
  const text = `<testsuite><testcase classname="a.T" name="${name}"><failure type="java.lang.AssertionError">boom</failure></testcase></testsuite>`;
  files[path] = { mtime: Date.now() - age, size: text.length, text };
}

/** Let a task end, and give what was handed on of its reports. */
async function ended(exitCode: number): Promise<string[]> {
  const told: string[] = [];
  const pusher = { set: (source: OutputSource, text: string) => told.push(`${source.name}: ${text}`), end: (_: OutputSource, exitCode: number) => told.push(`end ${exitCode}`) };
  const problems: unknown[] = [];
  const watching = watchTaskTestReports(pusher as unknown as OutputPusher, new TestReportReader(), (problem) => problems.push(problem));
  const execution = { task: { name: "test", scope: 2 } };
  levers.taskStarted.fire({ execution });
  levers.taskEnded.fire({ execution, exitCode });
  await settled();
  watching.dispose();
  assert.deepEqual(problems, []);
  return told;
}

test("the reports that a failed task wrote are handed on, though others are gone meanwhile", async () => {
  report("/ws/app/build/test-results/t/TEST-new.xml", "fails");
  report("/ws/app/build/test-results/t/TEST-old.xml", "failed before", 60_000);
  levers.gone.add("/ws/app/build/test-results/t/TEST-gone.xml");
  const [text = "", end] = await ended(1);
  assert.match(text, /^test: a\.T > fails FAILED\n {4}boom/);
  assert.doesNotMatch(text, /before/);
  assert.equal(end, "end 1");
});

test("a task that succeeds hands on that it did, and no report", async () => {
  report("/ws/app/build/test-results/t/TEST-new.xml", "fails");
  assert.deepEqual(await ended(0), ["end 0"]);
});
