"""One file's row in the index: its facts, packed, and the names it is found by."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rca.languages.encoding import encode
from rca.languages.facts import CALLABLE_KINDS, CLASS_KINDS, Facts
from rca.languages.registry import extract
from rca.text.decoding import NotText, decode

LARGEST_SOURCE = 2 * 1024 * 1024
"""Files above this hold data or generated code; they are listed but not read, and the index says so."""


class Stamp(NamedTuple):
    """A file on disk, as cheap to see: path relative to its root with `/`, modification time, bytes."""

    path: str
    mtime_ns: int
    size: int


@dataclass(frozen=True, slots=True)
class Record:
    """A file's row."""

    stamp: Stamp
    digest: bytes
    package: str
    facade: str | None
    namespaces: tuple[str, ...]
    language: str
    packed: bytes
    classes: frozenset[str]
    callables: frozenset[str]
    called: frozenset[str]
    extensions: frozenset[str]
    symbols: int
    call_sites: int
    note: str | None


def digest_of(data: bytes) -> bytes:
    """Give the content hash by which a file is known."""
    return hashlib.blake2b(data, digest_size=16).digest()


def classes_in(facts: Facts) -> frozenset[str]:
    """Give the names of classes and type aliases; the empty name marks a file with an alias."""
    aliases = [row.name for row in facts.declarations if row.kind == "typealias"]
    classes = {row.name for row in facts.declarations if row.kind in CLASS_KINDS and row.name}
    return frozenset((*classes, *aliases, "") if aliases else classes)


def callables_in(facts: Facts) -> frozenset[str]:
    """Give the names of functions, constructors and properties."""
    return frozenset(row.name for row in facts.declarations if row.kind in CALLABLE_KINDS and row.name)


def extensions_in(facts: Facts) -> frozenset[str]:
    """Give the names of functions and properties with a receiver."""
    return frozenset(row.name for row in facts.declarations if row.receiver is not None and row.name)


def called_in(facts: Facts) -> frozenset[str]:
    """Give the names that call sites use; an import's alias counts as the name it stands for."""
    names = set(facts.called)
    names.update(row.path.rpartition(".")[2] for row in facts.imports if row.alias)
    return frozenset(names)


def read_batch(root: Path, stamps: Sequence[Stamp]) -> list[Record]:
    """Read and parse files; those that vanished are left out.

    It stands here, and not with the pool that calls it, so that a new process imports no more than this.
    """
    return [record for stamp in stamps if (record := read_record(root, stamp)) is not None]


def read_record(root: Path, stamp: Stamp) -> Record | None:
    """Read and parse a file; None where it has vanished or may not be read."""
    if stamp.size > LARGEST_SOURCE:
        return make_record(stamp, b"", Facts("text"), f"{stamp.path}: larger than 2 MB, not read")
    try:
        data = (root / stamp.path).read_bytes()
    except OSError:
        return None
    try:
        facts = extract(stamp.path, decode(data).text)
    except NotText:
        return make_record(stamp, data, Facts("text"), f"{stamp.path}: not text")
    return make_record(stamp, data, facts, None)


def make_record(stamp: Stamp, data: bytes, facts: Facts, note: str | None) -> Record:
    """Make the row of a file from its facts."""
    return Record(
        stamp,
        digest_of(data),
        facts.package,
        facts.facade,
        facts.namespaces,
        facts.language,
        encode(facts),
        classes_in(facts),
        callables_in(facts),
        called_in(facts),
        extensions_in(facts),
        sum(1 for row in facts.declarations if row.kind != "initializer"),
        sum(1 for site in facts.calls if site.form not in ("read", "write")),
        note,
    )
