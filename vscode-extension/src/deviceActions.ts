import * as vscode from "vscode";
import type { Context } from "./context";
import { nameOf, targetOf } from "./devicesView";
import type { DeviceAction, DeviceActionResult, DeviceInfo } from "./generated/contract";
import { UserError, dataOf } from "./toolAnswer";

const CODE_DIGITS = /^\d{6}$/;
const ADDRESS = /^\S+:\d{1,5}$/;
const LONGEST_RECORDING_S = 180;
const MOST_APKS = 50;
const BUILT_APKS = "**/build/outputs/**/*.apk";

let runs = 0;

/** Pair with a device over Wi-Fi by the code that it shows, and offer to connect to it. */
export async function pairDevice(context: Context): Promise<void> {
  const title = "Pair Wireless Device";
  const address = await askAddress(title, "The address of the dialog Pair device with pairing code, in Developer options > Wireless debugging", "");
  if (address === undefined) return;
  const code = await vscode.window.showInputBox({
    title,
    prompt: "The six digits that the dialog shows",
    ignoreFocusOut: true,
    validateInput: (typed) => (CODE_DIGITS.test(typed.trim()) ? undefined : "A pairing code has six digits."),
  });
  if (code === undefined) return;
  const done = await act(context, "Pairing", { action: "pair_device", parameters: { address, code: code.trim() } });
  if (done === undefined) return;
  const chosen = await vscode.window.showInformationMessage(sentence(done.message), "Connect...");
  if (chosen !== undefined) await connectDevice(context, address.replace(/:\d+$/, ":"));
}

/** Connect to a device over Wi-Fi. */
export async function connectDevice(context: Context, begin: unknown): Promise<void> {
  const address = await askAddress("Connect Wireless Device", "The address that Wireless debugging shows; its port is not the one for pairing", typeof begin === "string" ? begin : "");
  if (address !== undefined) await actAndTell(context, "Connecting", { action: "connect_device", parameters: { address } });
}

/** Disconnect from a device of the network. */
export async function disconnectDevice(context: Context, argument: unknown): Promise<void> {
  const { serial } = context.devices.chosen(argument);
  await actAndTell(context, "Disconnecting", { action: "disconnect_device", parameters: { address: serial } });
}

/** Install an APK: one that was built in this workspace, or any. */
export async function installApp(context: Context, argument: unknown): Promise<void> {
  const device = context.devices.chosen(argument);
  const apk = argument instanceof vscode.Uri ? argument : await chooseApk(device);
  if (apk === undefined) return;
  const parameters = { device: targetOf(device), apkPath: apk.fsPath };
  await actAndTell(context, `Installing on ${nameOf(device)}`, { action: "install_app", parameters });
}

/** Delete all data of an app. */
export async function clearAppData(context: Context, argument: unknown): Promise<void> {
  const device = context.devices.chosen(argument);
  const parameters = await chooseApp(context, device, "Clear App Data");
  if (parameters !== undefined) await actAndTell(context, "Clearing data", { action: "clear_app_data", parameters });
}

/** End all processes of an app. */
export async function stopApp(context: Context, argument: unknown): Promise<void> {
  const device = context.devices.chosen(argument);
  const parameters = await chooseApp(context, device, "Force Stop App");
  if (parameters !== undefined) await actAndTell(context, "Stopping the app", { action: "stop_app", parameters });
}

/** Write the screen to a file, and offer to open it. */
export async function takeScreenshot(context: Context, argument: unknown): Promise<void> {
  const device = context.devices.chosen(argument);
  const target = await chooseTarget(device, "Save Screenshot", "png", "Images");
  if (target === undefined) return;
  const parameters = { device: targetOf(device), filePath: target.fsPath, overwrite: true };
  await actAndTell(context, `Screenshot of ${nameOf(device)}`, { action: "take_screenshot", parameters });
}

/** Record the screen until the person stops it, and offer to open the film. */
export async function recordScreen(context: Context, argument: unknown): Promise<void> {
  const { devices, server } = context;
  const device = devices.chosen(argument);
  const target = targetOf(device);
  if (devices.recordingOf(target) !== undefined) throw new UserError(`The screen of ${nameOf(device)} is recorded already.`, "Stop that recording first.");
  const file = await chooseTarget(device, "Save Recording", "mp4", "Films");
  if (file === undefined) return;
  runs += 1;
  const run = `recording-${String(runs)}`;
  const parameters = { device: target, filePath: file.fsPath, overwrite: true, seconds: LONGEST_RECORDING_S };
  devices.setRecording(target, run);
  try {
    const title = `Recording the screen of ${nameOf(device)}. Cancel ends the recording, which is kept`;
    const answer = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_progress, token) => {
      token.onCancellationRequested(() => void server.stopRecording(run));
      return server.deviceAction({ action: "record_screen", parameters, run });
    });
    // Whoever waits for the recording to end does not wait for the message to be read.
    void tellDone(dataOf(answer));
  } finally {
    devices.setRecording(target, undefined);
  }
}

