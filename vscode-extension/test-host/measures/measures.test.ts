/** What is measured with the extension and without it; each number is a row of the run's table. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { file, folder, pause, shell, until } from "../editor";

const KEYS = 200;
const FEWEST_KEYS = 60;
const KEYS_BETWEEN_LOOKS = 20;
const PROBLEMS = 5_000;
const EDITED = "module0/src/main/kotlin/org/sample/p0/Thing1.kt";

describe("what the extension costs", () => {
  const results: Record<string, number> = {};
  let context: Context | undefined;

  before(async () => {
    context = await vscode.extensions.getExtension<Context>("kotlin-rca.kotlin-rca")?.activate();
    assert.equal(context !== undefined, process.env["KIND"] === "with");
  });

  after(() => {
    writeFileSync(process.env["RESULTS"] ?? "", JSON.stringify(results));
  });

  it("at activation", async () => {
    if (context === undefined) return;
    await vscode.commands.executeCommand("perfview.show");
    // The editor's own measure: extension, whether eager, milliseconds of loading, of the call, of what it awaited.
    const [, load, call] = await until("the editor's measure", () => {
      const text = vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === "perf")?.document.getText() ?? "";
      return /kotlin-rca\.kotlin-rca\s*\|\s*\w+\s*\|\s*(\d+)\s*\|\s*(\d+)/.exec(text);
    });
    // Of what starts in one moment each one's figure has the loading of those before it; the editor's marks stand
    // right before and after this one's own code.
    results["activation: loading by the marks, ms"] = mark("didLoadExtensionCode") - mark("willLoadExtensionCode");
    results["activation: loading the code, ms"] = Number(load);
    results["activation: the call, ms"] = Number(call);
    results["activation, ms"] = Number(load) + Number(call);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  });

  it("while typing, with the server indexing", async () => {
    await context?.server.settled();
    const times = await typed(async () => context === undefined || (await indexState(context)) === "indexing");
    assert.ok(times.length >= FEWEST_KEYS, `the server indexed while ${times.length} keys were pressed`);
    tell(times, "while indexing");
  }).timeout(300_000);

  it("while typing, with the server at what comes after indexing", async () => {
    const ours = context;
    if (ours !== undefined) await until("linking", () => isLinking(ours), 240_000);
    const times = await typed(async () => ours === undefined || (await isLinking(ours)));
    assert.ok(times.length >= FEWEST_KEYS, `the server linked while ${times.length} keys were pressed`);
    tell(times, "while linking");
  }).timeout(300_000);

  function tell(times: readonly number[], when: string): void {
    results[`key to applied change ${when}, p50, ms`] = quantile(times, 0.5);
    results[`key to applied change ${when}, p95, ms`] = quantile(times, 0.95);
  }

  it("with thousands of problems at once", async () => {
    const compiler = vscode.languages.createDiagnosticCollection("a compiler");
    const found = Array.from({ length: PROBLEMS }, (_, number) => new vscode.Diagnostic(new vscode.Range(number, 0, number, 5), `Unresolved reference 'thing${number}'.`));
    const gap = await longestGap(async () => {
      compiler.set(file(EDITED), found);
      await pause(6_000);
    });
    results["5,000 problems at once: longest gap, ms"] = gap;
    compiler.dispose();
    await pause(3_000);
  });

  it("with a long log in the terminal", async () => {
    // What the server does once in its life, at its first start, would be measured as well.
    const { server } = context ?? {};
    if (server !== undefined) await until("the records' embeddings", () => isEmbedded(server), 600_000);
    const terminal = await shell();
    const started = performance.now();
    const gap = await longestGap(async () => {
      const ended = new Promise<void>((resolve) => {
        const listening = vscode.window.onDidEndTerminalShellExecution(() => {
          listening.dispose();
          resolve();
        });
      });
      terminal.sendText(`cat ${folder().uri.fsPath}/long.log`);
      await ended;
    });
    results["50 MB in a terminal: longest gap, ms"] = gap;
    results["50 MB in a terminal: seconds"] = round((performance.now() - started) / 1000);
  }).timeout(1_200_000);
});

async function isEmbedded(server: Context["server"]): Promise<boolean> {
  const { knowledge } = (await server.status()) as { knowledge: { records: number; embedded: number } };
  return knowledge.records > 0 && knowledge.embedded === knowledge.records;
}

/** Give when the editor's host came to a point of this extension's start, in milliseconds. */
function mark(point: string): number {
  const { getMarks } = (globalThis as unknown as { MonacoPerformanceMarks: { getMarks: () => { name: string; startTime: number }[] } }).MonacoPerformanceMarks;
  const found = getMarks().find(({ name }) => name === `code/extHost/${point}/kotlin-rca.kotlin-rca`);
  assert.ok(found, point);
  return found.startTime;
}

async function isLinking({ server }: Context): Promise<boolean> {
  const { links } = (await server.status()) as { links: { linked: number; files: number } | null };
  return links !== null && links.linked < links.files;
}

async function indexState({ server }: Context): Promise<string> {
  return ((await server.status()) as { index: { state: string } }).index.state;
}

/** Type into a Kotlin file as long as a condition holds; give how long each key took until its change was seen here, in milliseconds. */
async function typed(holds: () => Promise<boolean>): Promise<number[]> {
  const { document } = await vscode.window.showTextDocument(file(EDITED), { selection: new vscode.Range(5, 0, 5, 0) });
  const times: number[] = [];
  for (let number = 0; number < KEYS; number += 1) {
    if (number % KEYS_BETWEEN_LOOKS === 0 && !(await holds())) break;
    const changed = new Promise<number>((resolve) => {
      const listening = vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document !== document) return;
        listening.dispose();
        resolve(performance.now());
      });
    });
    const pressed = performance.now();
    void vscode.commands.executeCommand("type", { text: "abcdefgh "[number % 9] });
    times.push((await changed) - pressed);
    await pause(40);
  }
  await vscode.commands.executeCommand("workbench.action.files.revert");
  return times;
}

/** Give the longest time in which this host ran nothing but one task, in milliseconds. */
async function longestGap(act: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await act();
  delay.disable();
  return round(delay.max / 1e6);
}

function quantile(values: readonly number[], part: number): number {
  return round([...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
