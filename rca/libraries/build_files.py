"""The build files that determine a project's libraries."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_PASSED = frozenset(("build", "out", "node_modules", "target"))
_SOURCES = "src"
_LOGIC = ("buildSrc", "build-logic", "buildlogic", "convention")
_DEEPEST, _DEEPEST_LOGIC = 8, 14
_MOST_FOLDERS = 20_000
_NAMES = ("pom.xml", "gradle.properties", "local.properties", "gradle.lockfile")
_SCRIPTS = (".gradle", ".gradle.kts", ".versions.toml")
_ARCHIVES = (".jar", ".aar")


def build_files(root: Path) -> Iterator[Path]:
    """Return build scripts, the files they read, and archives in folders named `libs`, in a fixed order.

    Hidden folders, outputs and a module's sources are skipped; sources of build logic are not, as a project's
    own plugins name its libraries there.
    """
    base = len(root.parts)
    for seen, (folder, folders, files) in enumerate(os.walk(root)):
        parts = Path(folder).parts[base:]
        logic = any(part.startswith(_LOGIC) for part in parts)
        deepest = _DEEPEST_LOGIC if logic else _DEEPEST
        if len(parts) >= deepest or seen >= _MOST_FOLDERS:
            folders.clear()
        folders[:] = sorted(one for one in folders if _is_entered(one, logic))
        for name in sorted(files):
            if (
                name in _NAMES
                or name.endswith(_SCRIPTS)
                or (name.endswith(_ARCHIVES) and parts[-1:] == ("libs",))
                or (logic and name.endswith((".kt", ".groovy")))
            ):
                yield Path(folder, name)


def _is_entered(name: str, logic: bool) -> bool:
    return not name.startswith(".") and name not in _PASSED and (logic or name != _SOURCES)
