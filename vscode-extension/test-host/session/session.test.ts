/**
 * A session of crashes, builds, edits, reloads and kills: after each step the list, the Problems view, the lenses, the texts
 * at the ends of lines and the status item are compared with what they should be. A reload ends this host; the next one
 * goes on with the step after it.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { PROBLEM_SOURCE } from "../../src/errorMarks";
import { shortTitle } from "../../src/errorRow";
import { file, pause, running, scratch, show, until } from "../editor";
import { inPage, reloadPage } from "../pageDriver";

/** What is shown of errors. A mark whose line was edited since ends with `~`. */
interface Shown {
  readonly list: readonly string[];
  readonly problems: readonly string[];
  readonly marks: readonly string[];
}

interface Step {
  readonly name: string;
  readonly act: () => Thenable<unknown>;
  readonly then: Shown;
}

const FILES = ["Basket", "Order", "Label"];
/** Where the next host goes on. */
const PROGRESS = scratch("session-step");
const SHOWN_MS = 30_000;
/** What is wrong for a moment would be taken for right: the server reads an output 0.6 s after its last line. */
const SETTLE_MS = 1_000;
const NOTHING: Shown = { list: [], problems: [], marks: [] };
const MISSING = "Basket.kt:5: Unresolved reference 'missingPrice'.";
const ORDER = "IllegalStateException: Order has no lines";
const LABEL = "IllegalArgumentException: a label without text";

let context: Context;
let terminal: vscode.Terminal;

function shows(list: readonly string[], problems: readonly string[], marks: readonly string[]): Shown {
  return { list, problems, marks };
}

const broken: Shown = shows([`${MISSING} ×1 new`], ["Basket.kt:5"], ["Basket.kt:5"]);
const back: Shown = { ...broken, list: [`${MISSING} ×2 regressed`] };
const crashed = (times: number, state: string): Shown => shows([`${ORDER} ×${times} ${state}`], [], ["Order.kt:5"]);
const both = (label: string): Shown => shows([`${LABEL} ${label}`, `${ORDER} ×2 seen`], [], ["Label.kt:5", "Order.kt:5"]);