/** End the recording of a device's screen, which is kept. */
export async function stopRecording({ devices, server }: Context, argument: unknown): Promise<void> {
  const device = devices.chosen(argument);
  const run = devices.recordingOf(targetOf(device));
  if (run === undefined) throw new UserError(`The screen of ${nameOf(device)} is not recorded.`, "Run Record Screen of Device first.");
  await server.stopRecording(run);
}

/** Give the apps that were installed on a device; none where it does not say. */
export async function installedApps(server: Context["server"], device: string): Promise<readonly string[]> {
  const answer = await server.deviceAction({ action: "list_apps", parameters: { device } });
  return answer.success ? (answer.data.apps ?? []) : [];
}

async function actAndTell(context: Context, title: string, wanted: DeviceAction): Promise<void> {
  const done = await act(context, title, wanted);
  if (done !== undefined) void tellDone(done);
}

/** Act on a device; undefined where the person does not want it after all. */
async function act({ server }: Context, title: string, wanted: DeviceAction): Promise<DeviceActionResult | undefined> {
  const answer = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_progress, token) =>
    server.deviceAction(wanted, token),
  );
  if (!answer.success && answer.error.code === "APPROVAL_DENIED") return undefined;
  return dataOf(answer);
}

async function tellDone({ message, filePath }: DeviceActionResult): Promise<void> {
  const choices = filePath === undefined || filePath === null ? [] : ["Open"];
  const chosen = await vscode.window.showInformationMessage(sentence(message), ...choices);
  if (chosen !== undefined && typeof filePath === "string") await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(filePath));
}

async function askAddress(title: string, prompt: string, value: string): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt,
    value,
    placeHolder: "192.168.1.5:37123",
    ignoreFocusOut: true,
    valueSelection: [value.length, value.length],
    validateInput: (text) => (ADDRESS.test(text.trim()) ? undefined : "An address has the form HOST:PORT."),
  });
  return typed?.trim();
}

/** Ask for an APK: those that were built in this workspace come first, the newest at the top. */
async function chooseApk(device: DeviceInfo): Promise<vscode.Uri | undefined> {
  const title = `Install App on ${nameOf(device)}`;
  const found = await vscode.workspace.findFiles(BUILT_APKS, null, MOST_APKS);
  const dated = await Promise.all(found.map(async (uri) => ({ uri, built: (await vscode.workspace.fs.stat(uri)).mtime })));
  const built = dated
    .sort((one, other) => other.built - one.built)
    .map(({ uri, built: at }) => ({ label: vscode.workspace.asRelativePath(uri), description: new Date(at).toLocaleString(), uri }));
  const browse = { label: "$(folder-opened) Browse...", description: "", uri: undefined };
  const chosen = built.length === 0 ? browse : await vscode.window.showQuickPick([...built, browse], { title });
  if (chosen === undefined || chosen.uri !== undefined) return chosen?.uri;
  return (await vscode.window.showOpenDialog({ title, filters: { Apps: ["apk"] }, openLabel: "Install" }))?.[0];
}

/** Ask for an app of a device, and give what an action needs to know of it. */
async function chooseApp({ server }: Context, device: DeviceInfo, what: string): Promise<{ device: string; package: string } | undefined> {
  const title = `${what} on ${nameOf(device)}`;
  const target = targetOf(device);
  const apps = await installedApps(server, target);
  const chosen = apps.length > 0 ? await vscode.window.showQuickPick([...apps], { title }) : await vscode.window.showInputBox({ title, prompt: "The app's package, such as com.example.shop" });
  return chosen === undefined || chosen === "" ? undefined : { device: target, package: chosen };
}

async function chooseTarget(device: DeviceInfo, title: string, extension: string, kind: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const at = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  const name = `${nameOf(device).replaceAll(/[^\w.-]+/g, "-")}-${at}.${extension}`;
  return vscode.window.showSaveDialog({
    title,
    filters: { [kind]: [extension] },
    ...(folder !== undefined && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
