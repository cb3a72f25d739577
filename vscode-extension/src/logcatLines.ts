import type { LogRow } from "./generated/contract";

const PID_WIDTH = 5;
const TAG_WIDTH = 8;

/** Give an entry as logcat prints it, a line for each of its message: what others read, and the server's parser. */
export function linesOf({ kind, time, pid, tid, level, tag, message }: LogRow): string[] {
  if (kind !== "entry") return [`--------- ${time} ${message}`];
  const head = `${time} ${String(pid).padStart(PID_WIDTH)} ${String(tid).padStart(PID_WIDTH)} ${level} ${tag.padEnd(TAG_WIDTH)}: `;
  return message.split("\n").map((line) => head + line);
}

/** Give entries as the text of a file. */
export function logText(rows: readonly LogRow[]): string {
  return rows.map((row) => linesOf(row).join("\n") + "\n").join("");
}
