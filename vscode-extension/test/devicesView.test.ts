import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { UserError } from "../src/toolAnswer";
import { DevicesView } from "../src/devicesView";
import type { ConnectedDevices, DeviceInfo, FollowLog, LogLines, LogRow, WatchDevices } from "../src/generated/contract";
import { fakePanels, memento, type FakePanel } from "./fakeLogcat";
import { EventEmitter, Uri, levers } from "./fake_vscode";

const PHONE: DeviceInfo = { serial: "R58M123", state: "device", transportId: 7, connection: "usb", model: "Phone 7" };
const ROW: LogRow = { kind: "entry", stamp: "1700000000.000000001", time: "2023-11-14 22:13:20.000 +0000", pid: 4242, tid: 4242, level: "I", tag: "shop", message: "hello" };
const TWIN: DeviceInfo = { ...PHONE, transportId: 8, state: "unauthorized", model: null };

let devices: EventEmitter<ConnectedDevices>;
let lines: EventEmitter<LogLines>;
let asked: (WatchDevices | FollowLog | string)[];
let panels: FakePanel[];
let view: DevicesView;

beforeEach(() => {
  devices = new EventEmitter();
  lines = new EventEmitter();
  asked = [];
  panels = fakePanels();
  const keep = (wanted: WatchDevices | FollowLog | string): Promise<void> => Promise.resolve(void asked.push(wanted));
  levers.tree.selection = [];
  view = new DevicesView(
    {
      onDidChangeDevices: devices.event as never,
      onDidReadLog: lines.event as never,
      watchDevices: keep,
      followLog: keep,
      unfollowLog: keep,
    },
    { analyze: () => Promise.resolve(), apps: () => Promise.resolve([]), failed: assert.ifError },
    memento(),
    Uri.file("/media") as never,
  );
});

test("devices are listed while they are watched; two of one serial are two lines", async () => {
  await view.watch();
  devices.fire({ devices: [PHONE, TWIN], problem: null });
  const [first, second] = view.getChildren().map((device) => view.getTreeItem(device));
  assert.deepEqual([first?.label, first?.description, first?.contextValue], ["Phone 7", "usb · R58M123", "device"]);
  assert.deepEqual([second?.description, second?.contextValue], ["unauthorized · usb · R58M123", "away"]);
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

test("a log is shown and followed until it is stopped; shown again it is the same one", async () => {
  await view.watch();
  devices.fire({ devices: [PHONE], problem: null });
  await view.showLog(PHONE);
  const followed = asked.at(-1) as FollowLog;
  assert.deepEqual({ ...followed, stream: "" }, { stream: "", device: "transport:7", rows: true, level: "I" });
  assert.equal(view.getTreeItem(PHONE).contextValue, "device.followed");
  await view.showLog(PHONE);
  assert.deepEqual([panels.length, panels[0]?.shown], [1, 1]);
  await view.stopLog(PHONE);
  assert.equal(asked.at(-1), followed.stream);
  assert.equal(view.getTreeItem(PHONE).contextValue, "device");
  panels[0]?.close();
  await view.showLog(PHONE);
  assert.equal(panels.length, 2);
});

test("a device tells by its line what can be done with it", async () => {
  await view.watch();
  devices.fire({ devices: [PHONE, { ...PHONE, transportId: 9, connection: "wifi" }], problem: null });
  view.setRecording("transport:9", "recording-1");
  const [first, second] = view.getChildren().map((device) => view.getTreeItem(device));
  assert.deepEqual([first?.contextValue, second?.contextValue], ["device", "device.recording.wifi"]);
  assert.match(String(second?.description), /^recording · wifi/);
  view.setRecording("transport:9", undefined);
  assert.equal(view.recordingOf("transport:9"), undefined);
});

test("without a device that is meant it says what to do", async () => {
  await assert.rejects(view.showLog(undefined), UserError);
  await view.watch();
  devices.fire({ devices: [PHONE, { ...PHONE, transportId: 9 }], problem: null });
  await assert.rejects(view.showLog(undefined), UserError);
});

test("a server that was started anew watches on, and its logs go on after the last entry", async () => {
  await view.resume();
  assert.equal(asked.length, 0);
  await view.watch();
  devices.fire({ devices: [PHONE], problem: null });
  await view.showLog(undefined);
  const { stream } = asked.at(-1) as FollowLog;
  lines.fire({ stream, lines: [], rows: [ROW], notes: [], ended: false });
  await view.resume();
  assert.deepEqual(asked.at(-2), { watch: true });
  const again = asked.at(-1) as FollowLog;
  assert.equal(again.after, ROW.stamp);
  assert.notEqual(again.stream, stream);
});
