/** A phone on a scripted adb server: its log with filters, folds and search, and what can be done with it. */
import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import type { DeviceInfo } from "../../src/generated/contract";
import { closeEditors, drawn, errorLike, file, running, scratch, textOf, until } from "../editor";
import { chooseLog, clickLog, fillLog, inLog, inPage, inReport, logViolations, moveMouseAway, say, shot } from "../pageDriver";
import { ScriptedUser } from "../scriptedUser";
import { THEMES, theme } from "../themes";

const APP = "com.example.larder";
const PAIRING = "192.168.1.5:37123";
const CONNECTION = "192.168.1.5:41001";
/** Entries at once: more than are shown. */
const FLOOD = 50_000;
/** How many of them a log shows at least. */
const SHOWN = 10_000;
/** Local file header, central directory and end of a zip with the one file that makes it an app. */
const APK = Buffer.from(
  "UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAATAAAAQW5kcm9pZE1hbmlmZXN0LnhtbFBLAQIUAxQAAAAAAAAAIQAAAAAAAAAAAAAAAAATAAAAAAAAAAAAAACAAQAAAABBbmRyb2lkTWFuaWZlc3QueG1sUEsFBgAAAAABAAEAQQAAADEAAAAAAA==",
  "base64",
);

let context: Context;
let user: ScriptedUser;

interface Told {
  readonly received: number[];
  readonly cleared: string[];
  readonly stopped: string[];
  readonly recordings: number;
}

async function phone<T = object>(act: object): Promise<T> {
  const response = await fetch(process.env["ADB_CONTROL"] ?? "", { method: "POST", body: JSON.stringify(act) });
  return (await response.json()) as T;
}

const told = (): Promise<Told> => phone<Told>({ act: "told" });
const log = (...entries: object[]): Promise<object> => phone({ act: "log", entries });
const messages = (): Promise<string[]> => inLog<string[]>("return [...document.querySelectorAll('.row .line')].map((line) => line.textContent)");
const shows = (text: string): Promise<unknown> => until(`“${text}” in the log`, async () => (await messages()).some((line) => line.includes(text)));
const device = (name = "Phone 7"): Promise<DeviceInfo> => until(name, () => context.devices.getChildren().find((one) => (one.model ?? one.serial) === name));
const run = async (command: string, ...parameters: unknown[]): Promise<void> => {
  await vscode.commands.executeCommand(`kotlinRca.${command}`, ...parameters);
};
const heard = (how: string): string[] => user.heard.filter((one) => one.how === how).map(({ words }) => words);

/** Give the lines of the example's crash that the app itself logged. */
async function crash(): Promise<object[]> {
  const lines = (await textOf("errors/01-crash.txt")).split("\n").filter((line) => line.includes("E AndroidRuntime: "));
  return lines.map((line) => ({ message: line.replace(/^.*?E AndroidRuntime: /, ""), tag: "AndroidRuntime", level: "E", crash: true }));
}

before(async () => {
  context = await running();
});

beforeEach(() => {
  user = new ScriptedUser();
});

afterEach(() => {
  user.stop();
});

