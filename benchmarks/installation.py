"""Weigh and time an installation: `python -m benchmarks.installation [--write docs/design/installation.md]`.

Builds the wheel, fetches what it needs as CI pins it, and installs that into a new environment: bytes down,
bytes on disk for each package, and what it brings only for ChromaDB. Then, with nothing kept from an earlier
run, times `rca mcp` until it has answered `initialize` (bar: 5 s), `rca analyze` of a crash of the example
app, and a search of past solutions by meaning. The folder is removed at the end.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
MARKS = ("<!-- tables: begin -->", "<!-- tables: end -->")
BAR_MB = 350.0
BAR_SECONDS = 5.0
_SHOWN_MB = 1.0
"""Packages from so many MB on have a row of their own."""

_APP = ROOT / "examples" / "larder"
_SOURCES = ("models", "rca", "lsp_server", "pyproject.toml", "README.md", "LICENSE")
_INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "installation", "version": "1"},
    },
}


@dataclass(frozen=True)
class Package:
    """What one package takes: its files and its compiled bytecode, in MB."""

    name: str
    files: float
    bytecode: float
    requires: tuple[str, ...]


def main() -> int:
    """Measure; return 1 where a bar is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", type=Path, help="page with the marks to write the tables between")
    options.add_argument("--extra", help="install this extra, too: models")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build_wheel(folder)
        down, site = install(folder, wheel, given.extra)
        packages = weigh(site)
        seconds = times(folder)
        size = wheel.stat().st_size
    text = page(size, down, packages, seconds)
    if given.write is None:
        print(text)
    else:
        written = given.write.read_text("utf-8")
        before, after = written.split(MARKS[0])[0], written.split(MARKS[1])[1]
        given.write.write_text(f"{before}{MARKS[0]}\n\n{text}\n\n{MARKS[1]}{after}", "utf-8")
    missed = (
        sum(one.files for one in packages) > BAR_MB or seconds["`rca mcp` answers `initialize`"] > BAR_SECONDS
    )
    return 1 if missed else 0


def build_wheel(folder: Path) -> Path:
    """Build the wheel for every machine, without compiled readers; return its file."""
    source = folder / "source"
    for name in _SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "_compiled")
            )
        else:
            shutil.copy(ROOT / name, source / name)
    pip("wheel", "--no-deps", "--wheel-dir", str(folder / "built"), str(source))
    (wheel,) = (folder / "built").glob("*.whl")
    return wheel


def install(folder: Path, wheel: Path, extra: str | None) -> tuple[float, Path]:
    """Install the wheel into a new environment; return the MB fetched, and the folder of the packages."""
    wanted = f"{wheel}[{extra}]" if extra else str(wheel)
    pip("download", "--dest", str(folder / "wheels"), "--constraint", str(ROOT / "constraints.txt"), wanted)
    down = sum(path.stat().st_size for path in (folder / "wheels").iterdir()) / 1e6
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    source = ("--no-index", "--find-links", str(folder / "wheels"))
    pip("--python", str(python_of(folder)), "install", *source, wanted)
    (site,) = environment.glob("lib/python*/site-packages")
    return down, site


def python_of(folder: Path) -> Path:
    """Return the interpreter of the new environment."""
    return folder / "environment" / "bin" / "python"


def pip(*arguments: str) -> None:
    """Run pip; what it says goes to standard error."""
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    subprocess.run(command, check=True, stdout=sys.stderr)


def weigh(site: Path) -> list[Package]:
    """Return what each package takes on disk, the largest first."""
    found = [_weight(distribution) for distribution in distributions(path=[str(site)])]
    return sorted(found, key=lambda one: -one.files - one.bytecode)


def _weight(distribution: Distribution) -> Package:
    files = bytecode = 0
    for file in distribution.files or ():
        path = Path(str(file.locate()))
        if not path.exists():
            continue
        if path.suffix == ".pyc":
            bytecode += path.stat().st_size
        else:
            files += path.stat().st_size
    requires = tuple(one for one in distribution.requires or () if "extra ==" not in one)
    return Package(distribution.metadata["Name"], files / 1e6, bytecode / 1e6, requires)


