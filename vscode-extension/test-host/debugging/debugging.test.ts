/**
 * Programs that are stopped in the debugger of the editor: a real JVM behind an adapter over JDWP, and an adapter that
 * misbehaves in every way that is known.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { dataOf } from "../../src/toolAnswer";
import type { Context } from "../../src/context";
import type { DebugStop, ErrorEvent, UserErrorContextResult } from "../../src/generated/contract";
import { drawn, errorLike, pause, running, until, withoutErrors } from "../editor";
import { click, inPage, inReport, shot } from "../pageDriver";

const SOURCES = process.env["SOURCES"] ?? "";
const CART = join(SOURCES, "Cart.java");
const SCRIPTS = join(SOURCES, "..", "..", "..", "..", "scripts");
const CART_LINE = 11;
const SECRET = "Xk29vLqPz83mNw";

/**
 * Sessions that have begun and not ended. `vscode.debug.activeDebugSession` does not tell: about once in ten runs of
 * js-debug, whose programs are a session and a child of it, it kept one that had ended.
 */
const sessions = new Map<string, vscode.DebugSession>();
let begun = 0;

let context: Context;

before(async () => {
  vscode.debug.onDidStartDebugSession((session) => {
    begun += 1;
    sessions.set(session.id, session);
  });
  vscode.debug.onDidTerminateDebugSession(({ id }) => sessions.delete(id));
  context = await running();
});

afterEach(async () => {
  await vscode.debug.stopDebugging();
  await until("the sessions to end", () => sessions.size === 0);
  await until("the stops to be over", () => context.debugStops.stops.length === 0);
  await withoutErrors(context);
});

async function starts(type: string, name: string, more: object): Promise<void> {
  const before = begun;
  assert.ok(await vscode.debug.startDebugging(undefined, { type, name, request: "launch", ...more }));
  await until("the session's begin", () => begun > before);
}

const jvm = (mainClass: string, type = "rca-jvm"): Promise<void> => starts(type, mainClass, { mainClass, classPath: process.env["CLASSES"], sources: SOURCES });
const scripted = (script: string, more: object = {}): Promise<void> => starts("rca-scripted", `scripted ${script}`, { script, source: CART, line: CART_LINE, ...more });

async function stop(what = "a stop"): Promise<DebugStop> {
  return until(what, () => context.debugStops.stops[0]);
}

/** Return a stop with the variables of its two innermost frames: where a slow adapter ran out of time, they are asked for again as a person would. */
async function readWhole(): Promise<DebugStop> {
  const first = await stop();
  if (first.frames.slice(0, 2).every(({ scopes }) => scopes?.length)) return first;
  assert.match(first.notes?.join(" ") ?? "", /did not answer|Reading ended/);
  await vscode.commands.executeCommand("kotlinRca.readMoreOfStop");
  return until("the values of the stop", () => context.debugStops.stops.find((one) => one.frames[0]?.scopes?.length));
}

async function contextOfUser(): Promise<UserErrorContextResult> {
  return dataOf(await context.server.call("get_user_error_context", { captureDiagnostics: false }));
}

function rows(title: RegExp): readonly ErrorEvent[] {
  return context.errors.all.filter((event) => title.test(event.title));
}

async function reportText(): Promise<string> {
  await drawn(context);
  return inReport<string>("return document.body.innerText");
}

/** The texts that the editor draws at the ends of lines. */
function drawnTexts(): Promise<string[]> {
  return inPage<string[]>("return [...document.querySelectorAll('.view-line span')].map((one) => getComputedStyle(one, '::after').content.replaceAll('\\u00a0', ' ')).filter((text) => text && text !== 'none' && text !== 'normal')");
}

