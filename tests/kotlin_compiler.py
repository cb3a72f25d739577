"""The Kotlin compiler of JetBrains' npm package: fetched once into the cache of this checkout, its hash checked."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

PACKAGE = "kotlin-compiler@2.4.20"
SHA_256 = "c23dab400d7ce5ea8b6c909947c0ca5454189e4bb1108695b5f464500e5e950f"
CACHE = Path(__file__).parents[1] / ".cache" / "kotlin-compiler-2.4.20"


def compiler_jars() -> Path:
    """Return the folder of the compiler's jars; skip the test where npm cannot fetch them, fail under `CI`."""
    given = os.environ.get("RCA_COMPILER_PACKAGE")
    for folder in (Path(given) if given else CACHE, CACHE):
        if (folder / "lib" / "kotlin-compiler.jar").is_file():
            return folder / "lib"
    problem = _fetch()
    if problem is not None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"npm cannot fetch {PACKAGE}: {problem}")
    return CACHE / "lib"


def _fetch() -> str | None:
    """Fetch and unpack the package; return what went wrong, None where nothing did."""
    npm = shutil.which("npm")
    if npm is None:
        return "there is no npm"
    CACHE.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE.parent) as name:
        command = [npm, "pack", PACKAGE, "--silent"]
        done = subprocess.run(command, cwd=name, capture_output=True, text=True, check=False, timeout=300)
        if done.returncode:
            return done.stderr[-500:]
        (packed,) = Path(name).glob("*.tgz")
        if hashlib.sha256(packed.read_bytes()).hexdigest() != SHA_256:
            return "the package is not the one that was tested"
        shutil.unpack_archive(packed, name, filter="data")
        try:
            Path(name, "package").rename(CACHE)
        except OSError:  # another test process was first
            if not CACHE.is_dir():
                raise
    return None
