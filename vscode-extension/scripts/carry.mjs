// Makes what the extension carries besides its own code: `server/` (the server's wheel, and the versions that
// were tested with it) and `demo/` (the example app with its history, and a task that fails).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { python, repository } from "./python.mjs";

const SOURCES = ["models", "rca", "lsp_server", "pyproject.toml", "README.md", "LICENSE"];
/** The versions of Python that a platform's extension carries wheels for. */
const PYTHONS = ["3.11", "3.12", "3.13", "3.14"];
/** What is built for one machine, or by running: a wheel for every machine has none of it. */
const LEFT_OUT = /(^|\/)(__pycache__|_compiled)$/;

/** Writes the folder `server`. Gives the wheel's size in bytes. */
export function carryServer(target) {
  inTemporary((folder) => {
    const source = join(folder, "source");
    for (const name of SOURCES) {
      cpSync(join(repository, name), join(source, name), { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
    }
    afresh(target);
    const isolation = has("hatchling") ? ["--no-build-isolation"] : [];
    run(["-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", ...isolation, "--wheel-dir", target, source]);
  });
  const [wheel] = readdirSync(target);
  const constraints = "constraints.txt";
  copyFileSync(join(repository, constraints), join(target, constraints));
  const bytes = readFileSync(join(target, wheel));
  const bundle = {
    wheel,
    version: wheel.split("-")[1],
    sha256: hash(bytes),
    constraints,
    constraintsSha256: hash(readFileSync(join(target, constraints))),
    torch: /^torch==(.+)$/m.exec(readFileSync(join(repository, constraints), "utf8"))[1],
  };
  writeFileSync(join(target, "bundle.json"), `${JSON.stringify(bundle, undefined, 2)}\n`);
  return bytes.length;
}

/**
 * Adds a platform's wheels to the folder `server`, for each version of Python that is carried, and says so in its
 * `bundle.json`.
 */
export function carryWheels(target, { target: platform, python: pythons = PYTHONS, wheels }) {
  const folder = join(target, "wheels");
  if (wheels === undefined) {
    const cache = join(repository, ".cache", "wheels");
    const versions = pythons.flatMap((version) => ["--python", version]);
    run(["-m", "scripts.distribution.platform_wheels", platform, "--to", folder, "--cache", cache, ...versions]);
  } else {
    mkdirSync(folder);
    for (const name of readdirSync(wheels).filter((each) => each.endsWith(".whl"))) copyFileSync(join(wheels, name), join(folder, name));
  }
  const file = join(target, "bundle.json");
  const bundle = { ...JSON.parse(readFileSync(file, "utf8")), wheels: "wheels", pythons };
  writeFileSync(file, `${JSON.stringify(bundle, undefined, 2)}\n`);
}

/** Writes the folder `demo`: the history as one file, and beside it what the history leaves out. */
export function carryDemo(target) {
  afresh(target);
  inTemporary((folder) => {
    const app = join(folder, "larder");
    run(["-c", "import sys; from pathlib import Path; from examples.history import build; build(Path(sys.argv[1]))", app]);
    execFileSync("git", ["bundle", "create", "--quiet", join(target, "larder.bundle"), "HEAD", "main"], { cwd: app, stdio: "inherit" });
    cpSync(join(app, "errors"), join(target, "added", "errors"), { recursive: true });
  });
  for (const name of readdirSync("demo-task")) copyFileSync(join("demo-task", name), join(target, "added", name));
  chmodSync(join(target, "added", "gradlew"), 0o755);
}

function afresh(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

function inTemporary(work) {
  const folder = mkdtempSync(join(tmpdir(), "kotlin-rca-package-"));
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args) {
  execFileSync(python(), args, { cwd: repository, stdio: "inherit" });
}

function has(module) {
  try {
    execFileSync(python(), ["-c", `import ${module}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function hash(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}
