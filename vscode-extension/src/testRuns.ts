import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { dataOf, type Answer } from "./toolAnswer";
import type { RunTestsParams, RunTestsResult, TestResult, TestRunNews } from "./generated/contract";
import { attachConfiguration } from "./testDebugging";
import { combined, headOf, isInvocation, isResultOf, milliseconds } from "./testResults";
import { testCall } from "./testSelection";
import { lineRange, type TestNode, type TestTree } from "./testTree";
import { likelyFile } from "./workspaceFiles";

/** What runs need of the server. */
export interface TestRunner {
  readonly onDidRunTests: vscode.Event<TestRunNews>;
  runTests(params: RunTestsParams, run: string, token: vscode.CancellationToken): Promise<Answer<RunTestsResult>>;
}

/** Runs of the Test Explorer: by the build tool, with its results at the tests. */
export class TestRuns {
  /** The texts of failures, for their reports. */
  private readonly failures = new WeakMap<vscode.TestItem, string>();

  constructor(
    private readonly tree: TestTree,
    private readonly server: TestRunner,
    private readonly tell: (problem: unknown) => void,
  ) {
    const { controller } = tree;
    controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, (request, token) => this.run(request, token, false), true);
    controller.createRunProfile("Debug", vscode.TestRunProfileKind.Debug, (request, token) => this.run(request, token, true), true);
  }

  /** Give what a test said when it failed last. */
  failure(item: vscode.TestItem): string | undefined {
    return this.failures.get(item);
  }

  private needsDevice(item: vscode.TestItem): boolean {
    const node = this.tree.node(item);
    return node !== undefined && "found" in node && node.found.needsDevice;
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken, debug: boolean): Promise<void> {
    let configuration: vscode.DebugConfiguration | undefined;
    try {
      if (debug) configuration = attachConfiguration();
    } catch (problem) {
      this.tell(problem);
      return;
    }
    const chosen = this.tree.classesOf(request.include).concat(holders(request.include ?? [], this.tree));
    const classes = chosen.filter((item) => !this.needsDevice(item));
    if (request.include !== undefined) await Promise.all(classes.map((item) => this.tree.resolve(item)));
    const run = this.tree.controller.createTestRun(request);
    const following = new FollowedRun(run, this.tree, this.failures, request);
    for (const item of chosen) if (this.needsDevice(item)) run.errored(item, new vscode.TestMessage(NEEDS_DEVICE));
    if (chosen.length > 0 && classes.length === 0) {
      run.end();
      return;
    }
    for (const item of request.include ?? classes) run.enqueued(item);
    const id = randomUUID();
    const listening = this.server.onDidRunTests((news) => {
      if (news.run !== id) return;
      following.take(news.results);
      if (!news.waitsForDebugger || configuration === undefined) return;
      // Once: a JVM that a person has let go waits anew.
      void vscode.debug.startDebugging(undefined, configuration);
      configuration = undefined;
    });
    try {
      const nodes = request.include?.flatMap((item) => (this.needsDevice(item) ? [] : (this.tree.node(item) ?? [])));
      const names = classes.flatMap((item) => nameOf(this.tree.node(item)));
      const params = { ...testCall(nodes, names), rerun: false, ...(debug ? { debug } : {}) };
      const answer = await this.server.runTests(params, id, token);
      if (!token.isCancellationRequested) await following.end(dataOf(answer));
    } catch (problem) {
      if (!token.isCancellationRequested) {
        following.fail(problem);
        this.tell(problem);
      }
    } finally {
      listening.dispose();
      await following.settled();
      run.end();
    }
  }
}

const NEEDS_DEVICE = "This test runs on a device: run connectedAndroidTest in a terminal.";

