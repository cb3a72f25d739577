import * as vscode from "vscode";
import { groupNames, type Arrangement } from "./errorArrangement";
import type { ErrorsView } from "./errorsView";

interface Choice<Value> extends vscode.QuickPickItem {
  readonly value: Value;
}

const GROUPS: readonly Choice<Arrangement["groupBy"]>[] = [
  { label: "No Groups", value: "none" },
  { label: "Kind", description: "crashes, failed tests, compile errors, build failures", value: "kind" },
  { label: "State", description: "new, seen, resolved, solved before", value: "state" },
];
const ORDERS: readonly Choice<Arrangement["sortBy"]>[] = [
  { label: "Last Seen", description: "newest first", value: "time" },
  { label: "Count", description: "most frequent first", value: "count" },
  { label: "Place", description: "by file and line", value: "place" },
];

/** Let the person choose what the list is grouped by. */
export async function groupErrors({ errors }: { readonly errors: ErrorsView }): Promise<void> {
  const groupBy = await choose("Group Errors By", GROUPS, errors.arrangement.groupBy);
  if (groupBy !== undefined) errors.arrange({ groupBy });
}

/** Let the person choose the list's order. */
export async function sortErrors({ errors }: { readonly errors: ErrorsView }): Promise<void> {
  const sortBy = await choose("Sort Errors By", ORDERS, errors.arrangement.sortBy);
  if (sortBy !== undefined) errors.arrange({ sortBy });
}

/** Let the person choose which kinds and states are shown; with none of them chosen all are. */
export async function filterErrors({ errors }: { readonly errors: ErrorsView }): Promise<void> {
  const { hidden } = errors.arrangement;
  const { kinds, states } = groupNames(errors.all, hidden);
  const items = [
    { label: "Kinds", kind: vscode.QuickPickItemKind.Separator },
    ...kinds.map((label) => ({ label, picked: !hidden.includes(label) })),
    { label: "States", kind: vscode.QuickPickItemKind.Separator },
    ...states.map((label) => ({ label, picked: !hidden.includes(label) })),
  ];
  const chosen = await vscode.window.showQuickPick(items, { title: "Filter Errors", placeHolder: "Which errors are shown", canPickMany: true });
  if (chosen === undefined) return;
  const shown = chosen.map(({ label }) => label);
  // A list that can show nothing is no filter: of kinds or states with none chosen all are meant.
  const chosenAmong = [kinds, states].filter((names) => names.some((name) => shown.includes(name))).flat();
  errors.arrange({ hidden: chosenAmong.filter((name) => !shown.includes(name)) });
}

async function choose<Value>(title: string, choices: readonly Choice<Value>[], now: Value): Promise<Value | undefined> {
  const items = choices.map((choice) => (choice.value === now ? { ...choice, label: `$(check) ${choice.label}` } : choice));
  return (await vscode.window.showQuickPick(items, { title }))?.value;
}
