"""Workspace folders, and the confinement of every path to them.

Wire paths use `/`. A path in the first folder stands as it is; one in a further folder has that
folder's name before it (`app/…`), with `~2` after the name where the name is taken. A relative path
without such a name is looked for in each folder in turn.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from models.error_codes import ErrorCode
from rca.tool_failure import Failure

_DRIVE = re.compile(r"^[A-Za-z]:[\\/]")


@dataclass(frozen=True)
class Root:
    """A workspace folder, symlinks resolved. `prefix` is empty for the first."""

    path: Path
    prefix: str

    def wire(self, inside: str) -> str:
        """Return the wire path of a path inside."""
        return f"{self.prefix}/{inside}" if self.prefix else inside


@dataclass(frozen=True)
class WorkspaceFile:
    """A file that may be read: its location, and its name on the wire.

    `root` is None for a file outside the folders that the user named on the command line; its wire path is
    absolute.
    """

    path: str
    absolute: Path
    root: Root | None

    @property
    def inside(self) -> str:
        """The path relative to its folder; absolute without one."""
        return (
            self.absolute.as_posix()
            if self.root is None
            else self.absolute.relative_to(self.root.path).as_posix()
        )


def make_roots(folders: Sequence[Path]) -> tuple[Root, ...]:
    """Resolve folders and assign each a prefix. A folder named twice counts once.

    Raises:
        Failure: DIRECTORY_NOT_FOUND.
    """
    roots: list[Root] = []
    for folder in folders:
        path = Path(os.path.realpath(folder))
        if not path.is_dir():
            message = f"The workspace folder '{folder}' does not exist or is no folder"
            raise Failure(
                ErrorCode.DIRECTORY_NOT_FOUND, message, "Open an existing folder, or pass --workspace."
            )
        if all(root.path != path for root in roots):
            roots.append(Root(path, _free_prefix(roots, path)))
    return tuple(roots)


def _free_prefix(roots: list[Root], path: Path) -> str:
    if not roots:
        return ""
    taken = {root.prefix for root in roots}
    for number in range(1, len(roots) + 2):
        prefix = path.name if number == 1 else f"{path.name}~{number}"
        if prefix and prefix not in taken and not (roots[0].path / prefix).exists():
            return prefix
    return f"{path.name}~{len(roots) + 2}"


def as_path(given: Path | str) -> Path:
    """Return the path of a `file:` URI, or the path itself."""
    text = str(given)
    if not text.startswith("file:"):
        return Path(given)
    path = unquote(urlsplit(text).path)
    return Path(path[1:] if _DRIVE.match(path[1:]) else path)


def candidates(roots: Sequence[Root], given: str) -> list[Path]:
    """Return the absolute paths that a wire path may mean, best first, without access to the disk.

    Raises:
        Failure: INVALID_PATH.
    """
    if not given.strip() or "\0" in given or len(given) > _LONGEST_PATH:
        raise Failure(
            ErrorCode.INVALID_PATH,
            f"{given[:_SHOWN]!r} is no path: it is empty, longer than {_LONGEST_PATH} characters, or holds a "
            "NUL character",
            "Give a path relative to the workspace folder, such as 'app/src/main/java/Main.kt'.",
        )
    text = str(as_path(given)) if given.startswith("file:") else given
    found = [path for spelling in _spellings(text) for path in _in_roots(roots, spelling)]
    return list(dict.fromkeys(found))


_LONGEST_PATH = 4096
"""No system opens a longer one, and to follow the links in one of many folders takes minutes."""
_SHOWN = 80


def _spellings(text: str) -> list[str]:
    """Return a path unchanged, and with Windows separators converted if this system has none."""
    if os.sep == "/" and "\\" in text:
        return [text, text.replace("\\", "/")]
    return [text]


def _in_roots(roots: Sequence[Root], text: str) -> list[Path]:
    if os.path.isabs(text):  # noqa: PTH117 - pathlib would normalise the text first
        return [Path(os.path.normpath(text))]
    found = []
    for root in roots[1:]:
        head, _, rest = text.partition("/")
        if head == root.prefix:
            found.append(Path(os.path.normpath(root.path / rest)))
    found.extend(Path(os.path.normpath(root.path / text)) for root in roots)
    return found


def confine(roots: Sequence[Root], absolute: Path) -> tuple[Root, str] | None:
    """Return the folder that contains a path after resolving symlinks, and the path inside it.

    Folders are compared as the file system does, so that case and aliases do not matter. None if no folder
    contains it; a symlink that leads out, or to itself, is contained in none.
    """
    try:
        real = absolute.resolve(strict=False)
    except (OSError, RuntimeError):  # a loop of symlinks
        return None
    for root in roots:
        if real.is_relative_to(root.path):
            return root, real.relative_to(root.path).as_posix()
    for parent in real.parents:
        for root in roots:
            if _same_folder(parent, root.path):
                return root, real.relative_to(parent).as_posix()
    return None


def _same_folder(one: Path, other: Path) -> bool:
    # Only where a file system may know one folder by two spellings; elsewhere this costs for nothing.
    if str(one).casefold() != str(other).casefold():
        return False
    try:
        return one.samefile(other)
    except OSError:
        return False
