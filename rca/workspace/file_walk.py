"""Walks a folder's project files; skips ignored, hidden and build files."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rca.index.storage.file_record import Stamp
from rca.unread_files import is_absent, reason_of
from rca.workspace.ignore_rules import IGNORE_FILES, Rules, is_matched, outer_rules, rules_in

NO_TEXT_NAME = "is left out: its name is no UTF-8"
_NEVER = frozenset(("node_modules", "__pycache__", "Pods", "DerivedData"))
_BUILD = frozenset(("build", "out", "target", "bin", "dist"))
"""Build folders, unless they lie below `src`, where they are packages."""


def walk(
    root: Path, wanted: Callable[[str], bool], below: str = "", unread: dict[str, str] | None = None
) -> list[Stamp]:
    """Return the files of a folder that `wanted` accepts by path, in path order.

    Ignore files are honoured as in git, including those of `below` (a subfolder of `root` to list alone) and
    above it. Symlinks are not followed: their target is listed at its own place, or is outside. An unreadable
    folder or ignore file is skipped and added to `unread` with the reason; so is a name that is not UTF-8.
    """
    lost: dict[str, str] = {} if unread is None else unread
    rules = outer_rules(root, lost)
    parts = below.split("/") if below else []
    for depth in range(len(parts)):
        rules.extend(rules_in(root, "/".join(parts[:depth]), lost))
    walked = _Walk(os.fspath(root), wanted, [], lost)
    walked.folder(below, rules)
    walked.stamps.sort()
    return walked.stamps


def is_ignored(root: Path, inside: str) -> bool:
    """Return whether a path inside the folder is excluded from the walk."""
    rules = outer_rules(root)
    parts = inside.split("/")
    for depth, name in enumerate(parts):
        rules.extend(rules_in(root, "/".join(parts[:depth])))
        is_folder = depth < len(parts) - 1
        path = "/".join(parts[: depth + 1])
        if (is_folder and is_left_out(path, name)) or is_matched(rules, path, name, is_folder=is_folder):
            return True
    return False


@dataclass
class _Walk:
    """One walk: the filter, the files found, and what could not be read."""

    root: str
    wanted: Callable[[str], bool]
    stamps: list[Stamp]
    unread: dict[str, str]

    def folder(self, inside: str, rules: list[Rules]) -> None:
        """List a folder and all below it."""
        try:
            with os.scandir(f"{self.root}/{inside}") as entries:
                found = list(entries)
        except OSError as problem:
            if not is_absent(problem):
                self.unread[f"{inside}/"] = reason_of(problem)
            return
        listed = {entry.name for entry in found}.intersection(IGNORE_FILES)
        if listed:
            rules = [*rules, *rules_in(Path(self.root), inside, self.unread, listed)]
        before = f"{inside}/" if inside else ""
        for entry in found:
            path = before + entry.name
            try:
                self._entry(entry, path, rules)
            except OSError as problem:
                if not is_absent(problem):
                    self.unread[path] = reason_of(problem)

    def _entry(self, entry: os.DirEntry[str], path: str, rules: list[Rules]) -> None:
        name = entry.name
        if entry.is_dir(follow_symlinks=False):
            if not is_left_out(path, name) and not is_matched(rules, path, name, is_folder=True):
                self.folder(path, rules)
        elif (
            self.wanted(path)
            and entry.is_file(follow_symlinks=False)
            and not is_matched(rules, path, name, is_folder=False)
        ):
            if not is_text(name):
                self.unread[spelled_path(path)] = NO_TEXT_NAME
                return
            status = entry.stat(follow_symlinks=False)
            self.stamps.append(Stamp(path, status.st_mtime_ns, status.st_size))


def spelled_path(path: str) -> str:
    """Return a path with invalid UTF-8 bytes escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def is_left_out(path: str, name: str) -> bool:
    """Return whether a folder is excluded by its name alone: hidden, third-party, or build output."""
    if name.startswith(".") or name in _NEVER:
        return True
    return name in _BUILD and "src" not in path.split("/")


def is_text(name: str) -> bool:
    """Return whether a name is valid UTF-8: others can appear in no answer."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
