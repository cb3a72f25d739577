"""The official inspector on its command line, installed once into the cache of this checkout."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
CACHE = HERE.parents[2] / ".cache" / "mcp-inspector"
NODE = "22.23.3"
"""The inspector needs this Node or a later one; where there is none, npm has it as a package."""

_SYSTEMS = {"Linux": "linux", "Darwin": "darwin"}
_MACHINES = {"x86_64": "x64", "aarch64": "arm64", "arm64": "arm64"}


class NotInstalledError(Exception):
    """npm could not install it; the message is npm's."""


@dataclass(frozen=True)
class Inspector:
    """Runs one method against one server and gives what the inspector prints."""

    command: tuple[str, ...]
    environment: dict[str, str]

    def __call__(self, *arguments: str) -> tuple[int, dict, str]:
        """Run it; give its exit code, the JSON that it printed, and what went to standard error."""
        done = subprocess.run(
            [*self.command, *arguments, "--format", "json"],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        return done.returncode, json.loads(done.stdout or "{}"), done.stderr


def install(environment: dict[str, str], home: Path) -> Inspector:
    """Install what the lock file pins, unless that was done, and give it with a home of its own."""
    node = _node()
    pinned = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()[:12]
    folder = CACHE / pinned
    if not (folder / "installed").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder)
        _npm("ci", folder)
        (folder / "installed").touch()
    program = folder / "node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js"
    return Inspector((str(node), str(program)), {**environment, "HOME": str(home)})


def _node() -> Path:
    """Return a Node that is new enough: this machine's, else one from npm."""
    found = shutil.which("node")
    if found is not None:
        said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
        if _version(said) >= _version(NODE):
            return Path(found)
    system, machine = _SYSTEMS.get(platform.system()), _MACHINES.get(platform.machine())
    folder = CACHE / f"node-{NODE}"
    program = folder / "node_modules" / f"node-{system}-{machine}" / "bin" / "node"
    if not program.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        _npm("install", folder, f"node-{system}-{machine}@{NODE}")
    return program


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.strip().lstrip("v").split(".") if part.isdigit())


def _npm(command: str, folder: Path, *packages: str) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NotInstalledError("there is no npm")
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    done = subprocess.run(
        [npm, command, "--prefix", str(folder), *quiet, *packages],
        cwd=folder,
        env={**os.environ, "npm_config_engine_strict": "false"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if done.returncode:
        raise NotInstalledError(done.stderr[-1000:])
