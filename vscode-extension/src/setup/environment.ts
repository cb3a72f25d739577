import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withoutPython } from "../serverDiscovery";
import { carriedWheels, type Bundle } from "./bundle";
import { versionOf, type Interpreter } from "./interpreters";
import { DISK_BYTES, DISK_BYTES_OF_MODELS, diskFull, doesNotRun, noVenv, onlyFullTorch, problemOf, wheelsMissing } from "./setupProblems";
import type { Outcome, Run } from "./process";

/** What an environment was made of. It is written last: a folder without it is half-made. */
export interface Marker {
  readonly version: string;
  readonly sha256: string;
  readonly constraintsSha256: string;
  readonly python: string;
  /** Whether it can load other embedding models than the packaged one. */
  readonly models?: boolean;
}

/** What the work needs from outside. */
export interface Tools {
  readonly run: (run: Run) => Promise<Outcome>;
  /** Free bytes of a folder's disk. */
  readonly free: (folder: string) => Promise<number>;
  /** Takes what is being done, in words for the user. */
  readonly say: (step: string) => void;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
  readonly debian: boolean;
}

export interface Wishes {
  /** Folder of wheels to install from, without a network; empty for the package index. */
  readonly wheels: string;
  /** The embedding model that the user named; empty for the packaged one, which needs no PyTorch. */
  readonly model: string;
  /** Whether the build of PyTorch with support for graphics cards will do. */
  readonly fullTorch: boolean;
}

const MARKER = "kotlin-rca.json";
/** Where PyTorch's makers put its CPU builds; the default build for Linux brings GBs for graphics cards. */
const TORCH_CPU = "https://download.pytorch.org/whl/cpu";
/** Compiling all modules takes three times as long as the rest, and few of them are ever imported. */
const INSTALL = ["-I", "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off", "--retries", "2", "--no-compile"];
/** pip says so once everything is there and it begins to change the environment. */
const CHANGING = /^Installing collected packages/m;

/** The Python environment that the extension makes for the server and keeps in its own storage. */
export class Environment {
  constructor(
    readonly folder: string,
    private readonly platform: NodeJS.Platform = process.platform,
  ) {}

  /** The environment's interpreter. */
  get python(): string {
    return this.platform === "win32" ? join(this.folder, "Scripts", "python.exe") : join(this.folder, "bin", "python");
  }

  /** What the environment was made of; undefined where there is none, or a half-made one. */
  async marker(): Promise<Marker | undefined> {
    try {
      return JSON.parse(await readFile(join(this.folder, MARKER), "utf8")) as Marker;
    } catch {
      return undefined;
    }
  }

  /** Whether the environment was made, and the Python that it stands on is still on this machine. */
  async isThere(): Promise<boolean> {
    // The link leads nowhere once that Python was removed.
    return (await this.marker()) !== undefined && (await stat(this.python).catch(() => undefined)) !== undefined;
  }

  /** Whether the environment was made of what the extension carries. */
  async isCurrent(bundle: Bundle): Promise<boolean> {
    const marker = await this.marker();
    return marker?.sha256 === bundle.sha256 && marker.constraintsSha256 === bundle.constraintsSha256;
  }

  /**
   * Make the environment, or bring it to what the extension carries; a half-made or broken one is replaced.
   * One that could not be brought up to date, and was not touched, stays as it was.
   *
   * @throws SetupProblem where it cannot be made, in words; the signal's reason where it was cancelled
   */
  async make(bundle: Bundle, choose: () => Promise<Interpreter>, wishes: Wishes, tools: Tools): Promise<void> {
    const before = await this.marker();
    const hasModels = before?.models === true;
    // Another window may have made it while this one waited.
    if ((wishes.model === "" || hasModels) && (await this.isCurrent(bundle)) && (await this.fault(bundle, tools)) === undefined) {
      await this.prepareModel(wishes, tools);
      return;
    }
    if (wishes.wheels !== "" && !(await holdsWheels(wishes.wheels))) throw wheelsMissing(wishes.wheels);
    const models = wishes.model !== "" || hasModels;
    if (before !== undefined && (await this.starts(tools))) {
      if (models && !hasModels) await this.installTorch(bundle, wishes, tools);
      const serverAlone = before.constraintsSha256 === bundle.constraintsSha256 && models === hasModels;
      await this.install(bundle, wheelsFor(bundle, before.python, wishes, models), models, tools, serverAlone);
      await this.finish(bundle, { python: before.python, models }, wishes, tools);
    } else {
      const interpreter = await choose();
      await this.begin(interpreter, models, tools);
      if (models) await this.installTorch(bundle, wishes, tools);
      await this.install(bundle, wheelsFor(bundle, versionOf(interpreter), wishes, models), models, tools, false);
      await this.finish(bundle, { python: versionOf(interpreter), models }, wishes, tools);
    }
  }

