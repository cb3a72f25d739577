"""Prepares an archive for the library store: reads, encodes, collects names."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rca.languages.facts import CALLABLE_KINDS, NONE, Facts
from rca.languages.facts_codec import encode
from rca.libraries.jar import Library, read_jar
from rca.scheduling.deadline import Deadline

CLASS, CALLABLE = 0, 1
"""What a full name stands for: a class or type alias, or a top-level function or property."""

_CHUNK = 1 << 20


class Stamp(NamedTuple):
    """Path, time and size of an archive, which are cheap to read."""

    path: str
    mtime_ns: int
    size: int


class Packed(NamedTuple):
    """What was read of an archive.

    `files` are name, encoded facts and the full names in it; `names` the simple names of all functions
    and properties; `problems` a line for each thing that could not be read.
    """

    digest: bytes
    files: tuple[tuple[str, bytes, tuple[tuple[str, int], ...]], ...]
    names: tuple[str, ...]
    packages: tuple[str, ...]
    problems: str


def stamp_of(path: Path) -> Stamp:
    """Return the stamp of an archive.

    Raises:
        OSError: it does not exist.
    """
    status = path.stat()
    return Stamp(str(path), status.st_mtime_ns, status.st_size)


def digest_of(path: Path) -> bytes:
    """Return the hash of a file's content.

    Raises:
        OSError: it cannot be read.
    """
    found = hashlib.blake2b(digest_size=16)
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            found.update(chunk)
    return found.digest()


def pack(path: Path, digest: bytes, deadline: Deadline | None = None) -> Packed:
    """Read an archive. One that is damaged is empty, with the reason among its problems.

    Raises:
        Cancelled: `deadline` was cancelled.
    """
    try:
        library = read_jar(path, deadline)
    except (ValueError, OSError) as problem:
        library = Library((), 0, (str(problem),))
    names: set[str] = set()
    packages: set[str] = set()
    files = []
    for name, facts in library.files:
        files.append((name, zlib.compress(encode(facts), 1), tuple(dict.fromkeys(_named(facts)))))
        names.update(one.name for one in facts.declarations if one.kind in CALLABLE_KINDS)
        packages.add(facts.package)
    return Packed(
        digest, tuple(files), tuple(sorted(names)), tuple(sorted(packages)), "\n".join(library.problems)
    )


def _named(facts: Facts) -> Iterator[tuple[str, int]]:
    """Return the full names by which a file is found, and their kinds."""
    prefix = f"{facts.package}." if facts.package else ""
    for row, path in zip(facts.declarations, facts.class_paths, strict=True):
        if row.is_class:
            yield prefix + ".".join(path), CLASS
        elif row.kind == "typealias":
            yield prefix + ".".join((*path, row.name)), CLASS
        elif row.parent == NONE:
            yield prefix + row.name, CALLABLE
