/** Give the last part of a path of any system. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