  private async begin(interpreter: Interpreter, models: boolean, tools: Tools): Promise<void> {
    tools.say(`creating an environment with Python ${versionOf(interpreter)}`);
    try {
      await rm(this.folder, { recursive: true, force: true });
      await mkdir(dirname(this.folder), { recursive: true });
    } catch (problem) {
      throw problemOf(String(problem), { folder: this.folder, python: interpreter.path, offline: true });
    }
    const free = await tools.free(dirname(this.folder));
    const needed = models ? DISK_BYTES_OF_MODELS : DISK_BYTES;
    if (free < needed) throw diskFull(this.folder, free, needed);
    const { code, output } = await this.run(tools, interpreter.path, ["-I", "-m", "venv", this.folder]);
    if (code === 0) return;
    if (/ensurepip|No module named '?venv/.test(output)) throw noVenv(interpreter.path, versionOf(interpreter), tools.debian);
    throw problemOf(output, { folder: this.folder, python: interpreter.path, offline: true });
  }

  /** Install PyTorch by itself first, from wherever its small build can be found; elsewhere than on Linux there is no other. */
  private async installTorch({ torch }: Bundle, { fullTorch, wheels }: Wishes, tools: Tools): Promise<void> {
    if (fullTorch || wheels !== "" || this.platform !== "linux") return;
    tools.say("fetching PyTorch (190 MB)");
    const build = ["--no-deps", `torch==${torch}+cpu`];
    if ((await this.run(tools, this.python, [...INSTALL, ...build])).code === 0) return;
    const { code, output } = await this.run(tools, this.python, [...INSTALL, ...build, "--index-url", TORCH_CPU]);
    if (code === 0) return;
    const problem = problemOf(output, { folder: this.folder, python: this.python, offline: false });
    if (problem.kind === "diskFull" || problem.kind === "noPip") throw problem;
    // Where the package index cannot be reached either, that is what to say.
    const other = await this.run(tools, this.python, [...INSTALL, "--no-deps", "--dry-run", `torch==${torch}`]);
    throw other.code === 0 ? onlyFullTorch() : problemOf(other.output, { folder: this.folder, python: this.python, offline: false });
  }

  private async install(bundle: Bundle, wheels: string, models: boolean, tools: Tools, serverAlone: boolean): Promise<void> {
    const offline = wheels !== "";
    const from = offline ? ["--no-index", "--find-links", wheels] : [];
    const what = serverAlone
      ? ["--no-index", "--no-deps", "--force-reinstall", bundle.wheel]
      : [...from, "--constraint", bundle.constraints, models ? `${bundle.wheel}[models]` : bundle.wheel];
    tools.say(offline || serverAlone ? "installing the server" : "downloading the server's packages");
    const { code, output } = await this.run(tools, this.python, [...INSTALL, ...what], (line) => {
      const fetched = /^\s*Downloading (\S+?)-\d\S* \(([\d.]+ [MG]B)\)/.exec(line);
      if (fetched !== null) tools.say(`fetching ${fetched[1] ?? ""} (${fetched[2] ?? ""})`);
      else if (CHANGING.test(line)) tools.say("installing the packages; this takes a few minutes");
    });
    if (code === 0) return;
    if (CHANGING.test(output)) await this.spoil();
    throw problemOf(output, { folder: this.folder, python: this.python, offline });
  }

  /** See that the server starts, and only then say what the environment is. */
  private async finish(bundle: Bundle, made: Pick<Marker, "python" | "models">, wishes: Wishes, tools: Tools): Promise<void> {
    tools.say("starting the server for the first time");
    const fault = await this.fault(bundle, tools);
    if (fault !== undefined) {
      await this.spoil();
      throw doesNotRun(fault);
    }
    const marker: Marker = { version: bundle.version, sha256: bundle.sha256, constraintsSha256: bundle.constraintsSha256, ...made };
    const file = join(this.folder, MARKER);
    await writeFile(`${file}.new`, JSON.stringify(marker));
    await rename(`${file}.new`, file);
    await this.prepareModel(wishes, tools);
  }

  /**
   * Export the embedding model that the user named, once on a machine. Without it, also where it is cancelled, searches
   * compare words and say so. The packaged model needs nothing.
   */
  private async prepareModel({ model }: Wishes, tools: Tools): Promise<void> {
    if (model === "") return;
    tools.say("preparing the embedding model (a quarter of a minute, once)");
    await this.run(tools, this.python, ["-P", "-m", "lsp_server", "setup"], undefined, { RCA_EMBEDDING_MODEL: model }).catch(() => undefined);
  }

  /** Why the installed server does not start, or is not the one that was asked for; undefined where all is well. */
  private async fault({ version }: Bundle, tools: Tools): Promise<string | undefined> {
    const { code, output } = await this.run(tools, this.python, ["-P", "-m", "lsp_server", "--version"]);
    const said = output.trim().split("\n").at(-1) ?? "";
    return code === 0 && said.includes(version) ? undefined : said;
  }

  private async starts(tools: Tools): Promise<boolean> {
    return (await tools.run({ command: this.python, args: ["-I", "-c", "import pip"], timeout: 30_000 })).code === 0;
  }

  /** Mark the environment as half-made. */
  private async spoil(): Promise<void> {
    await rm(join(this.folder, MARKER), { force: true });
  }

  private run(
    tools: Tools,
    command: string,
    args: readonly string[],
    onLine?: (line: string) => void,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Outcome> {
    tools.log(`$ ${[command, ...args].join(" ")}`);
    return tools.run({
      command,
      args,
      signal: tools.signal,
      env: { ...withoutPython(process.env), PYTHONUTF8: "1", ...variables },
      onLine: (line) => {
        tools.log(line);
        onLine?.(line);
      },
    });
  }
}

/** Give the folder to install from without a network, empty for the index: the one that is set, or what the extension carries. */
function wheelsFor(bundle: Bundle, python: string, { wheels }: Wishes, models: boolean): string {
  // The extension carries no PyTorch.
  return wheels !== "" || models ? wheels : (carriedWheels(bundle, python) ?? "");
}

async function holdsWheels(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).some((name) => name.endsWith(".whl"));
  } catch {
    return false;
  }
}
