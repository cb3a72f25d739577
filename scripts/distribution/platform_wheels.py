"""The wheels of a platform: `python -m scripts.distribution.platform_wheels linux-x64 --to FOLDER`.

Fetches what the lock names for each Python version that the extension carries, with pip and by its hashes.
With `--dry-run` pip only resolves: nothing is fetched, and a package without a wheel is named.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from scripts.distribution.dependency_lock import LockedPackage, read_lock
from scripts.distribution.vsix_platforms import LEFT_OUT, PLATFORMS, PYTHONS, VsixPlatform

_MISSING = re.compile(r"No matching distribution found for ([A-Za-z0-9._-]+)")


def wanted_packages(
    locked: Sequence[LockedPackage], platform: VsixPlatform, python: str
) -> list[LockedPackage]:
    """Return the packages of the lock that a platform gets with a Python version."""
    environment = platform.marker_environment(python)
    return [one for one in locked if one.is_wanted(environment)]


def pip_selection(platform: VsixPlatform, python: str) -> list[str]:
    """Return pip's options that choose the files of another machine."""
    tags = [part for tag in platform.tags for part in ("--platform", tag)]
    return ["--only-binary", ":all:", "--implementation", "cp", "--python-version", python, *tags]


def fetch_wheels(
    platform: VsixPlatform, python: str, packages: Sequence[LockedPackage], folder: Path
) -> None:
    """Fetch the wheels of packages into a folder; those that lie there are taken from it.

    Raises:
        subprocess.CalledProcessError: a package has no wheel, or a file another hash.
    """
    arguments = ["download", "--no-deps", "--dest", str(folder), "--find-links", str(folder)]
    _pip([*arguments, *pip_selection(platform, python)], packages)


def find_missing(platform: VsixPlatform, python: str, packages: Sequence[LockedPackage]) -> list[str]:
    """Return the names of packages that have no wheel for a platform; nothing is fetched.

    Raises:
        subprocess.CalledProcessError: pip failed for another reason.
    """
    rest, missing = list(packages), list[str]()
    while rest:
        with tempfile.TemporaryDirectory() as nowhere:
            arguments = ["install", "--dry-run", "--ignore-installed", "--no-deps", "--target", nowhere]
            try:
                _pip([*arguments, *pip_selection(platform, python)], rest)
            except subprocess.CalledProcessError as problem:
                found = _MISSING.search(problem.stderr)
                if found is None or found[1] not in {one.name for one in rest}:
                    raise
                missing.append(found[1])
                rest = [one for one in rest if one.name != found[1]]
            else:
                break
    return missing


def _pip(arguments: Sequence[str], packages: Sequence[LockedPackage]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        requirements = Path(folder) / "requirements.txt"
        requirements.write_text("\n".join(one.requirement for one in packages), "utf-8")
        command = [sys.executable, "-m", "pip", *arguments, "--quiet", "--disable-pip-version-check"]
        command += ["--no-input", "--require-hashes", "--requirement", str(requirements)]
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)
        except subprocess.CalledProcessError as problem:
            problem.add_note(problem.stderr[-2000:])
            raise


def main() -> int:
    """Fetch the wheels of one platform, or say what it lacks; return 1 where something is missing."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("target", choices=[*PLATFORMS, *LEFT_OUT])
    options.add_argument("--to", type=Path, help="the folder; what it holds of other versions is removed")
    options.add_argument("--cache", type=Path, help="a folder that keeps fetched wheels for the next time")
    options.add_argument("--python", action="append", choices=PYTHONS, help="only this version")
    options.add_argument("--dry-run", action="store_true", help="fetch nothing, name what is missing")
    given = options.parse_args()
    platform = (PLATFORMS | LEFT_OUT)[given.target]
    locked = read_lock()
    lacking = False
    if not given.dry_run and given.to is None:
        options.error("--to FOLDER, or --dry-run")
    with tempfile.TemporaryDirectory() as temporary:
        for python in given.python or PYTHONS:
            packages = wanted_packages(locked, platform, python)
            if given.dry_run:
                missing = find_missing(platform, python, packages)
                lacking = lacking or bool(missing)
                said = f"no wheel of {', '.join(missing)}" if missing else "all wheels are there"
                print(f"{platform.target}, Python {python}: {len(packages)} packages, {said}", flush=True)
                continue
            cache = (given.cache or Path(temporary)) / platform.target
            cache.mkdir(parents=True, exist_ok=True)
            fetch_wheels(platform, python, packages, cache)
        if not given.dry_run:
            copy_wheels(cache, given.to, locked)
    return 1 if lacking else 0


def copy_wheels(cache: Path, folder: Path, locked: Sequence[LockedPackage]) -> None:
    """Copy the wheels that the lock names, and no others that an older lock left in the cache."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    named = {(one.name.lower().replace("-", "_").replace(".", "_"), one.version) for one in locked}
    for path in sorted(cache.glob("*.whl")):
        name, version = path.name.split("-")[:2]
        if (name.lower().replace(".", "_"), version) in named:
            shutil.copy(path, folder / path.name)


if __name__ == "__main__":
    sys.exit(main())
