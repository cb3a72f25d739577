import * as vscode from "vscode";
import { UserError } from "./toolAnswer";
import type { ConnectedDevices, DeviceInfo, FollowLog, LogLines, WatchDevices } from "./generated/contract";

/** What the view needs of the server. */
export interface DeviceServer {
  readonly onDidChangeDevices: vscode.Event<ConnectedDevices>;
  readonly onDidReadLog: vscode.Event<LogLines>;
  watchDevices(wanted: WatchDevices): Promise<void>;
  followLog(wanted: FollowLog): Promise<void>;
  unfollowLog(stream: string): Promise<void>;
}

/** A log that is shown: where, and what follows it. */
interface ShownLog {
  readonly device: string;
  readonly channel: vscode.OutputChannel;
}

/** What a log shows at first: of a whole device too much comes to be read. */
const FIRST_LEVEL = "I";

/** The Devices view: what is connected, and whose crashes are watched for. Their logs open as output. */
export class DevicesView implements vscode.TreeDataProvider<DeviceInfo>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<DeviceInfo>;
  private readonly logs = new Map<string, ShownLog>();
  private readonly listening: vscode.Disposable;
  private devices: readonly DeviceInfo[] = [];
  private watches = false;
  private streams = 0;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly server: DeviceServer) {
    this.view = vscode.window.createTreeView("kotlinRca.devices", { treeDataProvider: this });
    this.listening = vscode.Disposable.from(
      server.onDidChangeDevices((told) => {
        this.show(told);
      }),
      server.onDidReadLog((told) => {
        this.append(told);
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
    for (const stream of [...this.logs.keys()]) this.end(stream, "the server was started anew");
    if (this.watches) await this.server.watchDevices({ watch: true });
  }

  /** Follow a device's log in an output of its own, filtered as the person says. */
  async showLog(argument: unknown): Promise<void> {
    const device = this.deviceOf(argument);
    const filter = await vscode.window.showInputBox({
      title: `Log of ${nameOf(device)}`,
      prompt: "Which entries: an app's package, level:W, tag:Net*, or a text; several with blanks between. Empty: all.",
      value: `level:${FIRST_LEVEL}`,
    });
    if (filter === undefined) return;
    const name = nameOf(device);
    const channel = vscode.window.createOutputChannel(`Logcat: ${name}`, "log");
    this.streams += 1;
    const stream = `log-${String(this.streams)}`;
    this.logs.set(stream, { device: targetOf(device), channel });
    channel.show(true);
    this.say();
    await this.server.followLog({ stream, device: targetOf(device), ...readFilter(filter) });
  }

  /** Follow the logs of a device no longer; what was shown stays to be read. */
  async stopLog(argument: unknown): Promise<void> {
    const device = targetOf(this.deviceOf(argument));
    for (const [stream, log] of [...this.logs]) {
      if (log.device !== device) continue;
      this.end(stream, "stopped");
      await this.server.unfollowLog(stream);
    }
  }

  getTreeItem(device: DeviceInfo): vscode.TreeItem {
    const item = new vscode.TreeItem(nameOf(device));
    const isReady = device.state === "device";
    const follows = [...this.logs.values()].some((log) => log.device === targetOf(device));
    item.id = `${device.serial} ${String(device.transportId)}`;
    item.description = [isReady ? undefined : device.state, device.connection, device.serial].filter(Boolean).join(" · ");
    item.iconPath = new vscode.ThemeIcon(isReady ? "device-mobile" : "circle-slash");
    item.tooltip = hint(device);
    item.contextValue = isReady ? (follows ? "device.followed" : "device") : "device.away";
    return item;
  }

  getChildren(device?: DeviceInfo): DeviceInfo[] {
    return device === undefined ? [...this.devices] : [];
  }

  dispose(): void {
    this.listening.dispose();
    this.view.dispose();
    this.changed.dispose();
    for (const { channel } of this.logs.values()) channel.dispose();
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

  private append({ stream, lines, notes, ended }: LogLines): void {
    const log = this.logs.get(stream);
    if (log === undefined) return;
    if (lines.length > 0) log.channel.appendLine(lines.join("\n"));
    if (ended) this.end(stream, notes.join("; "));
    else for (const note of notes) log.channel.appendLine(`--- ${note} ---`);
  }

  private end(stream: string, reason: string): void {
    this.logs.get(stream)?.channel.appendLine(`--- no longer followed: ${reason} ---`);
    this.logs.delete(stream);
    this.say();
  }

  private deviceOf(argument: unknown): DeviceInfo {
    const given = this.devices.find((one) => one === argument);
    const ready = this.devices.filter(({ state }) => state === "device");
    const device = given ?? this.view.selection[0] ?? (ready.length === 1 ? ready[0] : undefined);
    if (device === undefined) throw new UserError("No device is chosen.", "Watch devices, and choose one in the Devices view.");
    return device;
  }
}

/** Read what a person typed: conditions with a name before them, a package, and a text of all other words. */
export function readFilter(typed: string): Omit<FollowLog, "stream" | "device"> {
  const wanted: { level?: FollowLog["level"]; tags: string[]; package?: string; words: string[] } = { tags: [], words: [] };
  for (const word of typed.split(/\s+/).filter(Boolean)) {
    const level = /^level:([VDIWEF])$/i.exec(word)?.[1]?.toUpperCase();
    const tag = /^tag:(.+)$/.exec(word)?.[1];
    if (level !== undefined) wanted.level = level as NonNullable<FollowLog["level"]>;
    else if (tag !== undefined) wanted.tags.push(tag);
    else if (/^(?:package:)?[a-z]\w*(?:\.\w+)+$/i.test(word)) wanted.package = word.replace(/^package:/, "");
    else wanted.words.push(word);
  }
  return {
    ...(wanted.level !== undefined && { level: wanted.level }),
    ...(wanted.tags.length > 0 && { tags: wanted.tags }),
    ...(wanted.package !== undefined && { package: wanted.package }),
    ...(wanted.words.length > 0 && { text: wanted.words.join(" ") }),
  };
}

/** How a request names a device: two may have one serial. */
function targetOf({ serial, transportId }: DeviceInfo): string {
  return transportId === null ? serial : `transport:${String(transportId)}`;
}

function nameOf({ model, serial }: DeviceInfo): string {
  return model ?? serial;
}

function hint({ state, serial }: DeviceInfo): string {
  if (state === "unauthorized") return "Allow USB debugging on the device's screen.";
  if (state === "offline") return "The device does not answer. Plug it in again.";
  if (state === "no permissions") return "This user may not open the device: see the udev rules of Android's documentation.";
  return serial;
}
