import { noPython, noVenv, pythonTooOld } from "./setupProblems";
import type { Outcome, Run } from "./process";

/** A Python that was asked about itself. */
export interface Interpreter {
  readonly path: string;
  readonly version: readonly [number, number, number];
  /** Whether it can make an environment that has pip. */
  readonly makesVenvs: boolean;
}

/** What the search may look at. */
export interface Places {
  /** The setting `rca.python.path`, empty where it is not set. */
  readonly configured: string;
  readonly selectedPython: () => Promise<string | undefined>;
  /** Folders of `PATH`. */
  readonly path: readonly string[];
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Names in a folder; none where it is not there. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  readonly run: (run: Run) => Promise<Outcome>;
  readonly debian: boolean;
}

const OLDEST: readonly [number, number] = [3, 11];
/** Versions for which every package has a ready build; a newer one is taken only where none of these is there. */
const TESTED: readonly number[] = [11, 12, 13, 14];
const PROBE_MS = 15_000;
/** Runs on any Python, old ones too. */
const PROBE =
  "import sys\n" +
  "def has(name):\n" +
  "    try:\n" +
  "        __import__(name)\n" +
  "        return 1\n" +
  "    except Exception:\n" +
  "        return 0\n" +
  "print('python %d %d %d %d' % (sys.version_info[:3] + (has('venv') and has('ensurepip'),)))";

/** What uv fetches where this machine has no Python that will do. */
const FETCHED = "3.13";
const FETCH_MS = 600_000;

/**
 * Choose the Python that the environment is made from: the configured one, or else the best among the
 * Python extension's, those on `PATH`, those in the usual folders, and one that `uv` fetches where it is installed.
 *
 * @param say takes what is being done, where that takes long
 * @throws SetupProblem where none can do it
 */
export async function chooseInterpreter(places: Places, say: (step: string) => void = () => undefined): Promise<Interpreter> {
  try {
    return await presentInterpreter(places);
  } catch (problem) {
    const fetched = places.configured === "" ? await fetchedInterpreter(places, say) : undefined;
    if (fetched === undefined) throw problem;
    return fetched;
  }
}

/** Let uv fetch a Python; undefined where there is no uv, or it cannot. */
async function fetchedInterpreter(places: Places, say: (step: string) => void): Promise<Interpreter | undefined> {
  const uv = await findUv(places);
  if (uv === undefined) return undefined;
  say(`getting Python ${FETCHED} with uv (30 MB)`);
  const { code } = await places.run({ command: uv, args: ["python", "install", "--no-progress", FETCHED], timeout: FETCH_MS });
  if (code !== 0) return undefined;
  const { output } = await places.run({ command: uv, args: ["python", "find", "--managed-python", FETCHED], timeout: PROBE_MS });
  const interpreter = await ask(output.trim().split(/\r?\n/).at(-1) ?? "", places);
  return interpreter !== undefined && isTested(interpreter) ? interpreter : undefined;
}

/** Find uv on `PATH`, and where its installers put it. */
async function findUv({ path, home, platform, list }: Places): Promise<string | undefined> {
  const windows = platform === "win32";
  const separator = windows ? "\\" : "/";
  const own = [`${home}${separator}.local${separator}bin`, `${home}${separator}.cargo${separator}bin`];
  const name = windows ? "uv.exe" : "uv";
  for (const folder of [...path.filter((each) => isAbsolute(each, windows)), ...own, ...(windows ? [] : ["/opt/homebrew/bin", "/usr/local/bin"])]) {
    if ((await list(folder)).includes(name)) return folder + separator + name;
  }
  return undefined;
}

