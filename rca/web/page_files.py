"""The pages of documentation in a folder or an archive."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rca.web.documents import SUFFIXES

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


def page_files(place: Path) -> Iterator[PageFile]:
    """Give every page of a folder or archive, at most `MOST_FILES`, hidden and build folders left out.

    Raises:
        OSError: the place is gone, or it is a damaged archive.
    """
    found = _in_folder(place) if place.is_dir() else _in_archive(place)
    for _, page in zip(range(MOST_FILES), found, strict=False):
        yield page


def _in_folder(place: Path) -> Iterator[PageFile]:
    for folder, folders, names in os.walk(place):
        folders[:] = sorted(one for one in folders if not one.startswith(".") and one not in _SKIPPED)
        for name in sorted(names):
            if not name.lower().endswith(SUFFIXES):
                continue
            file = Path(folder, name)
            try:
                state = file.stat()
            except OSError:
                continue  # it went while the folder was listed
            if state.st_size <= LARGEST_FILE:
                path = file.relative_to(place).as_posix()
                yield PageFile(path, f"{state.st_mtime_ns}:{state.st_size}", file.read_bytes)


def _in_archive(place: Path) -> Iterator[PageFile]:
    try:
        archive = zipfile.ZipFile(place)
    except zipfile.BadZipFile as problem:
        message = f"'{place}' is no archive that can be read: {problem}"
        raise OSError(message) from problem
    with archive:
        for entry in archive.infolist():
            if entry.filename.lower().endswith(SUFFIXES) and 0 < entry.file_size <= LARGEST_FILE:
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
