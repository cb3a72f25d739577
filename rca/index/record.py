"""One file's row in the index: its facts, packed, and the names it is found by."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rca.index.names import names_of
from rca.languages.encoding import encode
from rca.languages.facts import Facts
from rca.languages.registry import extract
from rca.text.decoding import NotText, decode

LARGEST_SOURCE = 2 * 1024 * 1024
"""Files above this hold data or generated code; they are listed but not read, and the index says so."""


class Stamp(NamedTuple):
    """A file on disk, as cheap to see: path relative to its root with `/`, modification time, bytes."""

    path: str
    mtime_ns: int
    size: int


class Record(NamedTuple):
    """A file's row: plain values, as they come back from a process and go into the database.

    `namespaces` is a JSON list, `names` a JSON object of each name's roles (see `names`).
    """

    stamp: Stamp
    digest: bytes
    package: str
    facade: str | None
    namespaces: str
    language: str
    packed: bytes
    names: str
    symbols: int
    call_sites: int
    note: str | None


def digest_of(data: bytes) -> bytes:
    """Give the content hash by which a file is known."""
    return hashlib.blake2b(data, digest_size=16).digest()


def read_batch(root: Path, stamps: Sequence[Stamp]) -> list[Record]:
    """Read and parse files; those that vanished are left out.

    It stands here, and not with the pool that calls it, so that a new process imports no more than this.
    """
    return [record for stamp in stamps if (record := read_record(root, stamp)) is not None]


def read_record(root: Path, stamp: Stamp) -> Record | None:
    """Read and parse a file; None where it has vanished or may not be read."""
    if stamp.size > LARGEST_SOURCE:
        return make_record(stamp, b"", Facts("text"), {}, f"{stamp.path}: larger than 2 MB, not read")
    try:
        data = (root / stamp.path).read_bytes()
    except OSError:
        return None
    try:
        decoded = decode(data)
    except NotText:
        return make_record(stamp, data, Facts("text"), {}, f"{stamp.path}: not text")
    facts = extract(stamp.path, decoded.text)
    encoded = data if decoded.encoding == "utf-8" else decoded.text.encode("utf-8", "replace")
    return make_record(stamp, data, facts, names_of(facts, encoded), None)


def make_record(stamp: Stamp, data: bytes, facts: Facts, names: dict[str, int], note: str | None) -> Record:
    """Make the row of a file from its facts."""
    # Imported here: a process that finds nothing to parse needs neither.
    from msgspec.json import encode as to_json

    return Record(
        stamp,
        digest_of(data),
        facts.package,
        facts.facade,
        to_json(facts.namespaces).decode(),
        facts.language,
        encode(facts),
        to_json(names).decode(),
        sum(1 for row in facts.declarations if row.kind != "initializer"),
        sum(1 for site in facts.calls if site.form not in ("read", "write")),
        note,
    )