describe("a program of a real JVM", () => {
  it("stops at its exception, and is one error with its values until it ends and after it", async () => {
    await jvm("shop.Cart");
    const event = await errorLike(context, "the error of the stop", ({ title, culprit }) => title.includes("IndexOutOfBounds") && culprit !== null);
    assert.deepEqual([event.culprit?.filePath, event.culprit?.line, event.count], ["src/main/java/shop/Cart.java", CART_LINE, 1]);
    const { debugStops = [] } = await contextOfUser();
    assert.equal(debugStops.length, 1);
    const told = JSON.stringify(debugStops);
    assert.match(told, /"name":"index","value":"3"/);
    assert.ok(!told.includes(SECRET), "secrets are masked");
    await until("the values at the line", async () => (await drawnTexts()).some((text) => text.includes("items.size: 3 · index: 3")));
    await shot("debug-stop");
    await vscode.commands.executeCommand("kotlinRca.openErrorReport", { kind: "error", event });
    assert.match(await reportText(), /items\.size was 3 and index was 3/);
    await shot("debug-report");
    await vscode.commands.executeCommand("workbench.action.debug.continue");
    await until("the program's end", () => sessions.size === 0);
    await pause(3_000);
    assert.deepEqual(rows(/IndexOutOfBounds/).map(({ count }) => count), [1], "what it printed is the same occurrence");
    assert.deepEqual(context.debugStops.stops, []);
    // The print tells more of the stack than the adapter did: the row has the name that every later crash will have.
    const [printed] = rows(/IndexOutOfBounds/);
    await vscode.commands.executeCommand("kotlinRca.openErrorReport", { kind: "error", event: printed });
    assert.match(await reportText(), /items\.size was 3 and index was 3/, "the values are kept");
  });

  it("is offered to stop at exceptions where none are ticked", async () => {
    await jvm("shop.Late", "rca-jvm-unasked");
    await until("the offer", async () => {
      await vscode.commands.executeCommand("notifications.showList");
      return inPage<boolean>("return document.body.innerText.includes('does not stop at exceptions')");
    });
    await shot("debug-offer");
    await click(".notifications-list-container .monaco-button", "Stop at Uncaught Exceptions");
    await until("the explanation", () => inPage<boolean>("return document.body.innerText.includes('tick “Unhandled Throws”')"));
    await vscode.commands.executeCommand("notifications.clearAll");
    await vscode.debug.stopDebugging();
    await jvm("shop.Late", "rca-jvm-unasked");
    await pause(3_000);
    await vscode.commands.executeCommand("notifications.showList");
    assert.ok(!(await inPage<boolean>("return document.body.innerText.includes('does not stop at exceptions')")), "once is enough");
    await vscode.commands.executeCommand("notifications.hideList");
  });
});

describe("an adapter with a script", () => {
  it("an exception that the program catches is gone when it goes on", async () => {
    await scripted("plain", { message: "caught on the way" });
    await errorLike(context, "the error", ({ title }) => title.includes("caught on the way"));
    await vscode.commands.executeCommand("workbench.action.debug.continue");
    await until("an empty list", () => rows(/caught on the way/).length === 0);
  });

  it("a stop at a breakpoint is analyzed when a person asks, and is no error of the list", async () => {
    await scripted("breakpoint");
    await until("the editor at the stop", () => inPage<boolean>("return document.querySelector('.debug-top-stack-frame-line') !== null"));
    assert.deepEqual(context.debugStops.stops, []);
    await vscode.commands.executeCommand("kotlinRca.analyzeThisStop");
    assert.match(await reportText(), /index was 3/);
    await shot("debug-breakpoint");
    await vscode.commands.executeCommand("kotlinRca.readMoreOfStop");
    assert.match(await reportText(), /index was 3/);
    assert.deepEqual(rows(/./), []);
  });

  it("one that never answers holds up nothing", async () => {
    const began = Date.now();
    await scripted("silent");
    const { notes = [], frames } = await stop();
    assert.ok(Date.now() - began < 20_000);
    assert.deepEqual(frames, []);
    assert.match(notes.join(" "), /did not answer “stackTrace”/);
    await until("the server's knowledge of it", async () => (await contextOfUser()).debugStops?.length === 1);
  });

  it("answers of wrong types are passed over", async () => {
    await scripted("wrong");
    assert.deepEqual((await stop()).frames, []);
  });

  it("values without end are read in bounds", async () => {
    await scripted("huge", { message: "huge values" });
    const found = await stop();
    assert.ok(JSON.stringify(found).length < 400_000);
    assert.match(found.notes?.join(" ") ?? "", /Only the first|Reading ended|did not answer/);
    await errorLike(context, "the error", ({ title }) => title.includes("huge values"));
  });

  it("a stop that is told five times is one row, counted once", async () => {
    await scripted("duplicate", { message: "told often" });
    await errorLike(context, "the error", ({ title, culprit }) => title.includes("told often") && culprit !== null);
    await pause(2_000);
    assert.deepEqual(rows(/told often/).map(({ count }) => count), [1]);
    assert.equal(context.debugStops.stops.length, 1);
  });

  it("one that vanishes in the middle of an answer leaves nothing, and the next one is read", async () => {
    await scripted("vanishes");
    await until("its end", () => sessions.size === 0);
    assert.deepEqual(context.debugStops.stops, []);
    await scripted("plain", { message: "after that" });
    await errorLike(context, "the next error", ({ title }) => title.includes("after that"));
  });

  it("two sessions at once are two rows, and each goes with its own", async () => {
    await scripted("plain", { message: "of the server" });
    await errorLike(context, "the first error", ({ title }) => title.includes("of the server"));
    const [first] = sessions.values();
    await scripted("plain", { message: "of the client", line: 15 });
    await errorLike(context, "the second error", ({ title }) => title.includes("of the client"));
    assert.equal((await contextOfUser()).debugStops?.length, 2);
    await vscode.debug.stopDebugging(first);
    await until("one row", () => rows(/of the server/).length === 0);
    assert.equal(rows(/of the client/).length, 1);
  });

  it("the same stop again and again is listed each time, and never twice", async () => {
    await scripted("plain", { message: "again", stops: 4 });
    for (let times = 0; times < 4; times += 1) {
      await errorLike(context, "the error", ({ title }) => title.includes("again"));
      assert.equal(rows(/again/).length, 1);
      const [{ id } = { id: "" }] = context.debugStops.stops;
      await vscode.commands.executeCommand("workbench.action.debug.continue");
      await until("the next stop", () => context.debugStops.stops.every((one) => one.id !== id));
    }
  });
});