/** One run: results by item, as they come. */
class FollowedRun {
  private readonly results = new Map<vscode.TestItem, Map<string, TestResult>>();
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly run: vscode.TestRun,
    private readonly tree: TestTree,
    private readonly failures: WeakMap<vscode.TestItem, string>,
    private readonly request: vscode.TestRunRequest,
  ) {}

  /** Put results at their tests, whose classes are read first where they were not. */
  take(results: readonly TestResult[]): void {
    this.work = this.work.then(async () => {
      for (const result of results) await this.put(result);
    });
  }

  settled(): Promise<void> {
    return this.work.catch(() => undefined);
  }

  /** Show the end of a run: what failed beside tests is told at what was to run. */
  async end(answer: RunTestsResult): Promise<void> {
    await this.settled();
    const { counts, run } = answer;
    this.print(`${run.command.join(" ")}\n${run.outcome} after ${String(run.seconds)} s: ${String(counts.passed)} passed, ${String(counts.failed)} failed, ${String(counts.skipped)} skipped\n`);
    if (answer.upToDate) this.print("Nothing had changed: these are the results of an earlier run.\n");
    if (typeof answer.output === "string") this.print(answer.output);
    if (run.outcome === "succeeded" || counts.failed > 0) return;
    const [first] = answer.errors;
    const why = first?.diagnostics[0]?.message ?? first?.whatWentWrong ?? "The build failed before the tests ran; see the output.";
    this.fail(new Error(why));
  }

  /** Show at all that was to run and did not why it did not. */
  fail(problem: unknown): void {
    const message = new vscode.TestMessage(problem instanceof Error ? problem.message : String(problem));
    for (const item of this.request.include ?? this.tree.classesOf(undefined)) if (!this.results.has(item)) this.run.errored(item, message);
  }

  private async put(result: TestResult): Promise<void> {
    let isNews = false;
    for (const item of this.tree.classItems(result.className)) {
      await this.tree.resolve(item);
      const found = testsBelow(item, this.tree).find(({ node }) => isResultOf(result, node.test));
      if (found === undefined) {
        if (result.method === "") isNews = this.show(item, result) || isNews;
        continue;
      }
      if (isInvocation(result, found.node.test)) this.show(this.tree.invocation(found.item, result.name), result);
      isNews = this.show(found.item, result) || isNews;
    }
    if (!isNews) return;
    const took = result.seconds === null ? "" : ` (${String(Math.round(result.seconds * 1_000))} ms)`;
    this.print(`${result.status.toUpperCase()} ${result.className}.${result.name}${took}\n`);
  }

  /** Show a result at an item; false where it was told before, as all are once more at the end of a run. */
  private show(item: vscode.TestItem, result: TestResult): boolean {
    const known = this.results.get(item) ?? new Map<string, TestResult>();
    if (known.get(result.name)?.status === result.status) return false;
    this.results.set(item, known.set(result.name, result));
    const all = [...known.values()];
    const status = combined(all);
    if (status === "skipped") this.run.skipped(item);
    else if (status === "passed") this.run.passed(item, milliseconds(all));
    else {
      const failed = all.filter((one) => one.status === "failed");
      this.failures.set(item, failed.map(({ text }) => text).join("\n\n"));
      // The editor adds messages to those that it has.
      this.run.failed(item, result.status === "failed" ? [messageOf(result, item, known.size > 1)] : [], milliseconds(all));
    }
    return true;
  }

  private print(text: string): void {
    this.run.appendOutput(text.replace(/\r?\n/g, "\r\n"));
  }
}

/** Give the message of a failure, with what was expected and what came where the assertion says so. */
function messageOf(result: TestResult, item: vscode.TestItem, isOneOfSeveral: boolean): vscode.TestMessage {
  const head = `${isOneOfSeveral ? `${result.name}: ` : ""}${headOf(result.text)}`;
  const message =
    result.expected !== null && result.actual !== null
      ? vscode.TestMessage.diff(head, result.expected, result.actual)
      : new vscode.TestMessage(result.text || head);
  message.contextValue = "kotlinRca.failure";
  const place = result.filePath === null ? undefined : likelyFile(result.filePath);
  if (place !== undefined && result.line !== null) message.location = new vscode.Location(place, lineRange(result.line, result.line));
  else if (item.uri !== undefined && item.range !== undefined) message.location = new vscode.Location(item.uri, item.range);
  return message;
}

function testsBelow(item: vscode.TestItem, tree: TestTree): { readonly item: vscode.TestItem; readonly node: Extract<TestNode, { kind: "test" }> }[] {
  const found: { item: vscode.TestItem; node: Extract<TestNode, { kind: "test" }> }[] = [];
  item.children.forEach((child) => {
    const node = tree.node(child);
    if (node?.kind !== "test") return;
    // The innermost first: a context has the name of what it holds in its own.
    found.push(...testsBelow(child, tree), { item: child, node });
  });
  return found;
}

/** Give the classes that hold chosen tests. */
function holders(items: readonly vscode.TestItem[], tree: TestTree): vscode.TestItem[] {
  return items.flatMap((item) => {
    if (tree.node(item)?.kind === "class") return [];
    let above = item.parent;
    while (above !== undefined && tree.node(above)?.kind !== "class") above = above.parent;
    return above ?? [];
  });
}

function nameOf(node: TestNode | undefined): string[] {
  return node?.kind === "class" ? [node.found.className] : [];
}