describe("the log of a device", () => {
  before(async () => {
    await closeEditors();
    await run("watchDevices");
    await phone({ act: "started", pid: 4242 });
    await log(
      { message: "basket b-2071 loaded in 184 ms", tag: "LarderNet" },
      { message: "onBindViewHolder position 0", tag: "RecyclerView", level: "D" },
      { message: "slow request: timeout after 250 ms", tag: "LarderNet", level: "W" },
      { message: "of another app", pid: 50, uid: 10300 },
    );
  });

  it("lists the phone, and opens its log from the view", async () => {
    await run("showDeviceLog", await device());
    await shows("basket b-2071");
    assert.ok((await messages()).includes("of another app"), "of the whole device");
    assert.ok(!(await messages()).some((line) => line.includes("onBindViewHolder")), "Info and above at first");
    await vscode.commands.executeCommand("kotlinRca.devices.focus");
    await until("the phone in the view", () => inPage<boolean>("return [...document.querySelectorAll('.pane-body .monaco-list-row')].some((row) => row.textContent.includes('Phone 7'))"));
    await shot("devices-log");
  });

  it("shows one app, and follows it to its next process", async () => {
    await fillLog("[name=app]", APP);
    await until("only the app's entries", async () => !(await messages()).includes("of another app") && (await messages()).length > 0);
    await until("the apps that are offered", () => inLog<boolean>("return [...document.querySelectorAll('#apps option')].map((one) => one.value).join() === 'com.example.larder,com.example.other'"));
    await phone({ act: "ended", pid: 4242 });
    await phone({ act: "started", pid: 4300 });
    await log({ message: "hello from the second process", pid: 4300 }, { message: "of another app again", pid: 50, uid: 10300 });
    await shows("hello from the second process");
    const processes = await inLog<string[]>("return [...document.querySelectorAll('.process')].map((line) => line.textContent.replace(/^\\S+\\s+/, ''))");
    assert.deepEqual(processes, [`process 4242 of ${APP} started`, `process 4242 of ${APP} ended`, `process 4300 of ${APP} started`]);
    assert.ok(!(await messages()).includes("of another app again"));
  });

  it("folds traces, also of an app that logs them line by line", async () => {
    await log(...(await crash()), { message: "still in the same trace?", tag: "AndroidRuntime", level: "E", crash: true });
    await shows("still in the same trace");
    const folds = (): Promise<boolean[]> => inLog<boolean[]>("return [...document.querySelectorAll('details')].map((one) => one.open)");
    assert.deepEqual(await folds(), [true]);
    const summary = await inLog<string>("return document.querySelector('summary').textContent");
    assert.match(summary, /^\d+ lines of the trace$/);
    await shot("devices-log-crash");
    await clickLog("button", "Fold Traces");
    assert.deepEqual(await folds(), [false]);
    await shot("devices-log-folded");
    await clickLog("button", "Unfold Traces");
    assert.deepEqual(await folds(), [true]);
  });

  it("has a colour for each level that matters", async () => {
    const colours = await inLog<Record<string, string>>("return Object.fromEntries(['I', 'W', 'E'].map((level) => [level, getComputedStyle(document.querySelector('.row.' + level + ' .message')).color]))");
    assert.equal(new Set(Object.values(colours)).size, 3, JSON.stringify(colours));
  });

  it("holds back what comes while it is paused", async () => {
    await clickLog("button", "Pause");
    await until("the pause", () => inLog<boolean>("return document.querySelector('#log').dataset.paused === 'true'"));
    await log({ message: "while it was paused", pid: 4300 });
    await until("the count", () => inLog<boolean>("return document.querySelector('#state').textContent === 'Paused: 1 new'"));
    assert.ok(!(await messages()).includes("while it was paused"));
    await clickLog("button", "Resume");
    await shows("while it was paused");
  });

  it("finds a text, and opens the trace that holds it", async () => {
    await clickLog("button", "Fold Traces");
    await fillLog("#find", "onbindviewholder");
    await until("what was found", () => inLog<boolean>("return /^\\d+ found$/.test(document.querySelector('#found').textContent)"));
    await clickLog("button", "Next");
    const { current, open, count } = await inLog<{ current: string; open: boolean; count: string }>(`
      const line = document.querySelector('.found.current');
      return { current: line.textContent, open: line.closest('details').open, count: document.querySelector('#found').textContent };`);
    assert.match(current, /BasketAdapter\.onBindViewHolder/);
    assert.match(count, /^1 of \d+$/);
    assert.ok(open);
    await shot("devices-log-find");
    await fillLog("#find", "");
  });

  it("filters by level, tag, text and regular expression", async () => {
    await chooseLog("[name=level]", "V");
    await shows("onBindViewHolder position 0");
    await fillLog("[name=tags]", "LarderN*");
    await until("entries of the tag", async () => (await messages()).length === 2);
    await fillLog("[name=text]", String.raw`timeout after \d+ ms`);
    await until("nothing: it is a text", async () => (await messages()).length === 0);
    await clickLog("[name=isRegex]");
    await until("the entry of the expression", async () => (await messages()).join() === "slow request: timeout after 250 ms");
    await shot("devices-log-regex");
    await fillLog("[name=text]", "(");
    await until("what is wrong with it", () => inLog<boolean>("return [...document.querySelectorAll('.note')].some((one) => one.textContent.includes('no longer followed'))"));
    await fillLog("[name=text]", "");
    await fillLog("[name=tags]", "");
    await fillLog("[name=process]", "4300");
    await until("entries of the process", async () => (await messages()).join() === "hello from the second process,while it was paused");
    await fillLog("[name=process]", "");
    await shows("basket b-2071");
  });

  it("is exported as a file that can be analyzed", async () => {
    const target = scratch("exported.log");
    user.willAnswer(/Export Log/, vscode.Uri.file(target));
    await clickLog("button", "Export...");
    await until("the file", () => statSync(target).size > 0);
    const lines = readFileSync(target, "utf8").split("\n");
    assert.ok(lines.some((line) => /^\d{4}-\d\d-\d\d [\d:.]+ [+-]\d{4} {2}4242 {2}4242 W LarderNet: slow request/.test(line)), lines.join("\n"));
    const answer = await context.server.call("parse_error", { errorText: lines.join("\n") });
    assert.ok(answer.success);
    assert.match(JSON.stringify(answer.data), /PriceLabel\.kt/);
  });

  it("has an error in it analyzed", async () => {
    await inLog("document.querySelector('button.analyze').click()");
    await drawn(context);
    assert.match(await inReport<string>("return document.body.textContent"), /PriceLabel\.kt:11/);
    await run("showDeviceLog", await device());
    await shows("basket b-2071");
  });

  it("is cleared, and what was cleared stays away", async () => {
    await clickLog("button", "Clear");
    await until("an empty log", async () => (await messages()).length === 0);
    await chooseLog("[name=level]", "I");
    await log({ message: "after it was cleared", pid: 4300 });
    // With the level the log is read anew, which may be after the entry was shown.
    await until("nothing but the new entry", async () => (await messages()).join() === "after it was cleared");
  });

  it("shows the newest of a flood first, a part at a time, and counts the rest", async () => {
    await inLog(`
      const log = document.querySelector('#log');
      window.parts = [];
      const watch = new MutationObserver((changes) => window.parts.push(changes.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0)));
      watch.observe(log, { childList: true, subtree: true });`);
    const began = Date.now();
    await phone({ act: "flood", count: FLOOD });
    await until("entries of the flood", () => inLog<boolean>("return document.querySelector('#log').lastElementChild?.lastElementChild?.textContent.includes('of a flood') === true"));
    await say(`the first of a flood were shown after ${String(Date.now() - began)} ms`);
    const last = `line ${String(FLOOD - 1)} of a flood`;
    await until("the last entry", () => inLog<boolean>("return document.querySelector('#log').lastElementChild?.lastElementChild?.querySelector('.line')?.textContent === argument", last));
    await say(`a flood of ${String(FLOOD)} entries was shown after ${String(Date.now() - began)} ms`);
    await inLog("const log = document.querySelector('#log'); log.scrollTop = log.scrollHeight / 2;");
    await until("what was scrolled to", () =>
      inLog<boolean>("const { left, top, height } = document.querySelector('#log').getBoundingClientRect(); return document.elementFromPoint(left + 20, top + height / 2).closest('.row') !== null"));
    await clickLog("button", "Scroll to End");
    await until("the whole", () => inLog<boolean>("return document.querySelectorAll('#log .row').length >= 10_000 && document.querySelector('#log .part:empty') === null"));
    await say(`its last 10,000 entries were drawn after ${String(Date.now() - began)} ms`);
    const lines = (await messages()).slice(-SHOWN);
    assert.equal(lines.length, SHOWN);
    const numbers = lines.map((line) => Number(/^line (\d+) of a flood$/.exec(line)?.[1]));
    assert.deepEqual(numbers, numbers.map((_, index) => FLOOD - numbers.length + index), "all of the newest, in their order");
    const parts = await inLog<number[]>("return window.parts");
    assert.ok(Math.max(...parts) <= 1000, `nobody waits for all of it: ${parts.join()}`);
    await clickLog("button", "Clear");
    await until("an empty log", async () => (await messages()).length === 0);
  });

  it("survives a server that is started anew", async () => {
    await log({ message: "before the restart", pid: 4300 });
    await shows("before the restart");
    await run("restartServer");
    await running();
    await log({ message: "after the restart", pid: 4300 });
    await shows("after the restart");
    assert.deepEqual(await messages(), ["before the restart", "after the restart"], "nothing comes twice");
  });

  for (const [name, id, kind] of THEMES) {
    it(`can be read in ${name}`, async () => {
      await theme(id, kind);
      await log(...["V", "D", "I", "W", "E", "F"].map((level) => ({ message: `of level ${level} in ${name}`, level, pid: 4300 })), ...(await crash()));
      await shows(`of level F in ${name}`);
      await clickLog("button", "Scroll to End");
      await moveMouseAway();
      await shot(`devices-log-${name}`);
      const found = await logViolations();
      assert.deepEqual(found.map(({ id: rule, nodes }) => [rule, nodes.slice(0, 2).map((node) => node.failureSummary)]), []);
    });
  }

  after(async () => {
    await theme("Default Light Modern", "vscode-light");
    await closeEditors();
  });
});

