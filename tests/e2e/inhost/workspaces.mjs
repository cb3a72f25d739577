// The workspaces that the suites run on; each function makes one below a folder and gives what to open.
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { captures } from "./captures.mjs";
import { colours } from "./colours.mjs";
import { debugging } from "./debugging.mjs";
import { devices } from "./devices.mjs";
import { session } from "./session.mjs";
import { addTaskFiles } from "./tasks.mjs";
import { testing } from "./testing.mjs";

export const WORKSPACES = { larder, folders, session, debugging, testing, tasks, captures, colours, devices: withDevices };

function larder({ root, repository }) {
  const folder = join(root, "larder");
  exampleApp(repository, folder);
  const script = "import sys; from pathlib import Path; from tests.heap_dumps.hprof_writer import shop_dump; Path(sys.argv[1]).write_bytes(shop_dump())";
  runPython(repository, script, join(root, "shop.hprof"));
  return { folder };
}

function withDevices({ root, repository }) {
  return devices({ ...larder({ root, repository }), repository });
}

function tasks({ root, repository }) {
  const { folder } = larder({ root, repository });
  addTaskFiles(folder);
  return { folder };
}

/** Two projects in one window; the example app is the second one. */
function folders({ root, repository }) {
  write(join(root, "first", "build.gradle.kts"), "");
  write(
    join(root, "first", "src", "main", "kotlin", "org", "sample", "Greeter.kt"),
    'package org.sample\n\nclass Greeter {\n    fun greet(name: String?): Int = name!!.length\n}\n\nfun main() {\n    Greeter().greet(null)\n}\n',
  );
  exampleApp(repository, join(root, "larder"));
  const workspace = join(root, "both.code-workspace");
  write(workspace, JSON.stringify({ folders: [{ path: "first" }, { path: "larder" }] }));
  return { workspace };
}

function exampleApp(repository, target) {
  const script = "import sys; from pathlib import Path; from examples.history import build; build(Path(sys.argv[1]))";
  runPython(repository, script, target);
  // As the demo is laid out: its tasks fail by a recording, and git knows nothing of it.
  cpSync(join(repository, "vscode-extension", "demo-task"), target, { recursive: true });
  chmodSync(join(target, "gradlew"), 0o755);
  appendFileSync(join(target, ".git", "info", "exclude"), "\ngradlew\ngradlew.bat\n");
}

function runPython(repository, script, target) {
  execFileSync(join(repository, ".venv", "bin", "python"), ["-c", script, target], { cwd: repository, stdio: "inherit" });
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
