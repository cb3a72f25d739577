import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, beforeEach, describe, test } from "node:test";
import type { Bundle } from "../../src/setup/bundle";
import { Environment, type Tools, type Wishes } from "../../src/setup/environment";
import type { Interpreter } from "../../src/setup/interpreters";
import { SetupProblem } from "../../src/setup/setupProblems";
import type { Outcome, Run } from "../../src/setup/process";

const PYTHON: Interpreter = { path: "/usr/bin/python3", version: [3, 11, 2], makesVenvs: true };
const ONLINE: Wishes = { wheels: "", model: "", fullTorch: false };
const OTHER_MODEL: Wishes = { ...ONLINE, model: "/models/mine" };
const BUNDLE: Bundle = {
  wheel: "/ext/server/kotlin_rca-0.1.0-py3-none-any.whl",
  version: "0.1.0",
  sha256: "one",
  constraints: "/ext/server/constraints.txt",
  constraintsSha256: "versions",
  torch: "2.13.0",
};

let root = "";
let environment: Environment;
/** What a step answers instead of succeeding, by a text that its command holds. */
let answers: [string, Outcome][] = [];
let ran: string[] = [];
let said: string[] = [];
let free = 50e9;
const roots: string[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "kotlin-rca-environment-"));
  roots.push(root);
  environment = new Environment(join(root, "storage", "server"), "linux");
  [answers, ran, said, free] = [[], [], [], 50e9];
});
after(() => Promise.all(roots.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Stands for Python and pip: makes what they make, says what they say. */
async function fake({ command, args, onLine, signal }: Run): Promise<Outcome> {
  const line = [command, ...args].join(" ");
  ran.push(line);
  signal?.throwIfAborted();
  const answer = answers.find(([part]) => line.includes(part))?.[1];
  for (const each of answer?.output.split("\n") ?? []) onLine?.(each);
  if (answer !== undefined) return answer;
  if (line.includes("-m venv")) {
    await mkdir(join(environment.folder, "bin"), { recursive: true });
    await symlink(process.execPath, environment.python);
  }
  return { code: 0, output: line.includes("--version") ? "rca, version 0.1.0\n" : "" };
}

function tools(more: Partial<Tools> = {}): Tools {
  return {
    run: fake,
    free: () => Promise.resolve(free),
    say: (step) => said.push(step),
    log: () => undefined,
    signal: new AbortController().signal,
    debian: true,
    ...more,
  };
}

function make(wishes = ONLINE, bundle = BUNDLE, more: Partial<Tools> = {}): Promise<void> {
  return environment.make(bundle, () => Promise.resolve(PYTHON), wishes, tools(more));
}

async function problem(making: Promise<void>): Promise<SetupProblem> {
  try {
    await making;
  } catch (thrown) {
    if (thrown instanceof SetupProblem) return thrown;
    throw thrown;
  }
  throw new Error("it was made");
}

describe("a new environment", () => {
  test("is made step by step, without PyTorch, and marked last", async () => {
    await make();
    const [venv, server, version, ...more] = ran;
    assert.match(venv ?? "", /python3 -I -m venv .*\/storage\/server$/);
    assert.match(server ?? "", /pip install .*--constraint \/ext\/server\/constraints\.txt .*\.whl$/);
    assert.match(version ?? "", /lsp_server --version/);
    assert.deepEqual(more, []);
    assert.deepEqual(await environment.marker(), { version: "0.1.0", sha256: "one", constraintsSha256: "versions", python: "3.11.2", models: false });
    assert.ok((await environment.isThere()) && (await environment.isCurrent(BUNDLE)));
  });

  test("for another model takes PyTorch's small build first, and prepares the model last", async () => {
    const given: Run[] = [];
    const run = (step: Run): Promise<Outcome> => {
      given.push(step);
      return fake(step);
    };
    await make(OTHER_MODEL, BUNDLE, { run });
    const [venv, torch, server, version, search] = ran;
    assert.match(venv ?? "", /python3 -I -m venv .*\/storage\/server$/);
    assert.match(torch ?? "", /pip install .*--no-deps torch==2\.13\.0\+cpu$/);
    assert.match(server ?? "", /pip install .*--constraint \/ext\/server\/constraints\.txt .*\.whl\[models\]$/);
    assert.match(version ?? "", /lsp_server --version/);
    assert.match(search ?? "", /lsp_server setup$/);
    assert.equal(given.at(-1)?.env?.["RCA_EMBEDDING_MODEL"], "/models/mine");
    assert.equal((await environment.marker())?.models, true);
  });

  test("of a platform's extension is made of the wheels that it carries, for the Pythons that they are for", async () => {
    const carrying: Bundle = { ...BUNDLE, wheels: "/ext/server/wheels", pythons: ["3.11", "3.12"] };
    await make(ONLINE, carrying);
    assert.match(ran[1] ?? "", /--no-index --find-links \/ext\/server\/wheels --constraint/);
    await rm(environment.folder, { recursive: true });
    ran = [];
    await make(ONLINE, { ...carrying, pythons: ["3.12"] });
    assert.ok(!(ran[1] ?? "").includes("--no-index"));
    await rm(environment.folder, { recursive: true });
    ran = [];
    await make(OTHER_MODEL, carrying);
    assert.ok(ran.every((line) => !line.includes("--no-index")));
  });

  test("that is there already is only looked at", async () => {
    await make();
    ran = [];
    await make();
    assert.deepEqual(ran.map((line) => line.split("lsp_server ")[1]), ["--version"]);
  });

  test("gets what another model needs once one is named, and keeps it", async () => {
    await make();
    ran = [];
    await make(OTHER_MODEL);
    const pips = ran.filter((line) => line.includes("pip install"));
    assert.equal(pips.length, 2);
    assert.match(pips[0] ?? "", /torch==2\.13\.0\+cpu$/);
    assert.match(pips[1] ?? "", /\.whl\[models\]$/);
    assert.ok(!ran.some((line) => line.includes("-m venv")));
    assert.equal((await environment.marker())?.models, true);
    ran = [];
    await make(OTHER_MODEL);
    assert.deepEqual(ran.map((line) => line.split("lsp_server ")[1]), ["--version", "setup"]);
    ran = [];
    await make(ONLINE, { ...BUNDLE, sha256: "two", constraintsSha256: "others" });
    assert.ok(ran.some((line) => line.endsWith(".whl[models]")));
  });

  test("is used where its model could not be prepared: words are compared then", async () => {
    answers = [["lsp_server setup", { code: 1, output: "Past solutions are found by their words alone: no" }]];
    await make(OTHER_MODEL);
    assert.ok(await environment.isCurrent(BUNDLE));
  });

  test("comes from a folder of wheels without touching a network", async () => {
    const wheels = join(root, "wheels");
    assert.equal((await problem(make({ ...OTHER_MODEL, wheels }))).kind, "wheelsMissing");
    await mkdir(wheels);
    await writeFile(join(wheels, "torch-2.13.0+cpu-cp311.whl"), "");
    await make({ ...OTHER_MODEL, wheels });
    const pips = ran.filter((line) => line.includes("pip install"));
    assert.ok(pips.length > 0 && pips.every((line) => line.includes(`--no-index --find-links ${wheels}`)), pips.join("\n"));
  });

  test("tells what is fetched", async () => {
    answers = [["--constraint", { code: 0, output: "Collecting x\n  Downloading chromadb-1.5.9-cp39-abi3.whl (23.3 MB)\nInstalling collected packages: a, b" }]];
    await make();
    assert.ok(said.includes("fetching chromadb (23.3 MB)"));
    assert.ok(said.some((step) => step.startsWith("installing the packages")));
  });

  test("PyTorch's own index is asked where the configured one lacks the small build; the full one never without leave", async () => {
    const lacking = { code: 1, output: "ERROR: No matching distribution found for torch==2.13.0+cpu" };
    answers = [["+cpu", lacking]];
    const only = await problem(make(OTHER_MODEL));
    assert.equal(only.kind, "onlyFullTorch");
    assert.ok(only.acts.some((act) => act.kind === "fullTorch"));
    assert.equal(ran.filter((line) => line.includes("+cpu")).length, 2);
    ran = [];
    await make({ ...OTHER_MODEL, fullTorch: true });
    assert.ok(!ran.some((line) => line.includes("+cpu")));
    ran = [];
    await rm(environment.folder, { recursive: true });
    answers = [["torch==", { code: 1, output: "NewConnectionError: Failed to establish a new connection" }]];
    assert.equal((await problem(make(OTHER_MODEL))).kind, "noNetwork");
  });
});

describe("what goes wrong", () => {
  test("a full disk is seen before anything is fetched", async () => {
    free = 400e6;
    const full = await problem(make());
    assert.equal(full.kind, "diskFull");
    assert.ok(!ran.some((line) => line.includes("pip")));
    free = 1e9;
    assert.match((await problem(make(OTHER_MODEL))).message, /has 1\.0 GB free; the server needs 2\.2 GB/);
    await make();
  });

  test("a disk that fills up meanwhile leaves a half-made environment, which is replaced", async () => {
    answers = [["--constraint", { code: 1, output: "Installing collected packages: a\nOSError: [Errno 28] No space left on device" }]];
    assert.equal((await problem(make())).kind, "diskFull");
    assert.equal(await environment.isThere(), false);
    const left = join(environment.folder, "left-behind");
    await writeFile(left, "");
    answers = [];
    await make();
    await assert.rejects(readFile(left));
    assert.ok(await environment.isThere());
  });

  test("a Python without ensurepip is told from one that lacks the disk", async () => {
    answers = [["-m venv", { code: 1, output: "The virtual environment was not created successfully because ensurepip is not available." }]];
    assert.equal((await problem(make())).kind, "noVenv");
  });

  test("a server that does not start is no environment", async () => {
    answers = [["--version", { code: 1, output: "Traceback\nImportError: libgomp.so.1: cannot open shared object file" }]];
    const broken = await problem(make());
    assert.equal(broken.kind, "doesNotRun");
    assert.match(broken.message, /libgomp/);
    assert.equal(await environment.isThere(), false);
  });

  test("a storage that cannot be written is named", async () => {
    await writeFile(join(root, "storage"), "a file where the folder should be");
    await assert.rejects(make(), SetupProblem);
  });

  test("a cancelled set-up ends, and leaves nothing that would be taken for an environment", async () => {
    const abort = new AbortController();
    const cancelled = new Error("cancelled");
    const run = (step: Run): Promise<Outcome> => {
      if (step.args.includes("pip")) abort.abort(cancelled);
      return fake(step);
    };
    await assert.rejects(make(ONLINE, BUNDLE, { run, signal: abort.signal }), cancelled);
    assert.equal(await environment.isThere(), false);
  });

  test("a Python that was removed from under the environment", async () => {
    await make();
    await rm(environment.python);
    await symlink("/gone/python3.11", environment.python);
    assert.equal(await environment.isThere(), false);
  });
});

describe("another version of the extension", () => {
  const next: Bundle = { ...BUNDLE, version: "0.2.0", sha256: "two", wheel: "/ext/server/kotlin_rca-0.2.0.whl" };
  const told: [string, Outcome] = ["--version", { code: 0, output: "rca, version 0.2.0" }];

  beforeEach(async () => {
    await make();
    ran = [];
    answers = [told];
  });

  test("replaces the server alone, without a network, where the versions of the rest are the same", async () => {
    assert.equal(await environment.isCurrent(next), false);
    await make(ONLINE, next);
    assert.ok(ran.some((line) => line.includes("--no-index --no-deps --force-reinstall /ext/server/kotlin_rca-0.2.0.whl")));
    assert.ok(!ran.some((line) => line.includes("-m venv") || line.includes("torch")));
    assert.equal((await environment.marker())?.sha256, "two");
  });

  test("brings the rest along where it changed", async () => {
    await make(ONLINE, { ...next, constraintsSha256: "others" });
    assert.ok(ran.some((line) => line.includes("--constraint")));
    assert.ok(!ran.some((line) => line.includes("-m venv")));
  });

  test("that cannot be fetched leaves the old one usable; one that broke half-way does not", async () => {
    const others = { ...next, constraintsSha256: "others" };
    answers = [["--constraint", { code: 1, output: "Failed to establish a new connection" }]];
    assert.equal((await problem(make(ONLINE, others))).kind, "noNetwork");
    assert.equal((await environment.marker())?.sha256, "one");
    answers = [["--constraint", { code: 1, output: "Installing collected packages: a\nERROR: broken" }]];
    assert.equal((await problem(make(ONLINE, others))).kind, "failed");
    assert.equal(await environment.isThere(), false);
  });

  test("an environment whose pip is gone is made anew", async () => {
    answers = [told, ["import pip", { code: 1, output: "" }]];
    await make(ONLINE, next);
    assert.ok(ran.some((line) => line.includes("-m venv")) && dirname(environment.python).startsWith(environment.folder));
  });
});
