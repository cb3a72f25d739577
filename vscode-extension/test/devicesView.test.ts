import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { UserError } from "../src/toolAnswer";
import { DevicesView, readFilter } from "../src/devicesView";
import type { ConnectedDevices, DeviceInfo, FollowLog, LogLines, WatchDevices } from "../src/generated/contract";
import { EventEmitter, levers, window } from "./fake_vscode";

const PHONE: DeviceInfo = { serial: "R58M123", state: "device", transportId: 7, connection: "usb", model: "Phone 7" };
const TWIN: DeviceInfo = { ...PHONE, transportId: 8, state: "unauthorized", model: null };

let devices: EventEmitter<ConnectedDevices>;
let lines: EventEmitter<LogLines>;
let asked: (WatchDevices | FollowLog | string)[];
let shown: string[];
let view: DevicesView;

beforeEach(() => {
  devices = new EventEmitter();
  lines = new EventEmitter();
  asked = [];
  shown = [];
  const keep = (wanted: WatchDevices | FollowLog | string): Promise<void> => Promise.resolve(void asked.push(wanted));
  window["createOutputChannel"] = () => ({ appendLine: (line: string): void => void shown.push(line), show: () => undefined, dispose: () => undefined });
  window["showInputBox"] = () => Promise.resolve("level:W com.example.shop tag:Net* time out");
  levers.tree.selection = [];
  view = new DevicesView({
    onDidChangeDevices: devices.event as never,
    onDidReadLog: lines.event as never,
    watchDevices: keep,
    followLog: keep,
    unfollowLog: keep,
  });
});

test("what is typed is read as conditions, a package, and a text", () => {
  assert.deepEqual(readFilter("level:w com.example.shop tag:Net* tag:Db time out"), {
    level: "W",
    tags: ["Net*", "Db"],
    package: "com.example.shop",
    text: "time out",
  });
  assert.deepEqual(readFilter("  "), {});
  assert.deepEqual(readFilter("package:a.b level:X"), { package: "a.b", text: "level:X" });
});

test("devices are listed while they are watched; two of one serial are two lines", async () => {
  await view.watch();
  devices.fire({ devices: [PHONE, TWIN], problem: null });
  const [first, second] = view.getChildren().map((device) => view.getTreeItem(device));
  assert.deepEqual([first?.label, first?.description, first?.contextValue], ["Phone 7", "usb · R58M123", "device"]);
  assert.deepEqual([second?.description, second?.contextValue], ["unauthorized · usb · R58M123", "device.away"]);
  assert.notEqual(first?.id, second?.id);
  await view.stop();
  assert.deepEqual(view.getChildren(), []);
  assert.deepEqual(asked, [{ watch: true, startServer: true }, { watch: false }]);
});

test("why there are no devices is said", async () => {
  await view.watch();
  devices.fire({ devices: [], problem: "no adb server answers at 127.0.0.1:5037" });
  assert.equal(levers.tree.message, "no adb server answers at 127.0.0.1:5037");
  devices.fire({ devices: [PHONE], problem: null });
  assert.equal(levers.tree.message, "");
});

test("a log is shown as it is asked for, with its gaps, until it is stopped", async () => {
  await view.watch();
  devices.fire({ devices: [PHONE], problem: null });
  await view.showLog(PHONE);
  const [, wanted] = asked;
  assert.deepEqual(wanted, { stream: "log-1", device: "transport:7", level: "W", package: "com.example.shop", tags: ["Net*"], text: "time out" });
  assert.equal(view.getTreeItem(PHONE).contextValue, "device.followed");
  lines.fire({ stream: "log-1", lines: ["one", "two"], notes: ["interrupted: a cable"], ended: false });
  lines.fire({ stream: "another", lines: ["three"], notes: [], ended: false });
  await view.stopLog(PHONE);
  assert.deepEqual(shown, ["one\ntwo", "--- interrupted: a cable ---", "--- no longer followed: stopped ---"]);
  assert.equal(asked.at(-1), "log-1");
  assert.equal(view.getTreeItem(PHONE).contextValue, "device");
});

test("without a device that is meant it says what to do", async () => {
  await assert.rejects(view.showLog(undefined), UserError);
  await view.watch();
  devices.fire({ devices: [PHONE, { ...PHONE, transportId: 9 }], problem: null });
  await assert.rejects(view.showLog(undefined), UserError);
});

test("a server that was started anew watches on, and its logs have ended", async () => {
  await view.resume();
  assert.equal(asked.length, 0);
  await view.watch();
  devices.fire({ devices: [PHONE], problem: null });
  await view.showLog(undefined);
  await view.resume();
  assert.deepEqual(asked.at(-1), { watch: true });
  assert.equal(shown.at(-1), "--- no longer followed: the server was started anew ---");
});
