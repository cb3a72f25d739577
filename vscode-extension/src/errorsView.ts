import * as vscode from "vscode";
import type { EditedLines } from "./editedLines";
import { AS_IT_COMES, arranged, grouped, readArrangement, type Arrangement } from "./errorArrangement";
import { ErrorBaselines } from "./errorBaselines";
import { errorHover } from "./errorHover";
import { errorRow, notice, placeOf } from "./errorRow";
import type { ErrorEvent } from "./generated/contract";

const AGES_EVERY_MS = 60_000;
/** Where the list's arrangement is kept. */
const ARRANGEMENT = "errors.arrangement";
/** So long the server may take to let an error go before the keyboard stays where it is. */
const FOLLOWS_MS = 2_000;

/** A line of the view: an error, or something that is known of it. */
export type Node =
  | { readonly kind: "error"; readonly event: ErrorEvent }
  /** Errors under one name; `event` is the first of them. */
  | { readonly kind: "group"; readonly event: ErrorEvent; readonly text: string; readonly events: readonly ErrorEvent[] }
  | { readonly kind: "culprit" | "solution" | "source"; readonly event: ErrorEvent; readonly text: string };

/** The Errors view: what came by in terminals, debug sessions, logs and problems, newest first. */
export class ErrorsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly view: vscode.TreeView<Node>;
  private readonly ages: NodeJS.Timeout;
  private readonly edits: vscode.Disposable;
  private events: readonly ErrorEvent[] = [];
  private forgotten = 0;
  /** Which line gets the keyboard when the list is shown anew, and until when (in milliseconds): later the person is elsewhere. */
  private goesTo: { readonly index: number; readonly until: number } | undefined;
  /** Where the project was when each error came by. */
  readonly baselines = new ErrorBaselines();
  /** By what printed it, characters that were not read. */
  private readonly unread = new Map<string, number>();
  /** How often each error had come up when the user last saw the view. */
  private seen = new Map<string, number>();

  readonly onDidChangeTreeData = this.changed.event;

  /** How the list is arranged. */
  arrangement: Arrangement;

  /** @param memory what the editor keeps for this workspace */
  constructor(
    private readonly lines: Pick<EditedLines, "isEdited" | "onDidEdit">,
    private readonly memory?: vscode.Memento,
  ) {
    this.edits = lines.onDidEdit(() => {
      this.changed.fire();
    });
    this.arrangement = memory === undefined ? AS_IT_COMES : readArrangement(memory.get(ARRANGEMENT));
    this.sayFilter();
    this.view = vscode.window.createTreeView("kotlinRca.errors", { treeDataProvider: this, showCollapseAll: true });
    this.view.onDidChangeVisibility(() => {
      this.tell();
    });
    this.ages = setInterval(() => {
      if (this.view.visible && this.events.length > 0) this.changed.fire();
    }, AGES_EVERY_MS);
  }

  /** Show these errors in place of what is shown; `forgotten` older ones made room for them. */
  show(events: readonly ErrorEvent[], forgotten: number): void {
    this.events = events;
    this.baselines.note(events);
    this.forgotten = forgotten;
    if (events.length === 0) this.unread.clear();
    this.note();
    this.changed.fire();
    this.tell();
    void vscode.commands.executeCommand("setContext", "kotlinRca.hasErrors", events.length > 0);
    void this.refocus();
  }

  /** Arrange the list anew, and keep that for this workspace. */
  arrange(part: Partial<Arrangement>): void {
    this.arrangement = { ...this.arrangement, ...part };
    void this.memory?.update(ARRANGEMENT, this.arrangement);
    this.sayFilter();
    this.note();
    this.changed.fire();
  }

  private sayFilter(): void {
    void vscode.commands.executeCommand("setContext", "kotlinRca.isFiltered", this.arrangement.hidden.length > 0);
  }

  /** Say that so many characters of what something printed could not be read. */
  lost(name: string, characters: number): void {
    this.unread.set(name, (this.unread.get(name) ?? 0) + characters);
    this.note();
  }

  /** Every error that is known, newest first, whatever the filter hides. */
  get all(): readonly ErrorEvent[] {
    return this.events;
  }

  /** Give the error that came up last. */
  get latest(): ErrorEvent | undefined {
    return this.events[0];
  }

  /** Give the error that is selected in the list, where the list can be seen, else the one that came up last. */
  get chosen(): ErrorEvent | undefined {
    const selected = this.view.visible ? this.view.selection[0]?.event.id : undefined;
    return this.events.find(({ id }) => id === selected) ?? this.latest;
  }

  /** Let go the error whose line the keyboard is on, and put the keyboard on the next one; without that it would be nowhere. */
  async dismissFocused(dismiss: (id: string) => Promise<void>): Promise<void> {
    const event = await this.focused();
    if (event === undefined) return;
    this.goesTo = { index: this.events.indexOf(event), until: Date.now() + FOLLOWS_MS };
    await dismiss(event.id);
  }

  /**
   * Give the error whose line the keyboard is on: arrows move that and leave what is selected. No interface tells
   * it, so the line is selected, or no more, and back again.
   */
  private async focused(): Promise<ErrorEvent | undefined> {
    const before = this.view.selection;
    await vscode.commands.executeCommand("list.toggleSelection");
    const after = this.view.selection;
    await vscode.commands.executeCommand("list.toggleSelection");
    const toggled = lacking(after, before) ?? lacking(before, after);
    // A group stands for its errors, and none of them is meant alone.
    return toggled?.kind === "group" ? undefined : this.events.find(({ id }) => id === toggled?.event.id);
  }

  /** Show the list with the keyboard on the latest error: the editor's own command leaves it nowhere when the view was never open. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand("kotlinRca.errors.focus");
    const [latest] = this.shown;
    if (latest !== undefined) await this.view.reveal({ kind: "error", event: latest }, { focus: true, select: true });
  }

  private get shown(): readonly ErrorEvent[] {
    return arranged(this.events, this.arrangement);
  }

  private get groups(): Node[] | undefined {
    return grouped(this.shown, this.arrangement)?.flatMap(({ name, events }) => events.slice(0, 1).map((event) => ({ kind: "group", event, text: name, events })));
  }

  getParent({ kind, event }: Node): Node | undefined {
    if (kind === "group") return undefined;
    if (kind !== "error") return { kind: "error", event };
    return this.groups?.find((group) => group.kind === "group" && group.events.some(({ id }) => id === event.id));
  }

  getChildren(node?: Node): Node[] {
    const errors = (events: readonly ErrorEvent[]): Node[] => events.map((event) => ({ kind: "error", event }));
    if (node === undefined) return this.groups ?? errors(this.shown);
    if (node.kind === "group") return errors(node.events);
    if (node.kind !== "error") return [];
    const { event } = node;
    const place = placeOf(event);
    return [
      ...(place === undefined ? [] : [{ kind: "culprit" as const, event, text: place }]),
      ...(event.solution === null ? [] : [{ kind: "solution" as const, event, text: event.solution }]),
      ...event.sources.map((text) => ({ kind: "source" as const, event, text })),
    ];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === "group") return groupItem(node);
    return node.kind === "error" ? errorItem(node, this.lines.isEdited(node.event.id)) : detailItem(node);
  }

  dispose(): void {
    clearInterval(this.ages);
    this.edits.dispose();
    this.view.dispose();
    this.changed.dispose();
  }

  private async refocus(): Promise<void> {
    const { index, until } = this.goesTo ?? { index: 0, until: 0 };
    this.goesTo = undefined;
    const next = Date.now() < until ? (this.events[index] ?? this.latest) : undefined;
    if (next !== undefined && this.view.visible) await this.view.reveal({ kind: "error", event: next }, { focus: true, select: false });
  }

  private note(): void {
    const left = this.events.length - this.shown.length;
    const filtered = left === 0 ? undefined : `The filter hides ${left} of ${this.events.length} errors.`;
    const said = [notice(this.unread, this.forgotten), filtered].filter((words) => words !== undefined).join("\n") || undefined;
    this.view.message = said ?? "";
    void vscode.commands.executeCommand("setContext", "kotlinRca.hasNotice", said !== undefined);
  }

  /** Count on the badge what came up since the view was last looked at. */
  private tell(): void {
    if (this.view.visible) this.seen = new Map(this.events.map((event) => [event.id, event.count]));
    const fresh = this.events.filter((event) => event.count > (this.seen.get(event.id) ?? 0)).length;
    this.view.badge =
      fresh === 0 ? undefined : { value: fresh, tooltip: fresh === 1 ? "1 new error" : `${fresh} new errors` };
  }
}

