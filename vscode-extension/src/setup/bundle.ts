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
  /** Folder of the wheels of all that the server needs, in the extension of one platform; undefined in the universal one. */
  readonly wheels?: string;
  /** The versions of Python, as `3.12`, that these wheels are for. */
  readonly pythons?: readonly string[];
}

/** Give the folder of wheels that the extension carries for a version of Python, as `3.12.4`; undefined where it has none. */
export function carriedWheels({ wheels, pythons }: Bundle, python: string): string | undefined {
  return pythons?.includes(python.split(".").slice(0, 2).join(".")) === true ? wheels : undefined;
}

/** Read what the extension carries; undefined where it carries none, as when it is run from its sources. */
export async function readBundle(folder: string): Promise<Bundle | undefined> {
  try {
    const told = JSON.parse(await readFile(join(folder, "bundle.json"), "utf8")) as Bundle;
    const wheels = told.wheels === undefined ? {} : { wheels: join(folder, told.wheels) };
    return { ...told, wheel: join(folder, told.wheel), constraints: join(folder, told.constraints), ...wheels };
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw problem;
  }
}
