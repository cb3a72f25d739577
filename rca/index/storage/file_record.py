"""Row of one file: its encoded facts and the names it is found by."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from rca.index.tags.tags import Traits, traits_of
from rca.languages.facts import Facts
from rca.languages.facts_codec import encode
from rca.languages.name_roles import declared_in, names_of
from rca.languages.registry import extract, is_names_only
from rca.text.decoding import NotText, decode
from rca.unread_files import is_absent, reason_of

LARGEST_SOURCE = 2 * 1024 * 1024
"""Files above this hold data or generated code; they are listed but not read, and the index says so."""

DEFECT = "a defect of its reader, not read"
"""Stands in the note of a file whose reader failed."""
READ_IN_PART = "read in part"
ENDS_EARLY = "ends inside unfinished code"
"""Begin the notes of files whose syntax was not understood: in some lines, and at the end of the text."""
_UNREAD = bytes(16)
"""Stands for the digest of a file that could not be read: no content has it."""

_LARGEST_BY_NAME = 512 * 1024
_SHORT = 4096
_LINE = re.compile(r"\bline (\d+)|\blines ([\d, ]+)")
_LONG_LINES = 300
"""In languages that are read by name only: bytes above which a text is a bundle, and bytes a line on
average from which it is a minified one, unless it is short."""

_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
_ATTEMPTS = 3
_CHANGING = "it changed each time"
_FINE_TICK_NS = 20_000_000
_COARSE_TICK_NS = 2_000_000_000
"""How far apart two writes must be to differ in time: on today's file systems, on those of whole seconds."""


class Stamp(NamedTuple):
    """A file on disk, as cheap to see: path relative to its root with `/`, modification time, bytes."""

    path: str
    mtime_ns: int
    size: int


class Record(NamedTuple):
    """A file's row: plain values, as they come back from a process and go into the database.

    `namespaces` is a JSON list, `names` a JSON object of each name's roles (see `names`), `traits` a pair
    of lists (see `tags`).
    """

    stamp: Stamp
    digest: bytes
    package: str
    facade: str | None
    namespaces: str
    language: str
    packed: bytes
    declared: str
    traits: str
    names: str
    symbols: int
    call_sites: int
    note: str | None


def digest_of(data: bytes) -> bytes:
    """Return the content hash by which a file is known."""
    return hashlib.blake2b(data, digest_size=16).digest()


class Job(NamedTuple):
    """A file to read; `digest` is the content that the index has of it."""

    stamp: Stamp
    digest: bytes | None


def read_batch(root: Path, jobs: Sequence[Job]) -> list[Record | Stamp]:
    """Read and parse files; those that vanished are left out, those with the known content are stamps.

    It stands here, and not with the pool that calls it, so that a new process imports no more than this.
    """
    return [done for job in jobs if (done := read_record(root, job)) is not None]


def read_record(root: Path, job: Job) -> Record | Stamp | None:
    """Read and parse a file; None where it has vanished.

    One that cannot be read has a row without facts whose note says why; the next check reads it again.
    """
    stamp = job.stamp
    if stamp.size > LARGEST_SOURCE:
        return make_record(stamp, digest_of(b""), Facts("text"), f"{stamp.path}: larger than 2 MB, not read")
    stamp = _settled(stamp)
    try:
        data = _load(f"{root}/{stamp.path}")
    except OSError as problem:
        doubted = stamp._replace(mtime_ns=-abs(stamp.mtime_ns) or -1)
        return make_record(doubted, _UNREAD, Facts("text"), f"{stamp.path}: {reason_of(problem)}")
    if data is None:
        return None
    digest = digest_of(data)
    if digest == job.digest:
        return stamp
    try:
        return _read_facts(stamp, digest, data)
    except NotText:
        note = "not text"
    except _Unwritten as why:
        note = str(why)
    except Exception as problem:  # noqa: BLE001 - one file must not cost the index of all others
        note = f"{DEFECT} ({type(problem).__name__}: {problem})"
    return make_record(stamp, digest, Facts("text"), f"{stamp.path}: {note}")


