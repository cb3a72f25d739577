import { statSync } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";

const LOOK_EVERY_MS = 500;
const READ_BYTES = 1024 * 1024;

/**
 * Give what is added to a file from now on. A file that shrinks was begun anew and is read from its
 * start; one that does not exist is waited for. Nothing waits while it is read.
 */
export function followFile(path: string, add: (text: string) => void): { dispose(): void } {
  let last = statSync(path, { throwIfNoEntry: false });
  let at = last?.size ?? 0;
  let decoder = new TextDecoder();
  let isFollowed = true;
  let isReading = false;
  let hasChanged = false;
  const read = async (): Promise<void> => {
    const file = await open(path, "r");
    try {
      const buffer = Buffer.alloc(READ_BYTES);
      if ((await file.stat()).size < at) at = 0;
      const encoding = await encodingOf(file);
      if (at === 0 || decoder.encoding !== encoding) decoder = new TextDecoder(encoding);
      while (isFollowed) {
        const { bytesRead } = await file.read(buffer, 0, READ_BYTES, at);
        if (bytesRead === 0) return;
        at += bytesRead;
        add(decoder.decode(buffer.subarray(0, bytesRead), { stream: true }));
      }
    } finally {
      await file.close();
    }
  };
  const look = async (): Promise<void> => {
    const now = await stat(path).catch(() => undefined);
    if (!isFollowed || (now?.size === last?.size && now?.mtimeMs === last?.mtimeMs && now?.ino === last?.ino)) return;
    last = now;
    hasChanged = true;
    if (isReading) return;
    isReading = true;
    if ((now?.size ?? 0) === 0) at = 0; // also of a file that is gone
    try {
      while (hasChanged) {
        hasChanged = false;
        await read();
      }
    } catch {
      // It is gone, or locked while it is rotated; the next change is looked at again.
    } finally {
      isReading = false;
    }
  };
  // Polled, because change events are missing on network drives and come before the text on others; and not by watchFile,
  // which overlooks what is added before its own first look.
  const looking = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return {
    dispose: () => {
      isFollowed = false;
      clearInterval(looking);
    },
  };
}

/** What PowerShell redirects to a file is UTF-16, and says so in its first two bytes. */
export async function encodingOf(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  if (bytesRead < 2) return "utf-8";
  const mark = buffer.readUInt16BE(0);
  return mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
}
