import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { conditionsOf, FIRST_FILTER, readLogcatFilter } from "../src/logcatFilter";
import { linesOf, logText } from "../src/logcatLines";
import { LogcatPanel } from "../src/logcatPanel";
import type { FollowLog, LogLines, LogRow } from "../src/generated/contract";
import { fakePanels, memento, type FakePanel } from "./fakeLogcat";
import { Uri, window, workspace } from "./fake_vscode";

const row = (number: number, message = `line ${String(number)}`): LogRow => ({
  kind: "entry",
  stamp: `1700000000.${String(number).padStart(9, "0")}`,
  time: "2023-11-14 22:13:20.000 +0000",
  pid: 4242,
  tid: 4243,
  level: "E",
  tag: "shop",
  message,
});

let asked: (FollowLog | string)[];
let panels: FakePanel[];
let analyzed: string[];
let memory: ReturnType<typeof memento>;
let log: LogcatPanel;

const page = (): FakePanel => {
  const [first] = panels;
  assert.ok(first);
  return first;
};
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const follows = (): FollowLog => {
  const found = asked.findLast((one) => typeof one !== "string");
  assert.ok(found);
  return found;
};
const take = (rows: LogRow[], more: Partial<LogLines> = {}): void => {
  log.take({ stream: follows().stream, lines: [], rows, notes: [], ended: false, ...more });
};
const told = (name: string): unknown => page().told.findLast((one) => name in one)?.[name];
const rowsOf = ({ packedRows }: Record<string, unknown>): (LogRow | string)[] => JSON.parse(new TextDecoder().decode(packedRows as Uint8Array)) as (LogRow | string)[];
const sentRows = (): (LogRow | string)[][] => page().told.filter((one) => "packedRows" in one).map(rowsOf);
const toldRows = (): (LogRow | string)[] | undefined => sentRows().at(-1);
async function press(act: string, more: object = {}): Promise<void> {
  page().send({ act, ...more });
  await settled();
}

beforeEach(async () => {
  asked = [];
  analyzed = [];
  panels = fakePanels();
  memory = memento();
  const keep = (wanted: FollowLog | string): Promise<void> => Promise.resolve(void asked.push(wanted));
  log = new LogcatPanel(
    { target: "transport:7", name: "Phone 7" },
    { followLog: keep, unfollowLog: keep },
    { analyze: (from, text) => Promise.resolve(void analyzed.push(`${from}: ${text}`)), apps: () => Promise.resolve(["com.a"]), failed: assert.ifError },
    memory,
    Uri.file("/media") as never,
    () => undefined,
    () => undefined,
  );
  await log.follow();
  await press("ready");
});

test("a filter is read as conditions of the server", () => {
  assert.deepEqual(conditionsOf(FIRST_FILTER), { level: "I" });
  const typed = readLogcatFilter({ app: " a.b ", process: "4242", level: "W", tags: "Net*, Db", text: "time out", isRegex: false });
  assert.deepEqual(conditionsOf(typed), { level: "W", package: "a.b", process: "4242", tags: ["Net*", "Db"], text: "time out" });
  assert.deepEqual(conditionsOf({ ...typed, isRegex: true }), { level: "W", package: "a.b", process: "4242", tags: ["Net*", "Db"], pattern: "time out" });
  assert.deepEqual(readLogcatFilter({ level: "X", text: 5, isRegex: "yes" }), FIRST_FILTER);
  assert.deepEqual(readLogcatFilter(null), FIRST_FILTER);
});

