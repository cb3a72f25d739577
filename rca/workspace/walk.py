"""Which files of a folder belong to the project: ignore files, build folders and hidden ones left out."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rca.index.record import Stamp

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_NEVER = frozenset(("node_modules", "__pycache__", "Pods", "DerivedData"))
_BUILD = frozenset(("build", "out", "target", "bin", "dist"))
"""Build folders, unless they lie below `src`, where they are packages."""
_GROUP_NAME = re.compile(r"\(\?P<\w+>")
_NOTHING = r"(?!)"


class _Rules(NamedTuple):
    """An ignore file: the folder it stands in (with `/`), its rules, and what any of them matches."""

    base: str
    spec: GitIgnoreSpec
    touches: re.Pattern[str]


def walk(root: Path, wanted: Callable[[str], bool]) -> list[Stamp]:
    """List the files of a folder that `wanted` accepts by name, in the order of their paths.

    `.gitignore` files of each folder are honoured, as git does. Symlinks are not followed: what they
    lead to is listed where it lies, or is outside. A folder that cannot be read is passed over.
    """
    stamps: list[Stamp] = []
    _folder(os.fspath(root), "", [], wanted, stamps)
    return stamps


def is_ignored(root: Path, inside: str) -> bool:
    """Tell whether a path inside the folder is left out of the walk."""
    rules: list[_Rules] = []
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
    root: str, inside: str, rules: list[_Rules], wanted: Callable[[str], bool], stamps: list[Stamp]
) -> None:
    try:
        with os.scandir(f"{root}/{inside}") as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    if any(entry.name == ".gitignore" for entry in found):
        rules = list(rules)
        _add_rules(Path(root), inside, rules)
    for entry in found:
        path = f"{inside}/{entry.name}" if inside else entry.name
        try:
            if entry.is_dir(follow_symlinks=False):
                if not _is_left_out(path, entry.name) and not _matches(rules, path, is_folder=True):
                    _folder(root, path, rules, wanted, stamps)
            elif (
                wanted(entry.name)
                and entry.is_file(follow_symlinks=False)
                and not _matches(rules, path, is_folder=False)
            ):
                status = entry.stat(follow_symlinks=False)
                stamps.append(Stamp(path, status.st_mtime_ns, status.st_size))
        except OSError:  # it vanished while being listed
            continue


def _is_left_out(path: str, name: str) -> bool:
    if name.startswith(".") or name in _NEVER:
        return True
    return name in _BUILD and "src" not in path.split("/")


def _add_rules(root: Path, folder: str, rules: list[_Rules]) -> None:
    try:
        lines = (root / folder / ".gitignore").read_text("utf-8", "replace").splitlines()
    except OSError:
        return
    from pathspec import GitIgnoreSpec

    spec = GitIgnoreSpec.from_lines(lines)
    rules.append(_Rules(f"{folder}/" if folder else "", spec, _union(spec)))


def _union(spec: GitIgnoreSpec) -> re.Pattern[str]:
    """Give one expression that matches wherever any rule does.

    Nearly every path is touched by no rule, and one search tells so ten times sooner than one a rule.
    """
    expressions = [rule.regex.pattern for rule in spec.patterns if rule.regex is not None]
    return re.compile("|".join(_GROUP_NAME.sub("(?:", one) for one in expressions) or _NOTHING)


def _matches(rules: list[_Rules], path: str, is_folder: bool) -> bool:
    """Tell what the ignore files say; the deepest that says anything decides."""
    for base, spec, touches in reversed(rules):
        inside = path[len(base) :] + ("/" if is_folder else "")
        if touches.search(inside) is None:
            continue
        verdict = spec.check_file(inside).include
        if verdict is not None:
            return bool(verdict)
    return False
