// The example app beside a scripted adb server with a phone, in a program of its own.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { endWithUs } from "../editor.mjs";

/** Start the server, and give what to open; `end` ends the server. */
export async function devices({ folder, repository }) {
  const program = spawn(join(repository, ".venv", "bin", "python"), ["-m", "evaluation.devices.server_program"], {
    cwd: repository,
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  endWithUs(program);
  const { value } = await createInterface({ input: program.stdout })[Symbol.asyncIterator]().next();
  const { adb, control } = JSON.parse(value);
  return {
    folder,
    environment: { ANDROID_ADB_SERVER_PORT: String(adb), ADB_SERVER_SOCKET: "", ADB_CONTROL: `http://127.0.0.1:${control}` },
    end: () => void program.stdin.end(),
  };
}
