import * as vscode from "vscode";
import { failuresIn } from "./junitXml";

const REPORTS = "**/{build/test-results,build/outputs/androidTest-results,target/surefire-reports,target/failsafe-reports}/**/*.xml";
const MOST_REPORTS = 2_000;
const MOST_BYTES = 8 * 1024 * 1024;
/** Of failures that are handed on at once; those that were written last come first. */
const MOST_CHARACTERS = 512 * 1024;
/** File systems round times; a report of the run before is older than this. */
const SLACK_MS = 2_000;
/** Commands of which Gradle or Maven write test reports. */
const BUILD = /(?:^|[\s/\\;&|(])(?:gradlew?|mvnw?|mvnd)(?:\.bat|\.cmd|\.exe)?(?=\s|$)/i;

/** Tell whether a command may have written test reports. */
export function isBuild(commandLine: string): boolean {
  return BUILD.test(commandLine);
}

const ROUND_ENDED = "Waiting for changes to input files";
const ROUND_BEGAN = "Change detected, executing build";

/** Tell whether a build that goes on and on waits for the next change, by the end of what it printed. */
export function isBetweenRounds(text: string): boolean {
  return text.lastIndexOf(ROUND_ENDED) > text.lastIndexOf(ROUND_BEGAN);
}

/**
 * Reads the test reports that a build has written: Gradle prints no traces by itself. What was read is not
 * given again: a task may be seen as one and as a command of its terminal.
 */
export class TestReportReader {
  /** When each report was written that was given. */
  private readonly given = new Map<string, number>();

  /** Give the failures that were written since a moment (milliseconds), as a text that the server reads; empty where there are none. */
  async failuresSince(since: number, folder: vscode.WorkspaceFolder | vscode.Uri | undefined): Promise<string> {
    const failures: string[] = [];
    for (const uri of await this.fresh(since - SLACK_MS, folder)) {
      const bytes = await unlessGone(vscode.workspace.fs.readFile(uri));
      if (bytes !== undefined) failures.push(...failuresIn(new TextDecoder().decode(bytes)));
    }
    return failures.join("\n").slice(0, MOST_CHARACTERS);
  }

  /** Find reports, newest first, as many as are read at once. */
  private async fresh(since: number, folder: vscode.WorkspaceFolder | vscode.Uri | undefined): Promise<vscode.Uri[]> {
    const pattern = folder === undefined ? REPORTS : new vscode.RelativePattern(folder, REPORTS);
    const found = await vscode.workspace.findFiles(pattern, null, MOST_REPORTS);
    const stats = await Promise.all(found.map(async (uri) => ({ uri, stat: await unlessGone(vscode.workspace.fs.stat(uri)) })));
    let bytes = 0;
    const fresh = stats
      .flatMap(({ uri, stat }) => (stat === undefined ? [] : [{ uri, ...stat }]))
      .filter(({ uri, mtime }) => mtime >= since && this.given.get(uri.toString()) !== mtime)
      .sort((a, b) => b.mtime - a.mtime)
      .filter(({ size }) => (bytes += size) <= MOST_BYTES);
    for (const { uri, mtime } of fresh) this.given.set(uri.toString(), mtime);
    return fresh.map(({ uri }) => uri);
  }
}

/** The next run of the build takes reports away while they are read; that must not cost the others. */
async function unlessGone<T>(asked: Thenable<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch {
    return undefined;
  }
}
