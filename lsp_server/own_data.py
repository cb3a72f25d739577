"""Every place that the product writes to: found, weighed, checked for running servers, and removed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

PARTS = {
    "captures": "values at crashes",
    "errors": "errors that were listed",
    "index": "indexes of projects",
    "knowledge": "past solutions, and their backups",
    "libraries": "signatures of libraries",
    "links": "cross-references of projects",
    "metrics": "how often tools were called",
    "models": "exported embedding models",
    "no-workspace": "an empty workspace",
    "outputs": "long answers",
    "shown": "answers that were shown in an editor",
    "symbols": "symbols of native code",
    "tests": "which tests projects have",
    "web": "cached pages, documentation",
}
"""What lies in the data folder. It may be any folder that a person named: nothing else in it is touched."""

FILES = {
    "web-consent.json": "hosts that were allowed or forbidden",
    ".web-consent.json.lock": "the lock of that file",
}
"""The files beside them."""

_EXTENSION = "kotlin-rca.kotlin-rca"
_EDITORS = ("Code", "Code - Insiders", "Cursor", "VSCodium", "Windsurf")
_REMOTE = (
    ".vscode-server",
    ".vscode-server-insiders",
    ".cursor-server",
    ".vscodium-server",
    ".windsurf-server",
)


@dataclass(frozen=True)
class Place:
    """A folder or file of ours.

    Attributes:
        size: bytes of its files.
    """

    path: Path
    what: str
    size: int


@dataclass(frozen=True)
class OwnData:
    """What the product has written.

    Attributes:
        folder: the data folder.
        places: what would be deleted.
        foreign: what lies in the data folder and is not ours.
        in_use: databases that a running process has open.
    """

    folder: Path
    places: tuple[Place, ...]
    foreign: tuple[Path, ...]
    in_use: tuple[Path, ...]


def find_data(
    folder: Path, environment: Mapping[str, str] = os.environ, system: str = sys.platform
) -> OwnData:
    """Return what the product has written into its data folder and into the storage of editors."""
    entries = sorted(folder.iterdir()) if folder.is_dir() else []
    places = [
        Place(entry, PARTS[entry.name], _size(entry))
        for entry in entries
        if entry.name in PARTS and entry.is_dir() and not entry.is_symlink()
    ]
    places += [
        Place(entry, FILES[entry.name], entry.stat().st_size)
        for entry in entries
        if entry.name in FILES and entry.is_file() and not entry.is_symlink()
    ]
    ours = {place.path for place in places}
    in_use = [database for place in places for database in _databases(place.path) if _is_open(database)]
    places += [
        Place(storage, "the extension's own server", _size(storage))
        for storage in editor_storages(environment, system)
        if storage.is_dir()
    ]
    return OwnData(
        folder, tuple(places), tuple(entry for entry in entries if entry not in ours), tuple(in_use)
    )


def editor_storages(environment: Mapping[str, str], system: str) -> Iterator[Path]:
    """Yield where editors keep what the extension stores: here, and as a remote machine."""
    home = environment.get("USERPROFILE" if system == "win32" else "HOME")
    if not home:
        return
    if system == "win32":
        root = Path(environment.get("APPDATA") or Path(home, "AppData", "Roaming"))
    elif system == "darwin":
        root = Path(home, "Library", "Application Support")
    else:
        root = Path(environment.get("XDG_CONFIG_HOME") or Path(home, ".config"))
    for name in _EDITORS:
        yield root / name / "User" / "globalStorage" / _EXTENSION
    for name in _REMOTE:
        yield Path(home, name, "data", "User", "globalStorage", _EXTENSION)


def remove_data(data: OwnData) -> list[tuple[Path, str]]:
    """Delete what was found, and the data folder if it is empty then; return what stays, with reasons."""
    left: list[tuple[Path, str]] = []
    for place in data.places:
        if place.path.is_file():
            try:
                place.path.unlink()
            except OSError as problem:
                left.append((place.path, str(problem)))
            continue
        # A read-only file or one that another program holds must not keep the rest.
        shutil.rmtree(
            place.path, onerror=lambda _call, path, problem: left.append((Path(path), str(problem[1])))
        )
    if not left and not data.foreign and data.folder.is_dir():
        try:
            data.folder.rmdir()
        except OSError as problem:
            left.append((data.folder, str(problem)))
    return left


def _size(folder: Path) -> int:
    return sum(
        (Path(parent) / name).lstat().st_size for parent, _, names in os.walk(folder) for name in names
    )


def _databases(folder: Path) -> Iterator[Path]:
    return folder.rglob("*.db")


def _is_open(database: Path) -> bool:
    """Return whether another process has a database open: its log cannot be given up then.

    A database that nobody has open loses its log here; the next who opens it begins a new one.
    """
    try:
        with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as problem:
        return "locked" in str(problem)
    except sqlite3.DatabaseError:
        return False  # damaged, and to be deleted all the same
    return False