describe("debuggers of other languages", () => {
  it("debugpy: a Python program is an error with its values", async () => {
    await starts("rca-debugpy", "prices.py", { program: join(SCRIPTS, "prices.py"), console: "internalConsole", python: process.env["PYTHON"] });
    const event = await errorLike(context, "the error", ({ title }) => title.includes("ZeroDivisionError: division by zero"));
    const found = await stop();
    assert.deepEqual(found.frames.slice(0, 2).map(({ name, filePath, line }) => [name, filePath, line]), [["mean_of", "scripts/prices.py", 8], ["report", "scripts/prices.py", 12]]);
    assert.match(JSON.stringify(found.frames[0]), /"name":"prices","value":"\[\]"/);
    await vscode.commands.executeCommand("kotlinRca.openErrorReport", { kind: "error", event });
    assert.match(await reportText(), /division by zero/);
    await shot("debug-python");
  });

  it("js-debug: a Node.js program is an error with its values, once its uncaught exceptions are ticked", async () => {
    const launch = (): Promise<void> => starts("node", "prices.js", { program: join(SCRIPTS, "prices.js"), console: "internalConsole" });
    const ended = (): Promise<unknown> => until("the program's end", () => sessions.size === 0);
    // The editor offers the tick once a session of this kind has been there.
    await launch();
    await ended();
    await vscode.commands.executeCommand("workbench.debug.action.focusBreakpointsView");
    await click(".debug-breakpoints .monaco-list-row[aria-label='Uncaught Exceptions'] .monaco-checkbox");
    await launch();
    const event = await errorLike(context, "the error", ({ title }) => title.endsWith("TypeError: Cannot read properties of undefined (reading 'price')"));
    const found = await readWhole();
    assert.deepEqual(found.frames.slice(0, 2).map(({ filePath, line }) => [filePath, line]), [["scripts/prices.js", 9], ["scripts/prices.js", 13]]);
    const told = found.frames.slice(0, 2).map((frame) => JSON.stringify(frame));
    assert.match(told[0] ?? "", /"name":"first","value":"undefined"/, `read in ${found.readMs} ms: ${found.notes?.join(" ") ?? ""} ${told[0] ?? ""}`);
    assert.match(told[1] ?? "", /"name":"order"/, "the caller's locals are read as well");
    await vscode.commands.executeCommand("kotlinRca.openErrorReport", { kind: "error", event });
    assert.match(await reportText(), /Cannot read properties of undefined/);
    await shot("debug-javascript");
    await vscode.commands.executeCommand("workbench.action.debug.continue");
    await ended();
  });
});
