import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findServer, variables, type Search } from "../src/serverDiscovery";

/** A machine with these executables, and these interpreters that have the server. */
function machine(files: string[], pythons: string[], more: Partial<Search> = {}): Search {
  return {
    serverCommand: "",
    pythonPath: "",
    folders: ["/app"],
    path: ["/usr/bin", "/opt/bin/"],
    windows: false,
    isExecutable: (file) => Promise.resolve(files.includes(file)),
    hasServer: (python) => Promise.resolve(pythons.includes(python)),
    selectedPython: () => Promise.resolve("/envs/py"),
    ownPython: () => Promise.resolve(undefined),
    ...more,
  };
}

describe("findServer", () => {
  test("the setting for the command wins over all", async () => {
    const search = machine(["/my/rca", "/app/.venv/bin/rca"], [], { serverCommand: "/my/rca", pythonPath: "/py" });
    assert.deepEqual(await findServer(search), { command: "/my/rca", args: ["serve"], foundIn: "rca.server.command" });
  });

  test("a bare name in the setting is looked up on PATH", async () => {
    const found = await findServer(machine(["/opt/bin/rca-next"], [], { serverCommand: "rca-next" }));
    assert.equal("command" in found && found.command, "/opt/bin/rca-next");
  });

  test("on Windows the setting may leave out the ending of the program's name", async () => {
    const found = await findServer(machine(["C:\\venv\\Scripts\\rca.exe"], [], { windows: true, serverCommand: "C:\\venv\\Scripts\\rca" }));
    assert.equal("command" in found && found.command, "C:\\venv\\Scripts\\rca.exe");
  });

  test("a wrong setting ends the search, though another server is there", async () => {
    const found = await findServer(machine(["/usr/bin/rca"], [], { serverCommand: "/gone/rca" }));
    assert.ok("tried" in found && found.tried.length === 1 && /rca\.server\.command.*\/gone\/rca/.test(found.tried[0] ?? ""));
    const python = await findServer(machine(["/usr/bin/rca"], [], { pythonPath: "/gone/python" }));
    assert.ok("tried" in python && /rca\.python\.path.*\/gone\/python/.test(python.tried[0] ?? ""));
  });

  test("the setting for Python runs the module, with the workspace kept off its path", async () => {
    const found = await findServer(machine([], ["/py"], { pythonPath: "/py" }));
    assert.deepEqual(found, { command: "/py", args: ["-P", "-m", "lsp_server", "serve"], foundIn: "rca.python.path" });
  });

  test("then a workspace's .venv, any folder's", async () => {
    const search = machine(["/b/.venv/bin/rca", "/usr/bin/rca"], [], { folders: ["/a", "/b"] });
    const found = await findServer(search);
    assert.equal("command" in found && found.command, "/b/.venv/bin/rca");
  });

  test("then the extension's own environment, before what lies around on PATH", async () => {
    const ownPython = () => Promise.resolve("/store/server/bin/python");
    const found = await findServer(machine(["/usr/bin/rca"], ["/envs/py"], { ownPython }));
    assert.deepEqual("command" in found && [found.command, found.args], ["/store/server/bin/python", ["-P", "-m", "lsp_server", "serve"]]);
    const workspace = await findServer(machine(["/app/venv/bin/rca"], [], { ownPython }));
    assert.equal("command" in workspace && workspace.foundIn, "the workspace's venv");
  });

  test("a Python in the setting that lacks the server is what the environment was made from", async () => {
    const found = await findServer(machine([], [], { pythonPath: "/py", ownPython: () => Promise.resolve("/store/server/bin/python") }));
    assert.equal("command" in found && found.command, "/store/server/bin/python");
  });

  test("a wrong command is told from a server that is nowhere", async () => {
    const wrong = await findServer(machine([], [], { serverCommand: "/gone/rca" }));
    assert.equal("tried" in wrong && wrong.setting, "rca.server.command");
    const none = await findServer(machine([], []));
    assert.ok("tried" in none && none.setting === undefined && none.tried.some((place) => place.includes("not set up")));
  });

  test("then PATH, then the Python extension", async () => {
    const path = await findServer(machine(["/opt/bin/rca"], ["/envs/py"]));
    assert.equal("command" in path && path.foundIn, "PATH");
    const extension = await findServer(machine([], ["/envs/py"]));
    assert.equal("command" in extension && extension.command, "/envs/py");
  });

  test("relative entries of PATH are passed over", async () => {
    assert.ok("tried" in (await findServer(machine(["./rca", "bin/rca"], [], { path: [".", "bin", ""] }))));
  });

  test("on Windows it looks for rca.exe", async () => {
    const venv = "C:\\app\\.venv\\Scripts\\rca.exe";
    const inVenv = await findServer(machine([venv], [], { windows: true, folders: ["C:\\app"] }));
    assert.equal("command" in inVenv && inVenv.command, venv);
    const onPath = await findServer(machine(["C:\\bin\\rca.exe"], [], { windows: true, path: ["C:\\bin"] }));
    assert.equal("command" in onPath && onPath.command, "C:\\bin\\rca.exe");
  });

  test("where nothing is found, every place that was looked at is named", async () => {
    const found = await findServer(machine([], []));
    assert.deepEqual("tried" in found && found.tried, [
      "/app/.venv/bin/rca: not there",
      "/app/venv/bin/rca: not there",
      "the extension's own environment: not set up",
      "rca on PATH: not found",
      "/envs/py: lacks kotlin-rca, or is older than Python 3.11",
    ]);
  });
});

describe("variables", () => {
  const all = { PATH: "/bin", PYTHONPATH: "/ros/lib", PYTHONHOME: "/old", VIRTUAL_ENV: "/other" };

  test("for another Python do not reach the extension's own environment", async () => {
    const launch = await findServer(machine([], [], { ownPython: () => Promise.resolve("/store/python") }));
    assert.ok("command" in launch);
    assert.deepEqual(variables(launch, all), { PATH: "/bin", PYTHONUNBUFFERED: "1" });
  });

  test("are a person's own affair with a server of theirs", async () => {
    const launch = await findServer(machine(["/my/rca"], [], { serverCommand: "/my/rca" }));
    assert.ok("command" in launch);
    assert.deepEqual(variables(launch, all), { ...all, PYTHONUNBUFFERED: "1" });
  });
});