test("a page may load nothing but its own style and script", () => {
  assert.match(page().page.html, /default-src &#39;none&#39;; style-src self:; script-src &#39;nonce-[0-9a-f]{32}&#39;/);
});

test("a filter is kept, and the log is read anew with it", async () => {
  take([row(1)]);
  await press("filter", { filter: { app: "com.a", level: "W" } });
  assert.deepEqual(told("filter"), { ...FIRST_FILTER, app: "com.a", level: "W" });
  assert.deepEqual([follows().package, follows().level, follows().after], ["com.a", "W", undefined]);
  assert.equal(asked.length, 3, "the one before is followed no longer");
  assert.deepEqual(memory.get("logcat.filter"), { ...FIRST_FILTER, app: "com.a", level: "W" });
});

test("what comes late of a log that was followed before is not shown", async () => {
  const before = follows().stream;
  await press("filter", { filter: {} });
  take([row(1)], { stream: before });
  assert.equal(toldRows(), undefined);
});

test("while it is paused entries wait, and are counted", async () => {
  take([row(1)]);
  await press("pause");
  take([row(2), row(3)]);
  assert.deepEqual([told("held"), toldRows()], [2, [row(1)]]);
  await press("taken");
  await press("pause");
  assert.deepEqual(toldRows(), [row(2), row(3)]);
});

test("what was cleared does not come back with another filter", async () => {
  take([row(1), row(2)]);
  await press("clear");
  assert.equal(told("reset"), true);
  await press("filter", { filter: { level: "V" } });
  assert.equal(follows().after, row(2).stamp);
});

test("it is stopped and goes on after the last entry", async () => {
  take([row(1)]);
  await press("follow");
  assert.deepEqual([log.isFollowing, told("follows")], [false, false]);
  await press("follow");
  assert.deepEqual([log.isFollowing, follows().after], [true, row(1).stamp]);
});

test("a log that ended says why, and can be followed again", async () => {
  take([], { notes: ["no device 'transport:7'"], ended: true });
  assert.deepEqual(toldRows(), ["no longer followed: no device 'transport:7'"]);
  assert.equal(log.isFollowing, false);
  await log.resume();
  assert.equal(asked.length, 1, "nobody asked for it");
});

test("a page gets the next entries when it has taken those before, and only what it would keep", async () => {
  const sent = (): unknown[] => sentRows().map(({ length }) => length);
  take([row(0)]);
  take(Array.from({ length: 9_000 }, (_, number) => row(number)));
  take(Array.from({ length: 9_000 }, (_, number) => row(number)), { notes: ["5 entries came too fast"] });
  assert.deepEqual(sent(), [1]);
  await press("taken");
  assert.deepEqual(sent(), [1, 10_000]);
  const rows = toldRows() ?? [];
  assert.deepEqual([rows[999], rows[1_000]], ["5 entries came too fast", row(0)], "a note stands before the entries that it came with");
  await press("taken");
  take([row(1)]);
  assert.deepEqual(sent(), [1, 10_000, 1], "nothing waits where the page does not");
});

test("a page that was loaded anew gets all entries", async () => {
  take([row(1)]);
  take([row(2)]);
  await press("ready");
  assert.deepEqual(toldRows(), [row(1), row(2)]);
});

test("no more entries are kept than are shown", async () => {
  take(Array.from({ length: 10_005 }, (_, number) => row(number)));
  await press("ready");
  assert.equal((toldRows() as LogRow[]).length, 10_000);
});

test("it is exported as logcat prints it", async () => {
  const written: [string, string][] = [];
  Object.assign(workspace.fs, { writeFile: ({ path }: Uri, data: Uint8Array) => Promise.resolve(void written.push([path, new TextDecoder().decode(data)])) });
  window["showSaveDialog"] = () => Promise.resolve(Uri.file("/ws/a.log"));
  take([row(1, "java.lang.Error: no\n\tat a.B.c(B.kt:1)"), { ...row(2, "process 4300 of com.a started"), kind: "started" }]);
  await press("export");
  const head = "2023-11-14 22:13:20.000 +0000  4242  4243 E shop    : ";
  assert.deepEqual(written, [["/ws/a.log", `${head}java.lang.Error: no\n${head}\tat a.B.c(B.kt:1)\n--------- 2023-11-14 22:13:20.000 +0000 process 4300 of com.a started\n`]]);
  assert.equal(told("said"), "2 entries exported");
  window["showSaveDialog"] = () => Promise.resolve(undefined);
  await press("export");
  assert.equal(written.length, 1);
});

test("an error in it is analyzed; what a page sends otherwise does nothing", async () => {
  await press("analyze", { text: "java.lang.Error" });
  await press("analyze", { text: 5 });
  await press("reboot");
  page().send(null);
  await settled();
  assert.deepEqual(analyzed, ["the log of Phone 7: java.lang.Error"]);
});

test("a text of a file has a line for each line of a message", () => {
  assert.equal(linesOf(row(1, "a\nb")).length, 2);
  assert.equal(logText([]), "");
});
