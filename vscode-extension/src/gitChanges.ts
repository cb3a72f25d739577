import * as vscode from "vscode";

/** The part of the Git extension's interface (version 1) that is used here. */
interface Git {
  /** Throws where git is switched off, or not installed. */
  getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null; readonly repositories: readonly Repository[] };
}

interface Change {
  readonly uri: vscode.Uri;
  readonly status?: number;
}

interface Repository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD?: { readonly commit?: string };
    readonly workingTreeChanges?: readonly Change[];
    /** Where a setting keeps files that are not tracked apart from the others. */
    readonly untrackedChanges?: readonly Change[];
  };
  diffWith(ref: string): Promise<readonly Change[]>;
  diffWith(ref: string, path: string): Promise<string>;
}

/** Where a project was at a moment, so that what was changed after it can be told. */
export interface Baseline {
  /** In milliseconds. */
  readonly time: number;
  /** By a repository's folder, the commit that was checked out. */
  readonly commits: ReadonlyMap<string, string>;
}

const UNTRACKED = 7;
const MAX_FILES = 20;
/** A new file that is longer is data. */
const MAX_NEW_BYTES = 64 * 1024;
/** File systems round times. */
const SLACK_MS = 2_000;

/** Take note of where the workspace's repositories are; of none without git. */
export async function currentBaseline(): Promise<Baseline> {
  const commits = new Map<string, string>();
  for (const { rootUri, state } of await repositories(undefined)) {
    if (state.HEAD?.commit !== undefined) commits.set(rootUri.toString(), state.HEAD.commit);
  }
  return { time: Date.now(), commits };
}

/**
 * Give what changed since a moment in all repositories, that of a file first: commits, edits that are not
 * committed, and files that are new. Empty where git can not tell.
 */
export async function diffSince({ time, commits }: Baseline, file: vscode.Uri | undefined): Promise<string> {
  const diffs: string[] = [];
  for (const repository of await repositories(file)) {
    const ref = commits.get(repository.rootUri.toString()) ?? repository.state.HEAD?.commit;
    if (ref !== undefined) diffs.push(...(await changed(repository, ref, file, MAX_FILES - diffs.length)));
    diffs.push(...(await added(repository, time, MAX_FILES - diffs.length)));
  }
  return diffs.join("\n");
}

async function changed(repository: Repository, ref: string, file: vscode.Uri | undefined, most: number): Promise<string[]> {
  try {
    const files = (await repository.diffWith(ref)).map(({ uri }) => uri.fsPath);
    const first = files.filter((path) => path === file?.fsPath);
    const chosen = [...first, ...files.filter((path) => path !== file?.fsPath)].slice(0, most);
    return await Promise.all(chosen.map((path) => repository.diffWith(ref, path)));
  } catch {
    return []; // the commit is gone, as after a rebase: the person tells what changed
  }
}

/** Write files that git does not track yet as it would, those that were written since a moment. */
async function added({ rootUri, state }: Repository, since: number, most: number): Promise<string[]> {
  const untracked = [...(state.workingTreeChanges ?? []), ...(state.untrackedChanges ?? [])].filter(({ status }) => status === UNTRACKED);
  const diffs: string[] = [];
  for (const { uri } of untracked) {
    if (diffs.length === most) break;
    const text = await newText(uri, since);
    if (text === undefined) continue;
    const path = uri.path.startsWith(`${rootUri.path}/`) ? uri.path.slice(rootUri.path.length + 1) : uri.path;
    const lines = text.replace(/\n$/, "").split("\n");
    diffs.push([`diff --git a/${path} b/${path}`, "new file", "--- /dev/null", `+++ b/${path}`, `@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`)].join("\n"));
  }
  return diffs;
}

async function newText(uri: vscode.Uri, since: number): Promise<string | undefined> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(uri);
    if (mtime < since - SLACK_MS || size > MAX_NEW_BYTES) return undefined;
    return new TextDecoder("utf-8", { fatal: true }).decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined; // it is gone, a folder, or no text
  }
}

/** Give all repositories, that of a file first; none where git is switched off or not there. */
async function repositories(file: vscode.Uri | undefined): Promise<readonly Repository[]> {
  try {
    const extension = vscode.extensions.getExtension<Git>("vscode.git");
    if (extension === undefined) return [];
    const api = (await extension.activate()).getAPI(1);
    const own = file && api.getRepository(file);
    return own ? [own, ...api.repositories.filter(({ rootUri }) => rootUri.toString() !== own.rootUri.toString())] : api.repositories;
  } catch {
    return [];
  }
}
