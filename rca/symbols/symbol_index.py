"""Which identity each symbol file has, remembered until the file changes."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rca.scheduling.deadline import Deadline
from rca.symbols.file_readers import (
    UNREADABLE_ARCHIVE,
    FileReader,
    HeadReader,
    read_member_head,
    read_objects,
)
from rca.symbols.object_file import MalformedObject, ObjectFile

_INDEX_FILE = "identities.json"
_VERSION = 1
_MOST_KEPT = 20_000
_MOST_MEMBERS = 2000
_ORDER = {"debug": 0, "symbols": 1, "nothing": 2}


@dataclass(frozen=True, slots=True)
class SymbolFile:
    """One object with symbols, and where it is.

    Attributes:
        path: the file, or the archive that holds it.
        member: its name in the archive, or None.
        object: what its head tells.
        size: bytes of the file.
        modified: its time in nanoseconds.
    """

    path: Path
    member: str | None
    object: ObjectFile
    size: int
    modified: int

    @property
    def name(self) -> str:
        """Return the name of the module as crashes have it, without suffixes of debug files."""
        name = (self.member or self.path.name).rpartition("/")[2]
        for suffix in (".dbg", ".sym", ".debug"):
            name = name.removesuffix(suffix)
        return name


class SymbolIndex:
    """Reads identities of symbol files, each file once until its size or time changes.

    Args:
        folder: where the index is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / _INDEX_FILE
        self._known: dict[str, list[Any]] = {}
        self._changed = False
        with contextlib.suppress(OSError, ValueError, TypeError):
            stored = json.loads(self._file.read_text(encoding="utf-8"))
            if isinstance(stored, dict) and stored.get("version") == _VERSION:
                self._known = dict(stored["files"])

    def read(self, paths: Iterable[Path], deadline: Deadline, problems: list[str]) -> list[SymbolFile]:
        """Return the objects of files; those that are no symbol files are left out.

        Args:
            paths: candidates.
            deadline: ends the reading; what is left then is not known.
            problems: what was not looked at is added.
        """
        found: list[SymbolFile] = []
        for count, path in enumerate(paths):
            if deadline.expired:
                problems.append(f"symbol files: the time ran out after {count}, there may be more")
                break
            found += self._read_file(path)
        if self._changed:
            self._store()
        return found

    def _read_file(self, path: Path) -> list[SymbolFile]:
        try:
            state = path.stat()
        except OSError:
            return []
        stored = self._known.get(str(path))
        if stored is None or stored[:2] != [state.st_size, state.st_mtime_ns]:
            stored = [state.st_size, state.st_mtime_ns, list(_describe(path))]
            self._known[str(path)] = stored
            self._changed = True
        try:
            return [_restored(path, stored, entry) for entry in stored[2]]
        except (IndexError, KeyError, TypeError, ValueError):
            self._known.pop(str(path), None)  # the stored index is damaged here
            return []

    def _store(self) -> None:
        self._changed = False
        kept = dict(list(self._known.items())[-_MOST_KEPT:])
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=self._file.parent, suffix=".tmp")
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump({"version": _VERSION, "files": kept}, file)
            os.replace(name, self._file)  # noqa: PTH105 - the names are strings here
        except OSError:
            return  # it is read again next time


def best_of(files: Sequence[SymbolFile], keys: Sequence[str]) -> SymbolFile | None:
    """Return the file with one of these ids that tells most, the newest of several; None without one."""
    fitting = [file for file in files if any(key in file.object.keys for key in keys)]
    return min(
        fitting,
        key=lambda file: (
            _ORDER[file.object.contents],
            file.member is not None,
            -file.modified,
            str(file.path),
        ),
        default=None,
    )


def _describe(path: Path) -> Iterator[list[Any]]:
    try:
        if path.suffix.lower() == ".zip":
            yield from _describe_members(path)
            return
        with path.open("rb") as file:
            for one in read_objects(FileReader(file)):
                yield _stored(one, None)
    except (OSError, MalformedObject, *UNREADABLE_ARCHIVE):
        return  # no symbol file


def _describe_members(path: Path) -> Iterator[list[Any]]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist()[:_MOST_MEMBERS]:
            if member.is_dir():
                continue
            try:
                head = read_member_head(archive, member)
                objects = read_objects(HeadReader(head), with_sections=False)
            except (OSError, MalformedObject, *UNREADABLE_ARCHIVE):
                continue
            for one in objects:
                yield _stored(one, member.filename)


def _stored(one: ObjectFile, member: str | None) -> list[Any]:
    contents = one.contents
    if member is not None and member.endswith(".so.sym") and one.load_address == 0 and one.code:
        contents = "symbols"  # Android's plugin: the symbol table alone
    return [member, list(one.keys), one.arch, contents, one.load_address, [list(part) for part in one.code]]


def _restored(path: Path, stored: list[Any], entry: list[Any]) -> SymbolFile:
    member, keys, arch, contents, load_address, code = entry
    if contents not in _ORDER:
        raise ValueError(contents)
    parts = tuple((int(begin), int(end)) for begin, end in code)
    found = ObjectFile(tuple(map(str, keys)), str(arch), contents, int(load_address), parts)
    return SymbolFile(path, member, found, int(stored[0]), int(stored[1]))