const STEPS: readonly Step[] = [
  { name: "a green build lists nothing", act: () => runs("./gradlew build"), then: NOTHING },
  { name: "a compile error", act: async () => { await writes("Basket", "missingPrice"); await runs("./gradlew build"); }, then: broken },
  { name: "its line edited", act: () => writes("Basket", "2", false), then: { ...broken, problems: ["Basket.kt:5~"], marks: ["Basket.kt:5~"] } },
  { name: "the edit undone", act: () => vscode.commands.executeCommand("undo"), then: broken },
  { name: "the fix, saved and not built", act: () => writes("Basket", "3"), then: { ...broken, problems: ["Basket.kt:5~"], marks: ["Basket.kt:5~"] } },
  { name: "the fix compiles", act: () => runs("./gradlew build"), then: NOTHING },
  { name: "the same error again", act: async () => { await writes("Basket", "missingPrice"); await runs("./gradlew build"); }, then: back },
  { name: "the window reloaded", act: reload, then: back },
  { name: "the server killed", act: kill, then: back },
  { name: "fixed, and built by another task", act: async () => { await writes("Basket", "4"); await runs("./gradlew assemble"); }, then: NOTHING },
  { name: "a crash of a run is one row", act: async () => { await writes("Order", 'broken("order")'); await runs("./gradlew run -Pmain=Order"); }, then: crashed(1, "new") },
  { name: "the same crash again", act: () => runs("./gradlew run -Pmain=Order"), then: crashed(2, "new") },
  { name: "its report opened", act: () => opens(ORDER), then: crashed(2, "seen") },
  { name: "another run is green", act: () => runs("./gradlew run -Pmain=Basket"), then: crashed(2, "seen") },
  { name: "a crash in a log, by a quick command that ends well", act: () => runs("cat crash.log"), then: both("×1 new") },
  { name: "the server killed with two errors", act: kill, then: both("×1 new") },
  { name: "the log read again", act: () => runs("cat crash.log"), then: both("×2 new") },
  { name: "one marked as resolved", act: () => does("resolveError", LABEL), then: crashed(2, "seen") },
  { name: "it comes back", act: () => runs("cat crash.log"), then: both("×3 regressed") },
  { name: "the window reloaded with two errors", act: reload, then: both("×3 regressed") },
  { name: "one dismissed", act: () => does("dismissError", LABEL), then: crashed(2, "seen") },
  { name: "the window reloaded after that", act: reload, then: crashed(2, "seen") },
  { name: "the crash fixed", act: async () => { await writes("Order", "5"); await runs("./gradlew run -Pmain=Order"); }, then: NOTHING },
  {
    name: "two files that do not compile",
    act: async () => { await writes("Basket", "missingPrice"); await writes("Label", "missingText"); await runs("./gradlew build"); },
    then: shows([`${MISSING} ×3 regressed`], ["Basket.kt:5", "Label.kt:5"], ["Basket.kt:5"]),
  },
  {
    name: "one of them fixed",
    act: async () => { await writes("Basket", "6"); await runs("./gradlew build"); },
    then: shows(["Label.kt:5: Unresolved reference 'missingText'. ×1 new"], ["Label.kt:5"], ["Label.kt:5"]),
  },
  { name: "the other one fixed on the disk", act: async () => { await vscode.workspace.fs.writeFile(source("Label"), new TextEncoder().encode(textWith("Label", "7"))); await runs("./gradlew build"); }, then: NOTHING },
  { name: "a crash in a terminal that is not shown", act: inBackground, then: shows([`${LABEL} ×1 new`], [], ["Label.kt:5"]) },
  { name: "the server restarted by its command", act: () => vscode.commands.executeCommand("kotlinRca.restartServer"), then: shows([`${LABEL} ×1 new`], [], ["Label.kt:5"]) },
  { name: "all dismissed", act: () => vscode.commands.executeCommand("kotlinRca.dismissAllErrors"), then: NOTHING },
  { name: "the window reloaded with an empty list", act: reload, then: NOTHING },
];

describe("a session", function () {
  this.bail(true);
  /** The reload that this host comes after. */
  const done = existsSync(PROGRESS) ? Number(readFileSync(PROGRESS, "utf8")) : 0;

  before(async () => {
    context = await running();
    terminal = vscode.window.createTerminal({ name: `session ${done}` });
    terminal.show(true);
    await until("shell integration", () => terminal.shellIntegration);
    await pause(1_000); // the first prompt
  });

  for (const [number, { name, act, then }] of STEPS.entries()) {
    if (number < done) continue;
    it(`${number + 1}. ${name}`, async () => {
      // Of a reload this is the host that comes after it.
      if (act !== reload || number > done || done === 0) {
        writeFileSync(PROGRESS, String(number));
        await act();
      }
      await compare(then);
    });
  }
});

/** Wait until what is shown is right, and see that it stays so. */
async function compare(expected: Shown): Promise<void> {
  await pause(SETTLE_MS);
  let seen: Shown | undefined;
  await until("what is shown", async () => {
    seen = await shown();
    return JSON.stringify(seen) === JSON.stringify(expected);
  }, SHOWN_MS).catch((problem: unknown) => {
    if (seen === undefined) throw problem;
  });
  assert.deepEqual(seen, expected);
  const count = expected.list.length;
  await until("the count of the status item", () => inPage<boolean>("return [...document.querySelectorAll('.statusbar-item')].some((item) => argument === 0 ? item.textContent.trim() === 'Kotlin RCA' : new RegExp(`Kotlin RCA\\\\s*${argument}$`).test(item.textContent.trim()))", count), SHOWN_MS);
  const active = vscode.window.activeTextEditor?.document.uri.path.split("/").at(-1) ?? "";
  if (!FILES.includes(active.replace(".kt", ""))) return;
  const lines = expected.marks.filter((mark) => mark.startsWith(active)).length;
  await until(`${lines} texts at ends of lines of ${active}`, async () => (await lineEnds()).length === lines, SHOWN_MS);
}

