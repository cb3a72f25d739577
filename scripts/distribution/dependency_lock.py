"""The lock: every package that users get, for all platforms, with the hashes of its files.

`python -m scripts.distribution.dependency_lock` writes `requirements.lock` from `pyproject.toml` and the
versions of `constraints.txt`; it needs `uv`. `--check` only says whether the lock fits the two.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements.lock"
CONSTRAINTS = ROOT / "constraints.txt"
OLDEST_PYTHON = "3.11"
_HASH = re.compile(r"--hash=(sha256:[0-9a-f]{64})")
_HEAD = """\
# All packages that `pip install kotlin-rca` brings, on every platform, as tested, with hashes of their files.
# Written by `make lock` from pyproject.toml and constraints.txt.
# pip install --require-hashes --requirement requirements.lock && pip install --no-deps kotlin-rca
"""


@dataclass(frozen=True)
class LockedPackage:
    """One line of the lock."""

    name: str
    version: str
    marker: Marker | None
    hashes: tuple[str, ...]

    def is_wanted(self, environment: Mapping[str, str]) -> bool:
        """Return whether a machine with these marker variables gets the package."""
        return self.marker is None or self.marker.evaluate(dict(environment))

    @property
    def requirement(self) -> str:
        """Return the package as pip reads it with `--require-hashes`."""
        return " ".join((f"{self.name}=={self.version}", *(f"--hash={one}" for one in self.hashes)))


def parse_lock(text: str) -> list[LockedPackage]:
    """Return the packages of a lock.

    Raises:
        ValueError: a line is no pinned version with hashes.
    """
    packages = []
    for line in text.replace("\\\n", " ").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        requirement = Requirement(line.partition(" --hash=")[0].strip())
        version = re.fullmatch(r"==([^,*]+)", str(requirement.specifier))
        hashes = tuple(_HASH.findall(line))
        if version is None or not hashes:
            message = f"no pinned version with hashes: {line[:80]}"
            raise ValueError(message)
        packages.append(LockedPackage(requirement.name, version[1], requirement.marker, hashes))
    return packages


def read_lock(path: Path = LOCK) -> list[LockedPackage]:
    """Return the packages of the project's lock."""
    return parse_lock(path.read_text("utf-8"))


def find_mismatches(locked: Iterable[LockedPackage], required: Iterable[str], constraints: str) -> list[str]:
    """Return what is wrong with a lock: packages that are missing, out of range, or not as CI tests them.

    Args:
        locked: the packages of the lock.
        required: the requirements of `pyproject.toml`.
        constraints: the text of `constraints.txt`.
    """
    versions = {canonicalize_name(one.name): one.version for one in locked}
    wrong = []
    for line in required:
        requirement = Requirement(line)
        version = versions.get(canonicalize_name(requirement.name))
        if version is None or version not in requirement.specifier:
            wrong.append(f"{line} is required, and {version or 'nothing'} is locked")
    for line in constraints.splitlines():
        name, _, tested = line.partition("==")
        locked_version = versions.get(canonicalize_name(name))
        if tested and locked_version not in {None, tested}:
            wrong.append(f"{name} {tested} is tested, and {locked_version} is locked")
    return wrong


def mismatches() -> list[str]:
    """Return what is wrong with the project's lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return find_mismatches(read_lock(), project["dependencies"], CONSTRAINTS.read_text("utf-8"))


def write_lock(path: Path = LOCK) -> None:
    """Resolve what users get for all platforms, and write the lock.

    Raises:
        subprocess.CalledProcessError: there is no such set of versions.
    """
    command = [
        *("uv", "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST_PYTHON),
        *("--generate-hashes", "--no-header", "--no-annotate", "--constraint", str(CONSTRAINTS)),
        str(ROOT / "pyproject.toml"),
    ]
    resolved = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout
    path.write_text(_HEAD + resolved, "utf-8")


def main() -> int:
    """Write the lock, or check it; return 1 where it does not fit."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--check", action="store_true")
    if not options.parse_args().check:
        write_lock()
    wrong = mismatches()
    for one in wrong:
        print(one, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