describe("a device", () => {
  it("brings its crashes into the Errors view", async () => {
    await log(...(await crash()));
    await errorLike(context, "the crash of the phone", ({ sources }) => sources.some((source) => source.includes("R58M123")));
  });

  it("has an app installed once the person allows it; a refusal says what to do", async () => {
    const apk = file("app/build/outputs/apk/debug/app-debug.apk");
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(apk, ".."));
    writeFileSync(apk.fsPath, APK);
    user.willAnswer(/Install App on Phone 7/, "app-debug.apk").willAnswer(/Allow install_app/, "Allow");
    await run("installApp", await device());
    assert.deepEqual((await told()).received, [APK.length]);
    const question = heard("showWarningMessage").find((words) => words.includes("Allow install_app")) ?? "";
    assert.match(question, /On: Phone 7 \(R58M123\)/);
    await phone({ act: "set", refusal: "Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected]\n" });
    user.willAnswer(/Allow install_app/, "Allow").willAnswer(/Install App on Phone 7/, "app-debug.apk");
    await run("installApp", await device());
    assert.match(heard("showErrorMessage").join(), /INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected.*raise versionCode/s);
  });

  it("keeps an app's data unless the person allows to clear it", async () => {
    user.willAnswer(/Clear App Data on Phone 7/, APP).willAnswer(/Allow clear_app_data/, "Deny");
    await run("clearAppData", await device());
    assert.deepEqual((await told()).cleared, []);
    user.willAnswer(/Clear App Data on Phone 7/, APP).willAnswer(/Allow clear_app_data/, "Allow");
    await run("clearAppData", await device());
    assert.deepEqual((await told()).cleared, [APP]);
    user.willAnswer(/Force Stop App on Phone 7/, APP).willAnswer(/Allow stop_app/, "Allow");
    await run("stopApp", await device());
    assert.deepEqual((await told()).stopped, [APP]);
  });

  it("gives its screen as a picture and as a film", async () => {
    const [picture, film] = [scratch("screen.png"), scratch("screen.mp4")];
    user.willAnswer(/Save Screenshot/, vscode.Uri.file(picture)).willAnswer(/The screen of Phone 7/, "Open");
    await run("takeScreenshot", await device());
    assert.equal(readFileSync(picture).subarray(1, 4).toString(), "PNG");
    await until("the picture", () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === "screen.png");
    user.willAnswer(/Save Recording/, vscode.Uri.file(film));
    const recorded = run("recordScreen", await device());
    await until("the recording", async () => (await told()).recordings === 1);
    await vscode.commands.executeCommand("kotlinRca.devices.focus");
    await until("it in the view", () => inPage<boolean>("return [...document.querySelectorAll('.pane-body .monaco-list-row')].some((row) => row.textContent.includes('recording'))"));
    await shot("devices-recording");
    await run("stopRecording", await device());
    await recorded;
    assert.equal(readFileSync(film).subarray(4, 8).toString(), "ftyp");
    await closeEditors();
  });

  it("is paired over Wi-Fi and connected to; a wrong code says what to do", async () => {
    user.willAnswer(/address of the dialog/, PAIRING).willAnswer(/six digits/, "654321").willAnswer(/Allow pair_device/, "Allow");
    await run("pairDevice");
    assert.match(heard("showErrorMessage").join(), /Wrong password.*code and port are new each time/s);
    user
      .willAnswer(/address of the dialog/, PAIRING)
      .willAnswer(/six digits/, "123456")
      .willAnswer(/Allow pair_device/, "Allow")
      .willAnswer(/Paired with/, "Connect...")
      .willAnswer(/Connect Wireless Device/, CONNECTION);
    await run("pairDevice");
    const tablet = await device("Tablet 9");
    assert.equal(context.devices.getTreeItem(tablet).contextValue, "device.wifi");
    await vscode.commands.executeCommand("kotlinRca.devices.focus");
    await until("it in the view", () => inPage<boolean>("return [...document.querySelectorAll('.pane-body .monaco-list-row')].some((row) => row.textContent.includes('Tablet 9'))"));
    await shot("devices-wifi");
    await run("disconnectDevice", tablet);
    await until("it to be gone", () => context.devices.getChildren().length === 1);
  });
});
