import * as vscode from "vscode";
import { UserError } from "./toolAnswer";
import type { ConnectedDevices, DeviceInfo, LogLines, WatchDevices } from "./generated/contract";
import { LogcatPanel, type LogServer, type LogcatActs } from "./logcatPanel";

/** What the view needs of the server. */
export interface DeviceServer extends LogServer {
  readonly onDidChangeDevices: vscode.Event<ConnectedDevices>;
  readonly onDidReadLog: vscode.Event<LogLines>;
  watchDevices(wanted: WatchDevices): Promise<void>;
}

/** The Devices view: what is connected, and whose crashes are watched for. Their logs open as editors. */
export class DevicesView implements vscode.TreeDataProvider<DeviceInfo>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<DeviceInfo>;
  private readonly logs = new Map<string, LogcatPanel>();
  /** What records the screens of devices, as their recordings are called. */
  private readonly recordings = new Map<string, string>();
  private readonly listening: vscode.Disposable;
  private devices: readonly DeviceInfo[] = [];
  private watches = false;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly server: DeviceServer,
    private readonly acts: LogcatActs,
    private readonly memory: vscode.Memento,
    private readonly media: vscode.Uri,
  ) {
    this.view = vscode.window.createTreeView("kotlinRca.devices", { treeDataProvider: this });
    this.listening = vscode.Disposable.from(
      server.onDidChangeDevices((told) => {
        this.show(told);
      }),
      server.onDidReadLog((told) => {
        for (const log of this.logs.values()) log.take(told);
      }),
    );
  }

  /** Begin to watch; the adb server is started if none is running, as somebody asked for it. */
  async watch(): Promise<void> {
    this.watches = true;
    this.say();
    await this.server.watchDevices({ watch: true, startServer: true });
  }

  /** Watch no longer, and follow no log. */
  async stop(): Promise<void> {
    this.watches = false;
    this.show({ devices: [], problem: null });
    await this.server.watchDevices({ watch: false });
  }

  /** Have a server that was started anew watch as the one before it. */
  async resume(): Promise<void> {
    if (this.watches) await this.server.watchDevices({ watch: true });
    for (const log of this.logs.values()) await log.resume();
  }

  /** Show a device's log in an editor, and follow it. */
  async showLog(argument: unknown): Promise<void> {
    const device = this.chosen(argument);
    const target = targetOf(device);
    const known = this.logs.get(target);
    if (known !== undefined) {
      known.show();
      if (!known.isFollowing) await known.follow();
      return;
    }
    const changed = (): void => {
      this.changed.fire(undefined);
    };
    const log = new LogcatPanel({ target, name: nameOf(device) }, this.server, this.acts, this.memory, this.media, changed, () => {
      this.logs.delete(target);
      changed();
    });
    this.logs.set(target, log);
    await log.follow();
  }

  /** Follow the log of a device no longer; what was shown stays to be read. */
  async stopLog(argument: unknown): Promise<void> {
    await this.logs.get(targetOf(this.chosen(argument)))?.stop();
  }

  /** Say that the screen of a device is recorded, or no longer. */
  setRecording(target: string, run: string | undefined): void {
    if (run === undefined) this.recordings.delete(target);
    else this.recordings.set(target, run);
    this.changed.fire(undefined);
  }

  /** What records the screen of a device. */
  recordingOf(target: string): string | undefined {
    return this.recordings.get(target);
  }

  getTreeItem(device: DeviceInfo): vscode.TreeItem {
    const item = new vscode.TreeItem(nameOf(device));
    const isReady = device.state === "device";
    const target = targetOf(device);
    const follows = this.logs.get(target)?.isFollowing === true;
    const records = this.recordings.has(target);
    item.id = `${device.serial} ${String(device.transportId)}`;
    const parts = [isReady ? undefined : device.state, records ? "recording" : undefined, device.connection, device.serial];
    item.description = parts.filter(Boolean).join(" · ");
    item.iconPath = new vscode.ThemeIcon(isReady ? "device-mobile" : "circle-slash");
    item.tooltip = hint(device);
    const marks = [follows && "followed", records && "recording", device.connection === "wifi" && "wifi"].filter(Boolean);
    item.contextValue = isReady ? ["device", ...marks].join(".") : "away";
    return item;
  }

  getChildren(device?: DeviceInfo): DeviceInfo[] {
    return device === undefined ? [...this.devices] : [];
  }

  dispose(): void {
    this.listening.dispose();
    this.view.dispose();
    this.changed.dispose();
    for (const log of [...this.logs.values()]) log.dispose();
  }

  private show({ devices, problem }: ConnectedDevices): void {
    this.devices = this.watches ? devices : [];
    this.view.message = !this.watches || devices.length > 0 ? "" : (problem ?? "No device is connected.");
    this.say();
  }

  private say(): void {
    void vscode.commands.executeCommand("setContext", "kotlinRca.watchesDevices", this.watches);
    this.changed.fire(undefined);
  }

  /** Give the device that a line of the view stands for; else the selected one, or the only one. */
  chosen(argument: unknown): DeviceInfo {
    const given = this.devices.find((one) => one === argument);
    const ready = this.devices.filter(({ state }) => state === "device");
    const device = given ?? this.view.selection[0] ?? (ready.length === 1 ? ready[0] : undefined);
    if (device === undefined) throw new UserError("No device is chosen.", "Watch devices, and choose one in the Devices view.");
    return device;
  }
}

/** How a request names a device: two may have one serial. */
export function targetOf({ serial, transportId }: DeviceInfo): string {
  return transportId === null ? serial : `transport:${String(transportId)}`;
}

export function nameOf({ model, serial }: DeviceInfo): string {
  return model ?? serial;
}

function hint({ state, serial }: DeviceInfo): string {
  if (state === "unauthorized") return "Allow USB debugging on the device's screen.";
  if (state === "offline") return "The device does not answer. Plug it in again.";
  if (state === "no permissions") return "This user may not open the device: see the udev rules of Android's documentation.";
  return serial;
}
