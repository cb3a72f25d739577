import type { EditorState } from "./generated/contract";

/** Give the parts of `fresh` that differ from what was sent, or undefined where none does. */
export function changedParts(
  sent: Readonly<Partial<EditorState>>,
  fresh: Readonly<Partial<EditorState>>,
): Partial<EditorState> | undefined {
  const names = (Object.keys(fresh) as (keyof EditorState)[]).filter(
    (name) => !(name in sent) || JSON.stringify(sent[name]) !== JSON.stringify(fresh[name]),
  );
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, fresh[name]]));
}
