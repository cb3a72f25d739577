import { closeSync, fstatSync, openSync, readSync, unwatchFile, watchFile } from "node:fs";

const LOOK_EVERY_MS = 500;
const READ_BYTES = 1024 * 1024;

/**
 * Give what is added to a file from now on. A file that shrinks was begun anew and is read from its
 * start; one that does not exist is waited for.
 */
export function followFile(path: string, add: (text: string) => void): { dispose(): void } {
  let at = size(path);
  const decoder = new TextDecoder();
  const look = (): void => {
    const now = size(path);
    if (now < at) at = 0;
    while (at < now) {
      const read = readAt(path, at, Math.min(READ_BYTES, now - at));
      if (read.length === 0) return;
      at += read.length;
      add(decoder.decode(read, { stream: true }));
    }
  };
  // Polled, because change events are missing on network drives and come before the text on others.
  watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, look);
  return {
    dispose: () => {
      unwatchFile(path, look);
    },
  };
}

function size(path: string): number {
  try {
    const file = openSync(path, "r");
    try {
      return fstatSync(file).size;
    } finally {
      closeSync(file);
    }
  } catch {
    return 0;
  }
}

function readAt(path: string, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  try {
    const file = openSync(path, "r");
    try {
      return buffer.subarray(0, readSync(file, buffer, 0, length, position));
    } finally {
      closeSync(file);
    }
  } catch {
    return buffer.subarray(0, 0);
  }
}
