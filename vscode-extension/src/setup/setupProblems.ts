/** What a person can do about a problem, by a button. */
export type Act =
  | { readonly label: string; readonly kind: "again" | "choosePython" | "chooseWheels" | "fullTorch" | "showLog" }
  | { readonly label: string; readonly kind: "copy"; readonly text: string }
  | { readonly label: string; readonly kind: "openPage"; readonly address: string };

/** Why the environment could not be made. */
export type ProblemKind =
  | "noPython"
  | "pythonTooOld"
  | "noVenv"
  | "noPip"
  | "diskFull"
  | "notWritable"
  | "noNetwork"
  | "untrustedCertificate"
  | "packageMissing"
  | "wheelsMissing"
  | "onlyFullTorch"
  | "doesNotBuild"
  | "doesNotRun"
  | "failed";

/** A failed set-up in words: what is wrong, what to do, and buttons for that. */
export class SetupProblem extends Error {
  constructor(
    readonly kind: ProblemKind,
    message: string,
    readonly advice: string,
    readonly acts: readonly Act[],
  ) {
    super(message);
    this.name = "SetupProblem";
  }
}

const AGAIN: Act = { label: "Try Again", kind: "again" };
const PYTHON: Act = { label: "Choose Python…", kind: "choosePython" };
const GET_PYTHON: Act = { label: "Get Python", kind: "openPage", address: "https://www.python.org/downloads/" };
const WHEELS: Act = { label: "Choose Wheel Folder…", kind: "chooseWheels" };
const LOG: Act = { label: "Show Log", kind: "showLog" };

/** How much the server's environment takes, and how much with another embedding model: measured on Linux with the CPU build of PyTorch. */
export const DISK_BYTES = 800_000_000;
export const DISK_BYTES_OF_MODELS = 2_200_000_000;

/**
 * @param configured the Python that a setting names, empty where none does
 * @param command what installs Python on this machine, where that is known
 */
export function noPython(configured: string, command?: string): SetupProblem {
  if (configured !== "") {
    return new SetupProblem("noPython", `The setting rca.python.path names ${configured}, which is not Python.`, "Correct or clear it.", [PYTHON, AGAIN]);
  }
  const advice = command === undefined ? "Install Python 3.11 or newer" : `Run “${command}”, or install Python 3.11 or newer`;
  return new SetupProblem("noPython", "No Python was found on this machine.", `${advice}, then try again.`, [
    ...(command === undefined ? [] : [{ label: "Copy Command", kind: "copy" as const, text: command }]),
    GET_PYTHON,
    AGAIN,
    PYTHON,
  ]);
}

/** @param found the interpreters that are too old, each with its version, as `3.9.2 (/usr/bin/python3)` */
export function pythonTooOld(found: readonly string[]): SetupProblem {
  return new SetupProblem(
    "pythonTooOld",
    `Kotlin RCA needs Python 3.11 or newer; found: ${found.join(", ")}.`,
    "Install a newer Python beside it, then try again.",
    [GET_PYTHON, AGAIN, PYTHON],
  );
}

/** @param debian whether a Debian package brings what is missing */
export function noVenv(python: string, version: string, debian: boolean): SetupProblem {
  const command = `sudo apt-get install python${version.split(".").slice(0, 2).join(".")}-venv`;
  return new SetupProblem(
    "noVenv",
    `Python ${version} (${python}) lacks the modules venv or ensurepip.`,
    debian ? `Run “${command}”, then try again.` : "Install them, or choose another Python.",
    debian ? [AGAIN, { label: "Copy Command", kind: "copy", text: command }, PYTHON] : [AGAIN, PYTHON],
  );
}

export function noPip(python: string): SetupProblem {
  return new SetupProblem("noPip", `The environment created by ${python} has no pip.`, "Choose another Python.", [PYTHON, LOG]);
}

