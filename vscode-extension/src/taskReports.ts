import * as vscode from "vscode";
import type { OutputPusher, OutputSource } from "./outputPusher";
import { failuresIn } from "./testReport";

const REPORTS = "**/{build/test-results,build/outputs/androidTest-results,target/surefire-reports,target/failsafe-reports}/**/*.xml";
const MOST_REPORTS = 2_000;
const MOST_BYTES = 8 * 1024 * 1024;
/** File systems round times; a report of the run before is older than this. */
const SLACK_MS = 2_000;

/**
 * Hands on what failed tasks leave behind. VS Code gives no extension the output of its tasks, but a
 * Gradle or Maven task whose tests fail writes them, with their traces, into report files.
 */
export function taskReports(pusher: OutputPusher, report: (problem: unknown) => void): vscode.Disposable {
  const started = new Map<vscode.TaskExecution, number>();
  let count = 0;
  return vscode.Disposable.from(
    vscode.tasks.onDidStartTaskProcess(({ execution }) => started.set(execution, Date.now())),
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      const since = started.get(execution);
      started.delete(execution);
      if (since === undefined || exitCode === undefined || exitCode === 0) return;
      const source: OutputSource = { run: `task ${++count}`, kind: "task", name: execution.task.name };
      handOn(pusher, source, execution.task, since - SLACK_MS).catch(report);
    }),
  );
}

async function handOn(pusher: OutputPusher, source: OutputSource, task: vscode.Task, since: number): Promise<void> {
  const failures: string[] = [];
  for (const uri of await freshReports(task, since)) {
    const bytes = await unlessGone(vscode.workspace.fs.readFile(uri));
    if (bytes !== undefined) failures.push(...failuresIn(new TextDecoder().decode(bytes)));
  }
  if (failures.length === 0) return;
  pusher.set(source, failures.join("\n"));
  pusher.end(source);
}

/** Give the reports that the task wrote, newest first, as many as are read at once. */
async function freshReports(task: vscode.Task, since: number): Promise<vscode.Uri[]> {
  const folder = typeof task.scope === "object" ? task.scope : undefined;
  const pattern = folder === undefined ? REPORTS : new vscode.RelativePattern(folder, REPORTS);
  const found = await vscode.workspace.findFiles(pattern, null, MOST_REPORTS);
  const stats = await Promise.all(found.map(async (uri) => ({ uri, stat: await unlessGone(vscode.workspace.fs.stat(uri)) })));
  let bytes = 0;
  return stats
    .flatMap(({ uri, stat }) => (stat === undefined ? [] : [{ uri, ...stat }]))
    .filter(({ mtime }) => mtime >= since)
    .sort((a, b) => b.mtime - a.mtime)
    .filter(({ size }) => (bytes += size) <= MOST_BYTES)
    .map(({ uri }) => uri);
}

/** The next run of the build takes reports away while they are read; that must not cost the others. */
async function unlessGone<T>(asked: Thenable<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch {
    return undefined;
  }
}