def needed_by(root: str, packages: Sequence[Package]) -> set[str]:
    """Return the names of a package and of all that it brings."""
    known = {_normal(one.name): one for one in packages}
    found: set[str] = set()
    waiting = [_normal(root)]
    while waiting:
        name = waiting.pop()
        if name in found or name not in known:
            continue
        found.add(name)
        for required in known[name].requires:
            waiting.append(_normal(_name_of(required)))
            if "uvicorn[" in required:  # the one extra that ChromaDB asks for
                waiting += ["httptools", "uvloop", "watchfiles", "websockets", "pyyaml", "python-dotenv"]
    return found


def _name_of(required: str) -> str:
    end = next(
        (at for at, sign in enumerate(required) if not (sign.isalnum() or sign in "-_.")), len(required)
    )
    return required[:end]


def _normal(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


def times(folder: Path) -> dict[str, float]:
    """Return the seconds of first uses, each on an empty data folder."""
    errors = _APP / "errors" / "01-crash.txt"
    search = {"query": "database is locked", "minConfidence": 0}

    def call(*arguments: str) -> Callable[[Mapping[str, str]], object]:
        command = [str(python_of(folder)), "-P", "-m", "lsp_server", *arguments]
        return lambda variables: subprocess.run(
            command, check=True, cwd=_APP, env=dict(variables), stdout=subprocess.DEVNULL
        )

    measured: dict[str, Callable[[Mapping[str, str]], object]] = {
        "`rca mcp` answers `initialize`": lambda variables: ask_initialize(
            [str(python_of(folder)), "-P", "-m", "lsp_server", "mcp"], variables
        ),
        "`rca analyze` of a crash, index included": call("analyze", str(errors)),
        "`rca call vector_search_db`, the model included": call(
            "call", "--wait", "vector_search_db", "--json", json.dumps(search)
        ),
    }
    found: dict[str, float] = {}
    for number, (name, run) in enumerate(measured.items()):
        home = folder / f"home-{number}"
        home.mkdir()
        variables = {"PATH": os.environ["PATH"], "HOME": str(home), "RCA_DATA_DIR": str(home / "data")}
        started = time.perf_counter()
        run(variables)
        found[name] = time.perf_counter() - started
    return found


def ask_initialize(command: Sequence[str], variables: Mapping[str, str]) -> None:
    """Start an MCP server, wait for its answer to `initialize`, and end it.

    Raises:
        RuntimeError: it answered something else.
    """
    process = subprocess.Popen(
        [*command],
        cwd=_APP,
        env=dict(variables),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(_INITIALIZE).encode() + b"\n")
    process.stdin.flush()
    answer = json.loads(process.stdout.readline())
    process.stdin.close()
    process.wait()
    if "result" not in answer:
        message = f"the server answered {answer}"
        raise RuntimeError(message)


def page(wheel: int, down: float, packages: Sequence[Package], seconds: Mapping[str, float]) -> str:
    """Return the tables in Markdown."""
    chroma = needed_by("chromadb", packages)
    of_chroma = [one for one in packages if _normal(one.name) in chroma]
    files, bytecode = (sum(getattr(one, part) for one in packages) for part in ("files", "bytecode"))
    chroma_files, chroma_bytecode = (
        sum(getattr(one, part) for one in of_chroma) for part in ("files", "bytecode")
    )
    lines = [
        f"| what ({sys.platform}, Python {sys.version_info.major}.{sys.version_info.minor}) | |",
        "|---|---|",
        f"| the wheel of Kotlin RCA | {wheel / 1e6:.1f} MB |",
        f"| fetched in all | {down:.0f} MB |",
        f"| on disk, {len(packages)} packages | {files:.0f} MB, and {bytecode:.0f} MB of bytecode |",
        f"| of these ChromaDB and what it needs, {len(of_chroma)} packages | {chroma_files:.0f} MB, and {chroma_bytecode:.0f} MB of bytecode |",  # noqa: E501 - a row
        *(f"| {name} | {value:.1f} s |" for name, value in seconds.items()),
        "",
        "| package | files (MB) | bytecode (MB) | needed by ChromaDB |",
        "|---|---|---|---|",
    ]
    large = [one for one in packages if one.files + one.bytecode >= _SHOWN_MB]
    for one in large:
        mark = "yes" if _normal(one.name) in chroma else ""
        lines.append(f"| {one.name} | {one.files:.1f} | {one.bytecode:.1f} | {mark} |")
    small = [one for one in packages if one not in large]
    rest = (sum(getattr(one, part) for one in small) for part in ("files", "bytecode"))
    lines.append("| {} others | {:.1f} | {:.1f} | |".format(len(small), *rest))
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