async function shown(): Promise<Shown> {
  const list = context.errors.getChildren().map(({ event: { title, count, state } }) => `${shortTitle(title)} ×${count} ${state}`);
  const problems = vscode.languages.getDiagnostics().flatMap(([uri, found]) =>
    found
      .filter(({ source: from }) => from === PROBLEM_SOURCE)
      .map(({ range, severity }) => `${baseOf(uri)}:${range.start.line + 1}${severity === vscode.DiagnosticSeverity.Error ? "" : "~"}`),
  );
  const marks: string[] = [];
  for (const name of FILES) {
    await vscode.workspace.openTextDocument(source(name));
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", source(name), 20);
    const ours = lenses.filter(({ command }) => command?.command === "kotlinRca.openErrorReport");
    marks.push(...new Set(ours.map(({ range, command }) => `${name}.kt:${range.start.line + 1}${command?.title.includes("edited since") === true ? "~" : ""}`)));
  }
  return { list: list.sort(), problems: problems.sort(), marks: marks.sort() };
}

/** Return the texts at the ends of lines of the code that is shown. */
function lineEnds(): Promise<readonly string[]> {
  return inPage("return [...document.querySelectorAll('.editor-group-container .view-line span span')].map((part) => getComputedStyle(part, '::after').content).filter((text) => /Exception|Unresolved/.test(text))");
}

function baseOf(uri: vscode.Uri): string {
  return uri.path.split("/").at(-1) ?? "";
}

function source(name: string): vscode.Uri {
  return file(`src/main/kotlin/shop/${name}.kt`);
}

function textWith(name: string, value: string): string {
  return `package shop\n\nclass ${name} {\n    fun total(): Int {\n        return ${value}\n    }\n}\n`;
}

/** Write what a class returns, as a person does in its editor. */
async function writes(name: string, value: string, isSaved = true): Promise<void> {
  const editor = await show(`src/main/kotlin/shop/${name}.kt`, 5);
  await editor.edit((edit) => {
    edit.replace(editor.document.lineAt(4).range, `        return ${value}`);
  });
  if (isSaved) await editor.document.save();
}

/** Type a command, and wait until it has ended and is read. */
async function runs(command: string, where = terminal): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    const listening = context.terminals.onDidFinish((run) => {
      if (run.terminal !== where) return;
      listening.dispose();
      resolve();
    });
  });
  where.sendText(command);
  await ended;
}

async function inBackground(): Promise<void> {
  const hidden = vscode.window.createTerminal({ name: "hidden" });
  hidden.show(true);
  await until("shell integration", () => hidden.shellIntegration);
  await pause(1_000);
  terminal.show(true);
  await until("the other terminal", () => vscode.window.activeTerminal === terminal);
  await runs("cat crash.log", hidden);
}

async function opens(title: string): Promise<void> {
  await does("openErrorReport", title);
  assert.ok(context.report?.source.from.startsWith(`Terminal ${terminal.name}, command \`./gradlew run -Pmain=Order\`, `), context.report?.source.from);
  await show("src/main/kotlin/shop/Order.kt", 5);
}

async function does(command: string, title: string): Promise<void> {
  const node = context.errors.getChildren().find(({ event }) => shortTitle(event.title) === title);
  assert.ok(node, title);
  await vscode.commands.executeCommand(`kotlinRca.${command}`, node);
}

/** End the server as a lack of memory does, and wait until there is another one. */
async function kill(): Promise<void> {
  const began = new Promise<void>((resolve) => {
    const listening = context.server.onDidChangeState(({ kind }) => {
      if (kind !== "running") return;
      listening.dispose();
      resolve();
    });
  });
  process.kill(serverId(), "SIGKILL");
  await began;
}

function serverId(): number {
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1];
      if (Number(parent) === process.pid && readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0").includes("serve")) return Number(id);
    } catch {
      // It ended while it was looked at.
    }
  }
  throw new Error("no server runs");
}

/** Reload the window. This host ends with it: the next one sees what is shown then. */
async function reload(): Promise<void> {
  await reloadPage();
  await new Promise(() => undefined);
}