/** @param free bytes, where they are known */
export function diskFull(folder: string, free?: number, needed = DISK_BYTES): SetupProblem {
  const has = free === undefined ? "ran full" : `has ${gigabytes(free)} free`;
  return new SetupProblem(
    "diskFull",
    `The disk of ${folder} ${has}; the server needs ${gigabytes(needed)}.`,
    "Free disk space, then try again.",
    [AGAIN, LOG],
  );
}

export function wheelsMissing(folder: string): SetupProblem {
  return new SetupProblem("wheelsMissing", `The wheel folder ${folder} contains no wheels.`, "Choose another one, or clear the setting rca.python.wheels.", [
    WHEELS,
    AGAIN,
  ]);
}

export function onlyFullTorch(): SetupProblem {
  return new SetupProblem(
    "onlyFullTorch",
    "The small CPU build of PyTorch could not be reached.",
    "The full build works too, but downloads about 3 GB.",
    [AGAIN, { label: "Install the Full Build", kind: "fullTorch" }, LOG],
  );
}

export function doesNotRun(reason: string): SetupProblem {
  return new SetupProblem("doesNotRun", `The server was installed, but does not start: ${reason}.`, "See the log for details.", [AGAIN, PYTHON, LOG]);
}

/** Say what the output of a failed step means. `offline` tells that a wheel folder was used. */
export function problemOf(output: string, { folder, python, offline }: { folder: string; python: string; offline: boolean }): SetupProblem {
  if (/No space left on device|Errno 28\b|not enough space on the disk|ENOSPC|Disk quota exceeded/i.test(output)) return diskFull(folder);
  if (/No module named '?pip\b/.test(output)) return noPip(python);
  if (/CERTIFICATE_VERIFY_FAILED|certificate verify failed/i.test(output)) {
    return new SetupProblem(
      "untrustedCertificate",
      "This machine does not trust the certificate of the package index.",
      "Set your network's certificate in pip (pip config set global.cert FILE), or use a folder of wheels.",
      [AGAIN, WHEELS, LOG],
    );
  }
  if (!offline && NO_NETWORK.test(output)) {
    return new SetupProblem("noNetwork", "The package index cannot be reached.", "Check the network and its proxy, or use a folder of wheels.", [
      AGAIN,
      WHEELS,
      LOG,
    ]);
  }
  const missing = /No matching distribution found for ([^\s(]+)/.exec(output)?.[1];
  if (missing !== undefined) {
    return new SetupProblem(
      "packageMissing",
      offline ? `The wheel folder lacks ${missing} for this machine and Python.` : `${missing} is not available for this machine and Python.`,
      offline ? "Fill it with “pip download” on a similar machine." : "Choose another Python: 3.11 is tested best.",
      offline ? [WHEELS, AGAIN, LOG] : [PYTHON, LOG],
    );
  }
  if (/Permission denied|Errno 13\b|Access is denied|Read-only file system|EACCES|EROFS/i.test(output)) {
    return new SetupProblem("notWritable", `${folder} cannot be written.`, "Make it writable, then try again.", [AGAIN, LOG]);
  }
  if (/Failed building wheel|subprocess-exited-with-error|metadata-generation-failed/.test(output)) {
    return new SetupProblem("doesNotBuild", "A package has no prebuilt version for this machine and Python.", "Choose another Python: 3.11 is tested best.", [
      PYTHON,
      LOG,
    ]);
  }
  return new SetupProblem("failed", `The server could not be installed: ${lastWords(output)}`, "See the log for details.", [AGAIN, LOG]);
}

const NO_NETWORK =
  /Failed to establish a new connection|name resolution|getaddrinfo failed|Name or service not known|nodename nor servname|NameResolutionError|Connect(?:ion)?Timeout|ReadTimeout|timed out|ProxyError|Network is unreachable|Connection (?:refused|reset|aborted)|Connection broken/i;

function lastWords(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const error = lines.findLast((line) => /^(?:ERROR|Error|error)\b/.test(line)) ?? lines.at(-1) ?? "it printed nothing";
  return error.length > 200 ? `${error.slice(0, 200)}…` : error;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
