import type { ProjectFrame } from "./generated/contract";

const FOUND_BY = { words: "Found by words", name: "Named in the text" } as const;

/** Name a place by how it was found: only one that a frame leads to is called by the usual name. */
export function placeHeading({ foundBy }: { readonly foundBy?: ProjectFrame["foundBy"] | undefined }, usual: string): string {
  return foundBy === undefined || foundBy === null ? usual : FOUND_BY[foundBy];
}
