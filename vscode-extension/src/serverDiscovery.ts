/** How the server is started, and where that was found. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly foundIn: string;
  /** Whether it is the extension's own environment: variables for another Python would break it. */
  readonly isOwn?: true;
}

/** Give the variables that a server is started with. */
export function variables({ isOwn }: Launch, all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...(isOwn === true ? withoutPython(all) : all), PYTHONUNBUFFERED: "1" };
}

/** Leave out variables for another Python: this one would load that one's packages, or refuse to install. */
export function withoutPython(all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !FOREIGN.test(name)));
}

/** No server was found: what was looked at, in words for the user. */
export interface NotFound {
  readonly tried: readonly string[];
  /** The setting that names something unusable, where that is why. */
  readonly setting?: string;
}

/** What the search may look at; everything outside the program comes in here. */
export interface Search {
  /** The setting `rca.server.command`, empty where it is not set. */
  readonly serverCommand: string;
  /** The setting `rca.python.path`, empty where it is not set. */
  readonly pythonPath: string;
  /** Folders of the workspace. */
  readonly folders: readonly string[];
  /** Folders of `PATH`. */
  readonly path: readonly string[];
  readonly windows: boolean;
  readonly isExecutable: (file: string) => Promise<boolean>;
  /** Whether that interpreter is new enough and can import the server. */
  readonly hasServer: (python: string) => Promise<boolean>;
  /** The Python extension's interpreter for the workspace. */
  readonly selectedPython: () => Promise<string | undefined>;
  /** The interpreter of the extension's own environment for the server. */
  readonly ownPython: () => Promise<string | undefined>;
}

const FOREIGN = /^(?:PYTHON.*|PIP_(?:TARGET|PREFIX|USER|REQUIRE_VIRTUALENV)|VIRTUAL_ENV|__PYVENV_LAUNCHER__)$/i;
const VENVS = [".venv", "venv"] as const;
const OWN = "the extension's own environment";

/**
 * Find the server: the setting `rca.server.command`, then `rca.python.path`, then a workspace's own
 * `.venv` or `venv`, then the extension's own environment, then `rca` on `PATH`, then the Python
 * extension's interpreter.
 *
 * A setting that names something unusable ends the search: falling back to another server would
 * hide the mistake.
 */
export async function findServer(search: Search): Promise<Launch | NotFound> {
  if (search.serverCommand !== "") return configuredCommand(search);
  if (search.pythonPath !== "") return configuredPython(search);
  const tried: string[] = [];
  for (const folder of search.folders) {
    for (const name of VENVS) {
      const command = inVenv(folder, name, search.windows);
      if (await search.isExecutable(command)) return server(command, `the workspace's ${name}`);
      tried.push(`${command}: not there`);
    }
  }
  const own = await search.ownPython();
  if (own !== undefined) return ownServer(own);
  tried.push("the extension's own environment: not set up");
  const onPath = await lookUp("rca", search);
  if (onPath !== undefined) return server(onPath, "PATH");
  tried.push("rca on PATH: not found");
  const python = await search.selectedPython();
  if (python === undefined) return { tried: [...tried, "the Python extension: no interpreter chosen"] };
  if (await search.hasServer(python)) return module(python, "the Python extension's interpreter");
  return { tried: [...tried, `${python}: lacks kotlin-rca, or is older than Python 3.11`] };
}

async function configuredCommand(search: Search): Promise<Launch | NotFound> {
  const name = search.serverCommand;
  const named = /[\\/]/.test(name) ? name : await lookUp(name, search);
  // Windows leaves the ending out wherever it shows or takes a program's name.
  for (const command of named === undefined ? [] : search.windows ? [named, `${named}.exe`] : [named]) {
    if (await search.isExecutable(command)) return server(command, "rca.server.command");
  }
  return { tried: [`the setting rca.server.command names ${name}, which is not an executable file`], setting: "rca.server.command" };
}

async function configuredPython(search: Search): Promise<Launch | NotFound> {
  const python = search.pythonPath;
  if (await search.hasServer(python)) return module(python, "rca.python.path");
  // A Python without the server is what the environment is made from.
  const own = await search.ownPython();
  if (own !== undefined) return ownServer(own);
  return { tried: [`the setting rca.python.path names ${python}, which lacks kotlin-rca or is older than Python 3.11`] };
}

async function lookUp(name: string, search: Search): Promise<string | undefined> {
  const file = search.windows && !name.endsWith(".exe") ? `${name}.exe` : name;
  for (const folder of search.path) {
    // A relative entry would be resolved against the workspace, whose files nobody vouched for.
    if (!isAbsolute(folder, search.windows)) continue;
    const command = join(folder, file, search.windows);
    if (await search.isExecutable(command)) return command;
  }
  return undefined;
}

function inVenv(folder: string, name: string, windows: boolean): string {
  return windows ? `${folder}\\${name}\\Scripts\\rca.exe` : `${folder}/${name}/bin/rca`;
}

function isAbsolute(path: string, windows: boolean): boolean {
  return windows ? /^[A-Za-z]:[\\/]|^\\\\/.test(path) : path.startsWith("/");
}

function join(folder: string, file: string, windows: boolean): string {
  const separator = windows ? "\\" : "/";
  return folder.endsWith(separator) ? folder + file : folder + separator + file;
}

function server(command: string, foundIn: string): Launch {
  return { command, args: ["serve"], foundIn };
}

/** Run the server of the extension's own environment, under the variables that it was made under. */
export function ownServer(python: string): Launch {
  return { ...module(python, OWN), isOwn: true };
}

/** `-P` keeps a folder of that name in the workspace from being run instead. */
function module(python: string, foundIn: string): Launch {
  return { command: python, args: ["-P", "-m", "lsp_server", "serve"], foundIn };
}
