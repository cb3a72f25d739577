"""Which files of a folder belong to the project: ignore files, build folders and hidden ones left out."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from rca.index.record import Stamp
from rca.workspace.ignore import IGNORE_FILES, Rules, is_matched, outer_rules, rules_in

_NEVER = frozenset(("node_modules", "__pycache__", "Pods", "DerivedData"))
_BUILD = frozenset(("build", "out", "target", "bin", "dist"))
"""Build folders, unless they lie below `src`, where they are packages."""


def walk(root: Path, wanted: Callable[[str], bool], below: str = "") -> list[Stamp]:
    """List the files of a folder that `wanted` accepts by path, in the order of their paths.

    Ignore files are honoured as git does, those of `below` (a folder inside `root` to list alone) and
    above it too. Symlinks are not followed: what they lead to is listed where it lies, or is outside. A
    folder that cannot be read is passed over, and so is a name that is no text.
    """
    rules = outer_rules(root)
    parts = below.split("/") if below else []
    for depth in range(len(parts)):
        rules.extend(rules_in(root, "/".join(parts[:depth])))
    stamps: list[Stamp] = []
    _folder(os.fspath(root), below, rules, wanted, stamps)
    stamps.sort()
    return stamps


def is_ignored(root: Path, inside: str) -> bool:
    """Tell whether a path inside the folder is left out of the walk."""
    rules = outer_rules(root)
    parts = inside.split("/")
    for depth, name in enumerate(parts):
        rules.extend(rules_in(root, "/".join(parts[:depth])))
        is_folder = depth < len(parts) - 1
        path = "/".join(parts[: depth + 1])
        if (is_folder and is_left_out(path, name)) or is_matched(rules, path, name, is_folder=is_folder):
            return True
    return False


def _folder(
    root: str, inside: str, rules: list[Rules], wanted: Callable[[str], bool], stamps: list[Stamp]
) -> None:
    try:
        with os.scandir(f"{root}/{inside}") as entries:
            found = list(entries)
    except OSError:
        return
    if any(entry.name in IGNORE_FILES for entry in found):
        rules = [*rules, *rules_in(Path(root), inside)]
    before = f"{inside}/" if inside else ""
    for entry in found:
        name = entry.name
        path = before + name
        try:
            if entry.is_dir(follow_symlinks=False):
                if not is_left_out(path, name) and not is_matched(rules, path, name, is_folder=True):
                    _folder(root, path, rules, wanted, stamps)
            elif (
                wanted(path)
                and entry.is_file(follow_symlinks=False)
                and not is_matched(rules, path, name, is_folder=False)
                and is_text(name)
            ):
                status = entry.stat(follow_symlinks=False)
                stamps.append(Stamp(path, status.st_mtime_ns, status.st_size))
        except OSError:  # it vanished while being listed
            continue


def is_left_out(path: str, name: str) -> bool:
    """Tell whether a folder is left out for its name alone: hidden, brought in, or built."""
    if name.startswith(".") or name in _NEVER:
        return True
    return name in _BUILD and "src" not in path.split("/")


def is_text(name: str) -> bool:
    """Tell whether a name can be said at all: bytes that are no UTF-8 can stand in no answer."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
