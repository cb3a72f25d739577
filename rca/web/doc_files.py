"""Documentation pages in a folder or an archive."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rca.web.doc_sections import SUFFIXES

LARGEST_FILE = 4_000_000
"""Bytes of a page that are read; larger ones are lists made by tools."""

MOST_FILES = 100_000
_SKIPPED = frozenset({"node_modules", "build", "out", "target"})


@dataclass(frozen=True, slots=True)
class PageFile:
    """One page: its path inside with `/`, a stamp that changes when it does, and how to read it.

    `read` raises OSError where it cannot be read.
    """

    path: str
    stamp: str
    read: Callable[[], bytes]


@dataclass
class Missing:
    """What a folder or archive contains but its pages lack."""

    unreadable: list[str] = field(default_factory=list)
    """Folders and pages that could not be looked at, each with the reason: it may be there next time."""
    no_text: list[str] = field(default_factory=list)
    too_large: int = 0
    too_many: bool = False

    def sentences(self) -> list[str]:
        """Return a sentence per kind or path of what is missing."""
        found = [*self.unreadable, *(f"{path}: is no text" for path in self.no_text)]
        if self.too_large:
            found.append(f"{self.too_large} pages of more than {LARGEST_FILE // 1_000_000} MB are not read")
        if self.too_many:
            found.append(f"only the first {MOST_FILES:,} pages are read")
        return found


def page_files(place: Path, missing: Missing) -> Iterator[PageFile]:
    """Yield every page of a folder or archive, at most `MOST_FILES`, without hidden and build folders.

    Other omissions are recorded in `missing`.

    Raises:
        OSError: the place is gone, or is a damaged archive.
    """
    found = _in_folder(place, missing) if place.is_dir() else _in_archive(place, missing)
    for count, page in enumerate(found):
        if count == MOST_FILES:
            missing.too_many = True
            return
        yield page


def _in_folder(place: Path, missing: Missing) -> Iterator[PageFile]:
    def note(problem: OSError) -> None:
        path = Path(problem.filename or place)
        shown = path.relative_to(place).as_posix() if path.is_relative_to(place) else str(path)
        missing.unreadable.append(f"{shown}: {problem.strerror or problem}")

    for folder, folders, names in os.walk(place, onerror=note):
        folders[:] = sorted(one for one in folders if not one.startswith(".") and one not in _SKIPPED)
        for name in sorted(names):
            if not name.lower().endswith(SUFFIXES):
                continue
            file = Path(folder, name)
            try:
                state = file.stat()
            except FileNotFoundError:
                continue  # it went while the folder was listed
            except OSError as problem:
                note(problem)
                continue
            if state.st_size > LARGEST_FILE:
                missing.too_large += 1
                continue
            path = file.relative_to(place).as_posix()
            yield PageFile(path, f"{state.st_mtime_ns}:{state.st_size}", file.read_bytes)


def _in_archive(place: Path, missing: Missing) -> Iterator[PageFile]:
    try:
        archive = zipfile.ZipFile(place)
    except zipfile.BadZipFile as problem:
        message = f"'{place}' is no archive that can be read: {problem}"
        raise OSError(message) from problem
    with archive:
        for entry in archive.infolist():
            if not entry.filename.lower().endswith(SUFFIXES) or entry.file_size == 0:
                continue
            if entry.file_size > LARGEST_FILE:
                missing.too_large += 1
                continue
            yield PageFile(entry.filename, f"{entry.CRC}:{entry.file_size}", _member(archive, entry))


def _member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            with archive.open(entry) as stream:
                # What the archive says of a size may be a lie.
                return stream.read(LARGEST_FILE)
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, ValueError) as problem:
            message = f"'{entry.filename}' cannot be unpacked: {problem}"
            raise OSError(message) from problem

    return read
