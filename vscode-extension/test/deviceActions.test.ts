import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { clearAppData, connectDevice, disconnectDevice, installApp, pairDevice, recordScreen, stopRecording, takeScreenshot } from "../src/deviceActions";
import type { Context } from "../src/context";
import type { DeviceAction, DeviceInfo } from "../src/generated/contract";
import { OperationError, UserError } from "../src/toolAnswer";
import { Uri, files, ran, window } from "./fake_vscode";

const PHONE: DeviceInfo = { serial: "192.168.1.5:41001", state: "device", transportId: 7, connection: "wifi", model: "Phone 7" };

let asked: DeviceAction[];
let stopped: string[];
let said: string[];
let answers: Record<string, unknown>;
let inputs: (string | undefined)[];
let recording: string | undefined;
let context: Context;

const isDone = (data: object): unknown => ({ success: true, data: { message: "done", ...data } });
const failure = (code: string): unknown => ({ success: false, error: { code, message: "no", suggestion: "try" } });

beforeEach(() => {
  asked = [];
  stopped = [];
  said = [];
  answers = {};
  inputs = [];
  recording = undefined;
  window["withProgress"] = (_options: unknown, task: (progress: unknown, token: unknown) => unknown) => task({}, { onCancellationRequested: () => undefined });
  window["showInformationMessage"] = (words: string) => Promise.resolve(void said.push(words));
  window["showInputBox"] = () => Promise.resolve(inputs.shift());
  window["showSaveDialog"] = () => Promise.resolve(Uri.file("/ws/a.png"));
  window["showQuickPick"] = (items: unknown[]) => Promise.resolve(items[0]);
  context = {
    devices: {
      chosen: () => PHONE,
      recordingOf: () => recording,
      setRecording: (_target: string, run: string | undefined) => void (recording = run),
    },
    server: {
      deviceAction: (wanted: DeviceAction) => {
        asked.push(wanted);
        return Promise.resolve(answers[wanted.action] ?? isDone({}));
      },
      stopRecording: (run: string) => Promise.resolve(void stopped.push(run)),
    },
  } as never;
});

test("a device is paired by address and code, and may be connected to after that", async () => {
  inputs = ["192.168.1.5:37123", "123456", "192.168.1.5:41001"];
  window["showInformationMessage"] = (words: string, ...choices: string[]) => {
    said.push(words);
    return Promise.resolve(choices[0]);
  };
  await pairDevice(context);
  assert.deepEqual(asked.map(({ action, parameters }) => [action, parameters]), [
    ["pair_device", { address: "192.168.1.5:37123", code: "123456" }],
    ["connect_device", { address: "192.168.1.5:41001" }],
  ]);
});

test("who gives no address or no code pairs nothing", async () => {
  inputs = [undefined];
  await pairDevice(context);
  inputs = ["192.168.1.5:37123", undefined];
  await pairDevice(context);
  inputs = [undefined];
  await connectDevice(context, undefined);
  assert.deepEqual(asked, []);
});

test("a device is disconnected by its address", async () => {
  await disconnectDevice(context, PHONE);
  assert.deepEqual(asked[0]?.parameters, { address: "192.168.1.5:41001" });
});

test("the newest APK of the workspace is offered first", async () => {
  files["/ws/app/build/outputs/apk/old.apk"] = { mtime: 1, size: 1, text: "" };
  files["/ws/app/build/outputs/apk/new.apk"] = { mtime: 2, size: 1, text: "" };
  await installApp(context, PHONE);
  assert.deepEqual(asked[0], { action: "install_app", parameters: { device: "transport:7", apkPath: "/ws/app/build/outputs/apk/new.apk" } });
  assert.deepEqual(said, ["Done."]);
});

test("an app is chosen among those of the device", async () => {
  answers["list_apps"] = isDone({ apps: ["com.a", "com.b"] });
  await clearAppData(context, PHONE);
  assert.deepEqual(asked.at(-1), { action: "clear_app_data", parameters: { device: "transport:7", package: "com.a" } });
});

test("where the device lists no apps its name is asked for", async () => {
  answers["list_apps"] = failure("COMMAND_FAILED");
  inputs = ["com.c"];
  await clearAppData(context, PHONE);
  assert.deepEqual(asked.at(-1)?.parameters, { device: "transport:7", package: "com.c" });
});

test("who says no is told nothing; what went wrong is told with what to do", async () => {
  answers["list_apps"] = isDone({ apps: ["com.a"] });
  answers["clear_app_data"] = failure("APPROVAL_DENIED");
  await clearAppData(context, PHONE);
  assert.deepEqual(said, []);
  answers["clear_app_data"] = failure("PERMISSION_DENIED");
  await assert.rejects(clearAppData(context, PHONE), (problem) => problem instanceof OperationError && problem.suggestion === "try");
});

test("a picture is written where the person says, and opened when they want", async () => {
  answers["take_screenshot"] = isDone({ filePath: "/ws/a.png" });
  window["showInformationMessage"] = (_words: string, ...choices: string[]) => Promise.resolve(choices[0]);
  await takeScreenshot(context, PHONE);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(asked[0]?.parameters, { device: "transport:7", filePath: "/ws/a.png", overwrite: true });
  assert.equal(ran.at(-1)?.[0], "vscode.open");
  window["showSaveDialog"] = () => Promise.resolve(undefined);
  await takeScreenshot(context, PHONE);
  assert.equal(asked.length, 1);
});

test("a recording is stopped by its name, and there is one of a device", async () => {
  await assert.rejects(stopRecording(context, PHONE), UserError);
  let end: (answer: unknown) => void = () => undefined;
  answers["record_screen"] = new Promise((resolve) => (end = resolve));
  const recorded = recordScreen(context, PHONE);
  await new Promise((resolve) => setImmediate(resolve));
  await assert.rejects(recordScreen(context, PHONE), UserError);
  await stopRecording(context, PHONE);
  assert.deepEqual(stopped, [asked[0]?.run]);
  end(isDone({ filePath: "/ws/a.mp4" }));
  await recorded;
  assert.equal(recording, undefined);
});

test("a recording that failed is over", async () => {
  answers["record_screen"] = failure("COMMAND_FAILED");
  await assert.rejects(recordScreen(context, PHONE), OperationError);
  assert.equal(recording, undefined);
});
