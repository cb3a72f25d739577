/** How paths of several workspace folders are told apart on the wire; the server's `rca/workspace/roots.py` does the same. */

/** A workspace folder as the contract names it: `prefix` is empty for the first. */
export interface Root {
  readonly path: string;
  readonly prefix: string;
}

/** Give each folder its prefix. `exists` tells whether a path is there; `real` resolves links. */
export function rootsOf(folders: readonly string[], exists: (path: string) => boolean, real: (path: string) => string): Root[] {
  const roots: Root[] = [];
  const known = new Set<string>();
  for (const path of folders) {
    if (known.has(real(path))) continue;
    known.add(real(path));
    roots.push({ path, prefix: freePrefix(roots, real(path), exists) });
  }
  return roots;
}

function freePrefix(roots: readonly Root[], path: string, exists: (path: string) => boolean): string {
  const [first] = roots;
  if (first === undefined) return "";
  const name = path.split(/[\\/]/).at(-1) ?? "";
  for (let number = 1; ; number += 1) {
    const prefix = number === 1 ? name : `${name}~${number}`;
    const isTaken = roots.some((root) => root.prefix === prefix) || exists(`${first.path}/${prefix}`);
    if (prefix !== "" && (!isTaken || number > roots.length + 1)) return prefix;
  }
}

/** Give where a path of the wire may lie, best first. */
export function candidates(roots: readonly Root[], wire: string): string[] {
  const named = roots.filter(({ prefix }) => prefix !== "" && wire.startsWith(`${prefix}/`));
  return [
    ...named.map(({ path, prefix }) => `${path}/${wire.slice(prefix.length + 1)}`),
    ...roots.map(({ path }) => `${path}/${wire}`),
  ];
}
