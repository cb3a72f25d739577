"""Import hook for the Kotlin and Java readers compiled to machine code, where they were built.

The sources are the truth: `python -m scripts.compile` makes the compiled form from them, and it is used
only while every source that it was made of is the same, byte for byte. Otherwise, on another Python, or
with `RCA_PURE` set in the environment, the sources run as they are, with the same results.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

PACKAGES: Final = Path(__file__).parents[1]
"""The folder that `rca` lies in."""
FOLDER: Final = Path(__file__).parent / "_compiled" / EXTENSION_SUFFIXES[0].split(".")[1]
"""Where the compiled form for this Python lies."""
MANIFEST: Final = "manifest"
"""Lists, a line each: `source <digest> <path>` of what was compiled, `module <name> <file>` of what came
of it, and `recipe <digest> <path>` of what compiled it. The modules call each other directly, so all of
them are taken, or none."""


def digest_of(source: bytes) -> str:
    """Return the hash that identifies a source file."""
    import hashlib  # here: where nothing is compiled, nothing is compared

    return hashlib.blake2b(source, digest_size=16).hexdigest()


def is_used() -> bool:
    """Return whether this process runs compiled modules."""
    return any(isinstance(finder, Finder) and finder.is_used for finder in sys.meta_path)


def install() -> None:
    """Install the import hook for compiled modules, if they were built from these sources."""
    if not os.environ.get("RCA_PURE"):
        try:
            manifest = (FOLDER / MANIFEST).read_text(encoding="utf-8")
        except OSError:
            return
        sys.meta_path.insert(0, Finder(FOLDER, manifest))


class Finder:
    """Import hook for compiled modules; checked against the sources at its first use."""

    def __init__(self, folder: Path, manifest: str) -> None:
        lines = [line.split(" ", 2) for line in manifest.splitlines()]
        self._folder = folder
        self._sources = {path: digest for kind, digest, path in lines if kind == "source"}
        self._files = {name: file for kind, name, file in lines if kind == "module"}
        self._is_used: bool | None = None

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a compiled module; None for all other modules."""
        del path, target
        file = self._files.get(name)
        return (
            None if file is None or not self.is_used else spec_from_file_location(name, self._folder / file)
        )

    @property
    def is_used(self) -> bool:
        """Return whether the compiled modules match the sources and can be loaded here."""
        if self._is_used is None:
            self._is_used = self.fits and self._can_be_loaded()
        return self._is_used

    @property
    def fits(self) -> bool:
        """Return whether the compiled modules match the sources."""
        try:
            return all(
                digest_of((PACKAGES / path).read_bytes()) == digest for path, digest in self._sources.items()
            )
        except OSError:
            return False

    def _can_be_loaded(self) -> bool:
        """Load the shared library of all modules: it may have been built for a newer system."""
        library = next(name for name in self._files if "." not in name)
        spec = spec_from_file_location(library, self._folder / self._files[library])
        if spec is None or spec.loader is None:
            return False
        try:
            module = sys.modules[library] = module_from_spec(spec)
            spec.loader.exec_module(module)
        except ImportError:
            return False
        return True