function isAbsolute(folder: string, windows: boolean): boolean {
  return (windows ? /^[A-Za-z]:[\\/]|^\\\\/ : /^\//).test(folder);
}

async function presentInterpreter(places: Places): Promise<Interpreter> {
  const found: Interpreter[] = [];
  for await (const interpreter of interpreters(places)) {
    if (isTested(interpreter)) return interpreter;
    found.push(interpreter);
  }
  const able = found.filter((each) => isNewEnough(each) && each.makesVenvs);
  const [best] = able;
  if (best !== undefined) return best;
  const lacking = found.find(isNewEnough);
  if (lacking !== undefined) throw noVenv(lacking.path, versionOf(lacking), places.debian);
  if (found.length > 0) throw pythonTooOld(found.map((each) => `${versionOf(each)} (${each.path})`));
  throw noPython(places.configured, getPythonCommand(places));
}

/** Give the command that installs Python on a machine of this kind; undefined where none is known. */
function getPythonCommand({ platform, debian }: Places): string | undefined {
  if (debian) return "sudo apt-get install python3 python3-venv";
  if (platform === "win32") return `winget install Python.Python.${FETCHED}`;
  return platform === "darwin" ? `brew install python@${FETCHED}` : undefined;
}

async function* interpreters(places: Places): AsyncGenerator<Interpreter> {
  const asked = new Set<string>();
  for await (const path of candidates(places)) {
    if (asked.has(path)) continue;
    asked.add(path);
    const interpreter = await ask(path, places);
    if (interpreter !== undefined) yield interpreter;
  }
}

async function* candidates(places: Places): AsyncGenerator<string> {
  if (places.configured !== "") {
    // Falling back to another one would hide the mistake.
    yield places.configured;
    return;
  }
  const selected = await places.selectedPython();
  if (selected !== undefined) yield selected;
  const windows = places.platform === "win32";
  const separator = windows ? "\\" : "/";
  const folders = [...places.path.filter((folder) => isAbsolute(folder, windows)), ...(await usualFolders(places))];
  const held = await Promise.all(folders.map(async (folder) => ({ folder, names: new Set(await places.list(folder)) })));
  const ending = windows ? ".exe" : "";
  for (const name of [...TESTED.map((minor) => `python3.${minor}`), "python3", "python"]) {
    for (const { folder, names } of held) {
      if (names.has(name + ending)) yield folder + separator + name + ending;
    }
  }
}

/** Where installers and version managers put Python without telling `PATH`. */
async function usualFolders({ platform, home, list }: Places): Promise<string[]> {
  const within = async (root: string, rest: string): Promise<string[]> => {
    const names = await list(root);
    return names.filter((name) => /3\.\d+|3\d\d/.test(name)).map((name) => root + (platform === "win32" ? "\\" : "/") + name + rest);
  };
  if (platform === "win32") {
    const roots = [
      `${home}\\AppData\\Local\\Programs\\Python`,
      `${home}\\.pyenv\\pyenv-win\\versions`,
      `${home}\\AppData\\Roaming\\uv\\python`,
      "C:\\Program Files",
    ];
    return (await Promise.all(roots.map((root) => within(root, "")))).flat();
  }
  const managed = [...(await within(`${home}/.pyenv/versions`, "/bin")), ...(await within(`${home}/.local/share/uv/python`, "/bin"))];
  return [...(platform === "darwin" ? ["/opt/homebrew/bin", "/usr/local/bin"] : ["/usr/local/bin", "/usr/bin"]), ...managed];
}

async function ask(path: string, { run }: Places): Promise<Interpreter | undefined> {
  // Not `-I`, which Pythons before 3.4 lack; `-E` keeps variables for another Python away.
  const { code, output } = await run({ command: path, args: ["-E", "-c", PROBE], timeout: PROBE_MS });
  const told = /python (\d+) (\d+) (\d+) ([01])\s*$/.exec(output);
  if (code !== 0 || told === null) return undefined;
  const [major, minor, micro, makesVenvs] = told.slice(1).map(Number);
  return { path, version: [major ?? 0, minor ?? 0, micro ?? 0], makesVenvs: makesVenvs === 1 };
}

function isNewEnough({ version: [major, minor] }: Interpreter): boolean {
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

function isTested(interpreter: Interpreter): boolean {
  return interpreter.version[0] === 3 && TESTED.includes(interpreter.version[1]) && interpreter.makesVenvs;
}

export function versionOf({ version }: Interpreter): string {
  return version.join(".");
}
