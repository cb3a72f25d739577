import * as vscode from "vscode";
import type { TestReportReader } from "./testReportReader";
import type { OutputPusher, OutputSource } from "./outputPusher";

/**
 * Hands on what failed tasks leave behind. VS Code gives no extension the output of its tasks, but a
 * Gradle or Maven task whose tests fail writes them, with their traces, into report files.
 */
export function watchTaskTestReports(pusher: OutputPusher, reports: TestReportReader, report: (problem: unknown) => void): vscode.Disposable {
  const started = new Map<vscode.TaskExecution, number>();
  let count = 0;
  return vscode.Disposable.from(
    vscode.tasks.onDidStartTaskProcess(({ execution }) => started.set(execution, Date.now())),
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      const since = started.get(execution);
      started.delete(execution);
      if (since === undefined || exitCode === undefined) return;
      const { name, scope } = execution.task;
      const source: OutputSource = { run: `task ${++count}`, kind: "task", name };
      if (exitCode === 0) {
        // What an earlier run of it reported is resolved.
        pusher.end(source, exitCode);
        return;
      }
      reports.failuresSince(since, typeof scope === "object" ? scope : undefined).then((failures) => {
        if (failures === "") return;
        pusher.set(source, failures);
        pusher.end(source, exitCode);
      }).catch(report);
    }),
  );
}
