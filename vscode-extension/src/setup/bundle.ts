import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The server that the extension carries; `scripts/package.mjs` writes it. */
export interface Bundle {
  /** The wheel's file. */
  readonly wheel: string;
  readonly version: string;
  /** Hash of the wheel: two builds of one version differ in it. */
  readonly sha256: string;
  /** File of versions that were tested together. */
  readonly constraints: string;
  readonly constraintsSha256: string;
  readonly torch: string;
}

/** Read what the extension carries; undefined where it carries none, as when it is run from its sources. */
export async function readBundle(folder: string): Promise<Bundle | undefined> {
  try {
    const told = JSON.parse(await readFile(join(folder, "bundle.json"), "utf8")) as Bundle;
    return { ...told, wheel: join(folder, told.wheel), constraints: join(folder, told.constraints) };
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw problem;
  }
}