def _read_facts(stamp: Stamp, digest: bytes, data: bytes) -> Record:
    if is_names_only(stamp.path):
        _refuse_bundles(data)
    decoded = decode(data)
    encoded = data if decoded.encoding == "utf-8" else decoded.text.encode("utf-8", "replace")
    facts = extract(stamp.path, decoded.text)
    names, traits = names_of(facts, encoded), traits_of(stamp.path, facts, encoded)
    note = f"{stamp.path}: {part}" if (part := part_read(facts, decoded.text)) else None
    return make_record(stamp, digest, facts, note, names, traits)


def part_read(facts: Facts, text: str) -> str | None:
    """Return what the reader of a text did not understand, as a note; None where it understood all."""
    if not facts.problems:
        return None
    said = "; ".join(facts.problems)
    last = text.rstrip().count("\n") + 1
    lines = [int(one) for found in _LINE.finditer(said) for one in re.findall(r"\d+", found[0])]
    return f"{ENDS_EARLY if not lines or max(lines) >= last else READ_IN_PART}: {said}"


def read_bytes(path: str) -> bytes | None:
    """Return the bytes of a regular file; None where it is gone or cannot be read."""
    try:
        return _load(path)
    except OSError:
        return None


def _load(path: str) -> bytes | None:
    """Return the bytes of a regular file, all of one version; None where there is none any more.

    Raises:
        OSError: it is there and cannot be read, or changes each time.
    """
    # Not blocking: where the file has become a pipe, opening it would wait for a writer.
    try:
        descriptor = os.open(path, _OPEN)
    except ValueError:  # a NUL in its name, which no file has
        return None
    except OSError as problem:
        if is_absent(problem) or problem.errno == errno.ELOOP:  # a link now, which no walk lists
            return None
        raise
    try:
        for _ in range(_ATTEMPTS):
            before = os.fstat(descriptor)
            if not stat.S_ISREG(before.st_mode):
                return None
            with open(descriptor, "rb", closefd=False, buffering=0) as file:
                data = file.read()
            if len(data) == before.st_size and os.fstat(descriptor).st_mtime_ns == before.st_mtime_ns:
                return data
            os.lseek(descriptor, 0, os.SEEK_SET)
        raise OSError(errno.EAGAIN, _CHANGING)
    finally:
        os.close(descriptor)


class _Unwritten(Exception):  # noqa: N818 - a finding about the text, not a defect
    """No person wrote the text; the message says how that is seen."""


def _refuse_bundles(data: bytes) -> None:
    """Refuse minified and bundled code: it takes seconds a file, and its names mean nothing."""
    if len(data) > _LARGEST_BY_NAME:
        message = "larger than 512 kB, not read"
        raise _Unwritten(message)
    if len(data) > _SHORT and len(data) > (data.count(b"\n") + 1) * _LONG_LINES:
        message = "minified, not read"
        raise _Unwritten(message)


def _settled(stamp: Stamp) -> Stamp:
    """Return a stamp that the next check will not believe, where the file may change again within its tick.

    Then its content is read and compared, and the true stamp is kept.
    """
    tick = _COARSE_TICK_NS if stamp.mtime_ns % 1_000_000_000 == 0 else _FINE_TICK_NS
    return stamp if time.time_ns() - stamp.mtime_ns > tick else stamp._replace(mtime_ns=-stamp.mtime_ns)


def make_record(  # noqa: PLR0913, PLR0917 - a row, written once
    stamp: Stamp,
    digest: bytes,
    facts: Facts,
    note: str | None,
    names: Mapping[str, int] = MappingProxyType({}),
    traits: Traits = Traits(),  # noqa: B008 - a tuple
) -> Record:
    """Make the row of a file from its facts."""
    # Imported here: a process that finds nothing to parse needs neither.
    from msgspec.json import encode as to_json

    return Record(
        stamp,
        digest,
        facts.package,
        facts.facade,
        to_json(facts.namespaces).decode(),
        facts.language,
        encode(facts),
        to_json(declared_in(names)).decode(),
        to_json(tuple(traits)).decode(),
        to_json(dict(names)).decode(),
        sum(1 for row in facts.declarations if row.kind != "initializer"),
        sum(1 for row in facts.body.plain[1] if row[1] not in ("read", "write")),
        note,
    )
