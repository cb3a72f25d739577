import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chooseInterpreter, type Places } from "../../src/setup/interpreters";
import { SetupProblem } from "../../src/setup/setupProblems";
import { run } from "../../src/setup/process";

/** A machine with these Pythons: what each answers to the probe, or undefined where it does not run. */
function machine(pythons: Record<string, string | undefined>, more: Partial<Places> = {}): Places & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    configured: "",
    selectedPython: () => Promise.resolve(undefined),
    path: ["/usr/bin", "relative"],
    home: "/home/me",
    platform: "linux",
    debian: true,
    list: (folder) =>
      Promise.resolve([
        ...new Set(Object.keys(pythons).flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1).split("/")[0] ?? ""] : []))),
      ]),
    run: ({ command }) => {
      asked.push(command);
      const told = pythons[command];
      return Promise.resolve(told === undefined ? { code: 127, output: "" } : { code: 0, output: `noise\npython ${told}\n` });
    },
    ...more,
  };
}

async function problemOf(places: Places): Promise<SetupProblem> {
  try {
    await chooseInterpreter(places);
  } catch (problem) {
    if (problem instanceof SetupProblem) return problem;
    throw problem;
  }
  throw new Error("one was chosen");
}

describe("chooseInterpreter", () => {
  test("the configured one alone counts", async () => {
    const pythons = { "/mine/python": "3 12 1 1", "/usr/bin/python3.11": "3 11 2 1" };
    assert.equal((await chooseInterpreter(machine(pythons, { configured: "/mine/python" }))).path, "/mine/python");
    const wrong = machine({ ...pythons, "/mine/python": "3 9 2 1" }, { configured: "/mine/python" });
    assert.match((await problemOf(wrong)).message, /3\.9\.2 \(\/mine\/python\)/);
    assert.deepEqual(wrong.asked, ["/mine/python"]);
    assert.match((await problemOf(machine(pythons, { configured: "/gone/python" }))).message, /rca\.python\.path names \/gone\/python/);
  });

  test("then the Python extension's, then the most tested version on PATH", async () => {
    const pythons = { "/envs/py": "3 12 0 1", "/usr/bin/python3": "3 13 0 1", "/usr/bin/python3.11": "3 11 2 1" };
    const selected = machine(pythons, { selectedPython: () => Promise.resolve("/envs/py") });
    assert.equal((await chooseInterpreter(selected)).path, "/envs/py");
    assert.equal((await chooseInterpreter(machine(pythons))).path, "/usr/bin/python3.11");
  });

  test("a version that nobody tested is taken only where there is no other", async () => {
    const pythons = { "/usr/bin/python3": "3 17 0 1", "/home/me/.pyenv/versions/3.12.4/bin/python3": "3 12 4 1" };
    assert.equal((await chooseInterpreter(machine(pythons))).path, "/home/me/.pyenv/versions/3.12.4/bin/python3");
    assert.equal((await chooseInterpreter(machine({ "/usr/bin/python3": "3 17 0 1" }))).path, "/usr/bin/python3");
  });

  test("one without venv is passed over, and named where there is no other", async () => {
    const both = machine({ "/usr/bin/python3.11": "3 11 2 0", "/usr/local/bin/python3": "3 12 0 1" });
    assert.equal((await chooseInterpreter(both)).path, "/usr/local/bin/python3");
    const problem = await problemOf(machine({ "/usr/bin/python3.11": "3 11 2 0" }));
    assert.equal(problem.kind, "noVenv");
    assert.match(problem.advice, /python3\.11-venv/);
  });

  test("too old, and none at all, are told apart; what does not run is no Python", async () => {
    const old = await problemOf(machine({ "/usr/bin/python3": "3 9 2 1", "/usr/bin/python": "2 7 18 0" }));
    assert.equal(old.kind, "pythonTooOld");
    assert.match(old.message, /3\.9\.2 \(\/usr\/bin\/python3\), 2\.7\.18/);
    assert.equal((await problemOf(machine({ "/usr/bin/python3": undefined }))).kind, "noPython");
    assert.equal((await problemOf(machine({}))).kind, "noPython");
  });

  test("without Python, uv fetches one where it is installed", async () => {
    const fetched = "/home/me/.local/share/uv/python/cpython-3.13/bin/python3.13";
    const asked: string[] = [];
    const said: string[] = [];
    const places = machine({ "/home/me/.local/bin/uv": "", [fetched]: "3 13 5 1" });
    const run: Places["run"] = (step) => {
      asked.push([step.command, ...step.args].join(" "));
      if (step.command.endsWith("/uv")) return Promise.resolve({ code: 0, output: step.args[1] === "find" ? `${fetched}\n` : "" });
      return step.command === fetched && asked.length > 1 ? places.run(step) : Promise.resolve({ code: 127, output: "" });
    };
    const chosen = await chooseInterpreter({ ...places, run }, (step) => said.push(step));
    assert.equal(chosen.path, fetched);
    assert.deepEqual(asked.filter((line) => line.includes("/uv ")), [
      "/home/me/.local/bin/uv python install --no-progress 3.13",
      "/home/me/.local/bin/uv python find --managed-python 3.13",
    ]);
    assert.match(said.join(), /Python 3\.13 with uv/);
  });

  test("a uv that cannot fetch one leaves the problem as it was, and a configured Python is not replaced", async () => {
    const places = machine({ "/usr/bin/uv": "", "/usr/bin/python3": "3 9 2 1" });
    const run: Places["run"] = (step) => (step.command.endsWith("/uv") ? Promise.resolve({ code: 2, output: "no network" }) : places.run(step));
    assert.equal((await problemOf({ ...places, run })).kind, "pythonTooOld");
    const never: Places["run"] = (step) => (step.command.endsWith("/uv") ? Promise.reject(new Error("uv was asked")) : places.run(step));
    assert.equal((await problemOf({ ...places, run: never, configured: "/gone/python" })).kind, "noPython");
  });

  test("without Python and uv, the command that installs Python is offered", async () => {
    const commands = await Promise.all(
      [{ debian: true }, { platform: "win32" as const, debian: false }, { platform: "darwin" as const, debian: false }].map(async (kind) => {
        const { acts } = await problemOf(machine({}, kind));
        return acts.flatMap((act) => (act.kind === "copy" ? [act.text] : []));
      }),
    );
    assert.deepEqual(commands.flat(), ["sudo apt-get install python3 python3-venv", "winget install Python.Python.3.13", "brew install python@3.13"]);
  });

  test("relative folders of PATH are passed over", async () => {
    assert.equal((await problemOf(machine({ "relative/python3": "3 11 2 1" }))).kind, "noPython");
  });

  for (const root of [
    "C:\\Users\\me\\AppData\\Local\\Programs\\Python\\Python312",
    "C:\\Program Files\\Python312",
    "C:\\Users\\me\\.pyenv\\pyenv-win\\versions\\3.12.4",
    "C:\\Users\\me\\AppData\\Roaming\\uv\\python\\cpython-3.12.4-windows-x86_64-none",
  ]) {
    test(`on Windows it looks for python.exe, in ${root} too`, async () => {
      const path = `${root}\\python.exe`;
      const list = (folder: string): Promise<string[]> =>
        Promise.resolve(path.startsWith(`${folder}\\`) ? [path.slice(folder.length + 1).split("\\")[0] ?? ""] : []);
      const places = machine({ [path]: "3 12 0 1" }, { platform: "win32", home: "C:\\Users\\me", path: [], list });
      assert.equal((await chooseInterpreter(places)).path, path);
    });
  }

  test("this machine's Python answers the probe", async () => {
    const python = process.env["RCA_PYTHON"] ?? "../.venv/bin/python";
    const chosen = await chooseInterpreter(machine({}, { configured: python, run }));
    assert.equal(chosen.version[0], 3);
    assert.ok(chosen.version[1] >= 11);
  });
});
