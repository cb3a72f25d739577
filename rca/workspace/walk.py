"""Which files of a folder belong to the project: ignore files, build folders and hidden ones left out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rca.index.record import Stamp

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_NEVER = frozenset(("node_modules", "__pycache__", "Pods", "DerivedData"))
_BUILD = frozenset(("build", "out", "target", "bin", "dist"))
"""Build folders, unless they lie below `src`, where they are packages."""


def walk(root: Path, wanted: Callable[[str], bool]) -> Iterator[Stamp]:
    """List the files of a folder that `wanted` accepts by name, in the order of their paths.

    `.gitignore` files of each folder are honoured, as git does. Symlinks are not followed: what they
    lead to is listed where it lies, or is outside. A folder that cannot be read is passed over.
    """
    yield from _folder(root, "", [], wanted)


def is_ignored(root: Path, inside: str) -> bool:
    """Tell whether a path inside the folder is left out of the walk."""
    rules: list[tuple[str, GitIgnoreSpec]] = []
    parts = inside.split("/")
    for depth, name in enumerate(parts):
        folder = "/".join(parts[:depth])
        _add_rules(root, folder, rules)
        is_folder = depth < len(parts) - 1
        path = "/".join(parts[: depth + 1])
        if (is_folder and _is_left_out(path, name)) or _matches(rules, path, is_folder):
            return True
    return False


def _folder(
    root: Path, inside: str, rules: list[tuple[str, GitIgnoreSpec]], wanted: Callable[[str], bool]
) -> Iterator[Stamp]:
    try:
        with os.scandir(root / inside) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    rules = list(rules)
    if any(entry.name == ".gitignore" for entry in found):
        _add_rules(root, inside, rules)
    for entry in found:
        path = f"{inside}/{entry.name}" if inside else entry.name
        try:
            if entry.is_dir(follow_symlinks=False):
                if not _is_left_out(path, entry.name) and not _matches(rules, path, is_folder=True):
                    yield from _folder(root, path, rules, wanted)
            elif (
                wanted(entry.name)
                and entry.is_file(follow_symlinks=False)
                and not _matches(rules, path, is_folder=False)
            ):
                status = entry.stat(follow_symlinks=False)
                yield Stamp(path, status.st_mtime_ns, status.st_size)
        except OSError:  # it vanished while being listed
            continue


def _is_left_out(path: str, name: str) -> bool:
    if name.startswith(".") or name in _NEVER:
        return True
    return name in _BUILD and "src" not in path.split("/")


def _add_rules(root: Path, folder: str, rules: list[tuple[str, GitIgnoreSpec]]) -> None:
    try:
        lines = (root / folder / ".gitignore").read_text("utf-8", "replace").splitlines()
    except OSError:
        return
    from pathspec import GitIgnoreSpec

    rules.append((f"{folder}/" if folder else "", GitIgnoreSpec.from_lines(lines)))


def _matches(rules: list[tuple[str, GitIgnoreSpec]], path: str, is_folder: bool) -> bool:
    """Tell what the ignore files say; the deepest that says anything decides."""
    for base, spec in reversed(rules):
        inside = path[len(base) :] + ("/" if is_folder else "")
        verdict = spec.check_file(inside).include
        if verdict is not None:
            return bool(verdict)
    return False