/** Whether the argument of a command is a line of the view. */
export function isNode(argument: unknown): argument is Node {
  return typeof argument === "object" && argument !== null && "kind" in argument && "event" in argument;
}

/** Give the first line of a selection that another one does not have. */
function lacking(selection: readonly Node[], other: readonly Node[]): Node | undefined {
  const named = new Set(other.map(nameOf));
  return selection.find((node) => !named.has(nameOf(node)));
}

function nameOf(node: Node): string {
  return [node.event.id, node.kind, node.kind === "error" ? "" : node.text].join("\n");
}

function groupItem({ text, events }: Node & { readonly kind: "group" }): vscode.TreeItem {
  const item = new vscode.TreeItem(text, vscode.TreeItemCollapsibleState.Expanded);
  item.id = `group ${text}`;
  item.description = String(events.length);
  item.contextValue = "group";
  return item;
}

function errorItem(node: Node & { readonly kind: "error" }, isEdited: boolean): vscode.TreeItem {
  const { event } = node;
  const row = errorRow(event, Date.now());
  const item = new vscode.TreeItem(row.label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = event.id;
  item.description = row.description;
  // Only another run knows whether an edit has solved it.
  item.iconPath = isEdited ? new vscode.ThemeIcon("circle-outline", new vscode.ThemeColor("disabledForeground")) : new vscode.ThemeIcon(row.icon.id, new vscode.ThemeColor(row.icon.color));
  item.contextValue = event.culprit === null ? "error" : "error.culprit";
  item.accessibilityInformation = { label: row.spoken };
  item.tooltip = new vscode.MarkdownString(errorHover(event, isEdited));
  item.command = { command: "kotlinRca.openErrorReport", title: "Open Report", arguments: [node] };
  return item;
}

const DETAILS = {
  culprit: { icon: "target", label: "Culprit", command: "kotlinRca.goToCulprit", title: "Go to Culprit" },
  solution: { icon: "lightbulb", label: "Past solution", command: "kotlinRca.openErrorReport", title: "Open Report" },
  source: { icon: "terminal", label: "Printed by", command: "kotlinRca.goToOutput", title: "Go to Output" },
} as const;

function detailItem(node: Exclude<Node, { readonly kind: "error" | "group" }>): vscode.TreeItem {
  const { icon, label, command, title } = DETAILS[node.kind];
  const item = new vscode.TreeItem(node.text);
  item.description = label;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = node.kind;
  item.tooltip = node.text;
  item.accessibilityInformation = { label: `${label}: ${node.text}` };
  item.command = { command, title, arguments: [node] };
  return item;
}
