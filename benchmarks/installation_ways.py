"""Install in clean homes as users do: `python -m benchmarks.installation_ways [--wheels FOLDER]`.

Needs `uv` and `pipx` on `PATH`. The wheel of this checkout stands for the released one; all else comes from
the package index, in the newest versions that `pyproject.toml` allows. Of each way: seconds until `rca mcp`
has answered `initialize` and until `rca analyze` has reported a crash of the example app, and megabytes on
disk. `benchmarks.installation` weighs what is fetched, the same files for both. `tests/e2e/platform_vsix.sh`
measures the extension, with and without a network.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.installation import ask_initialize, build_wheel

ROOT = Path(__file__).parents[1]
_APP = ROOT / "examples" / "larder"
_CRASH = _APP / "errors" / "01-crash.txt"


def main() -> int:
    """Measure each way, and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("ways", nargs="*", help=", ".join(WAYS))
    options.add_argument("--wheels", type=Path, help="a folder with the wheel; it is built otherwise")
    given = options.parse_args()
    print("| way | first `initialize` | first report | on disk |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        wheels = given.wheels or build_wheel(Path(name)).parent
        for way in given.ways or WAYS:
            home = Path(name) / way
            home.mkdir()
            print(WAYS[way](home, wheels.resolve()), flush=True)
    return 0


def variables(home: Path, wheels: Path) -> dict[str, str]:
    """Return the environment of a person who has just come, with the released wheel in reach."""
    kept = ("PATH", "LANG", "SSL_CERT_FILE", "PIP_CERT", "PIP_DEFAULT_TIMEOUT", "UV_INDEX_URL")
    return {
        **{name: os.environ[name] for name in kept if name in os.environ},
        "HOME": str(home),
        "PIP_FIND_LINKS": str(wheels),
        "UV_FIND_LINKS": str(wheels),
        "UV_PYTHON": sys.executable,
        "PIPX_DEFAULT_BACKEND": "pip",
    }


def measure_uvx(home: Path, wheels: Path) -> str:
    """Run the server by uvx, without installing it; return the row."""
    environment = variables(home, wheels)
    started = time.perf_counter()
    ask_initialize(["uvx", "kotlin-rca", "mcp"], environment)
    first = time.perf_counter() - started
    report = _time(lambda: _run(["uvx", "kotlin-rca", "analyze", str(_CRASH)], environment))
    again = _time(lambda: ask_initialize(["uvx", "kotlin-rca", "mcp"], environment))
    seconds = f"{first:.0f} s, then {again:.1f} s | {first + report:.0f} s"
    return f"| `uvx kotlin-rca mcp` | {seconds} | {_megabytes(home):.0f} MB |"


def measure_pipx(home: Path, wheels: Path) -> str:
    """Install by pipx; return the row."""
    environment = variables(home, wheels)
    started = time.perf_counter()
    _run(["pipx", "install", "kotlin-rca"], environment)
    rca = str(home / ".local" / "bin" / "rca")
    ask_initialize([rca, "mcp"], environment)
    first = time.perf_counter() - started
    report = _time(lambda: _run([rca, "analyze", str(_CRASH)], environment))
    again = _time(lambda: ask_initialize([rca, "mcp"], environment))
    shutil.rmtree(home / ".cache", ignore_errors=True)
    seconds = f"{first:.0f} s, then {again:.1f} s | {first + report:.0f} s"
    return f"| `pipx install kotlin-rca` | {seconds} | {_megabytes(home):.0f} MB |"


WAYS: Mapping[str, Callable[[Path, Path], str]] = {"uvx": measure_uvx, "pipx": measure_pipx}


def _run(command: list[str], environment: Mapping[str, str]) -> None:
    subprocess.run(command, check=True, cwd=_APP, env=dict(environment), stdout=subprocess.DEVNULL)


def _time(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _megabytes(folder: Path) -> float:
    """Return what a folder takes; a file that has several names there counts once."""
    paths = (Path(parent) / name for parent, _, names in os.walk(folder) for name in names)
    sizes = {(found.st_dev, found.st_ino): found.st_size for found in (path.lstat() for path in paths)}
    return sum(sizes.values()) / 1e6


if __name__ == "__main__":
    sys.exit(main())
