"""Writer of the table; `rca.libraries.signature_table` describes the format and reads it."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from msgspec import Raw
from msgspec.msgpack import Encoder

from rca.languages.facts import CALLABLE_KINDS, Declaration, Facts
from rca.libraries.signature_table import DEPTH_BITS, HEADER, MAGIC, VERSION, Contents, Place, Row, checksum

_BLOCK = 100_000
"""Bytes of a block before compression: larger ones pack better and open slower."""


class Source(NamedTuple):
    """A library file: its origin, its name there, what it says."""

    origin: str
    name: str
    facts: Facts


def pack(sources: Iterable[Source]) -> bytes:
    """Return the bytes of a table; the same files in any order give the same bytes."""
    files = sorted(sources, key=lambda one: ("#" in one.name, one.origin, one.name.split("#")))
    origins = sorted({one.origin for one in files})
    blocks = [_packed(block) for block in _blocks(files)]
    firsts = _sums(len(block) for block in _blocks(files))
    classes = sorted({row for number, one in enumerate(files) for row in _classes(number, one.facts)})
    callables = sorted({row for number, one in enumerate(files) for row in _callables(number, one.facts)})
    names = sorted(
        {checksum(row.name) for one in files for row in one.facts.declarations if row.kind in CALLABLE_KINDS}
    )
    packages = sorted({one.facts.package for one in files})
    contents = zlib.compress(
        Encoder().encode(Contents(tuple(origins), tuple(packages), tuple(_places(files, origins)))), 9
    )
    arrays = [
        firsts,
        *zip(*classes, strict=True),
        *zip(*callables, strict=True),
        names,
    ]
    begin = HEADER.size + 4 * (len(blocks) + sum(map(len, arrays))) + len(contents)
    starts = [begin + offset for offset in _sums(map(len, blocks))]
    index = b"".join(_words(one) for one in (starts, *arrays)) + contents
    header = HEADER.pack(
        MAGIC,
        VERSION,
        begin + sum(map(len, blocks)),
        zlib.crc32(index),
        len(blocks),
        len(classes),
        len(callables),
        len(names),
        len(contents),
    )
    return header + index + b"".join(blocks)


def _places(files: list[Source], origins: list[str]) -> Iterator[Place]:
    number = 0
    for (origin, prefix), group in groupby(files, key=lambda one: (one.origin, _prefix(one.name))):
        yield Place(origins.index(origin), prefix, number)
        number += sum(1 for _ in group)


def _prefix(name: str) -> str | None:
    prefix, mark, _ = name.partition("#")
    return prefix if mark else None


def _classes(number: int, facts: Facts) -> Iterator[tuple[int, int]]:
    for row, full, path in zip(facts.declarations, facts.qualified_names, facts.class_paths, strict=True):
        if row.kind == "typealias" or (row.is_class and row.kind != "enum_entry"):
            depth = len(path) - row.is_class  # an alias's path is that of the class around it
            yield checksum(full), number << DEPTH_BITS | depth


def _callables(number: int, facts: Facts) -> Iterator[tuple[int, int]]:
    for row, full in zip(facts.declarations, facts.qualified_names, strict=True):
        if row.parent < 0 and row.kind in CALLABLE_KINDS:
            yield checksum(full), number


def _blocks(files: list[Source]) -> Iterator[list[tuple[str, str, str | None, Raw]]]:
    encoder = Encoder()
    block: list[tuple[str, str, str | None, Raw]] = []
    size = 0
    for one in files:
        rows = encoder.encode([_row(row) for row in one.facts.declarations])
        if block and size + len(rows) > _BLOCK:
            yield block
            block, size = [], 0
        block.append((one.name, one.facts.package, one.facts.facade, Raw(rows)))
        size += len(rows)
    if block:
        yield block


def _row(row: Declaration) -> Row:
    return (
        row.kind, row.name, row.parent, row.receiver, row.type,
        row.parameters, row.type_parameters, row.supertypes, row.modifiers,
    )  # fmt: skip


def _packed(block: list[tuple[str, str, str | None, Raw]]) -> bytes:
    packed = zlib.compress(Encoder().encode(block), 9)
    return zlib.crc32(packed).to_bytes(4, "little") + packed


def _sums(lengths: Iterable[int]) -> list[int]:
    """Return where each of several lengths begins."""
    found, total = [], 0
    for length in lengths:
        found.append(total)
        total += length
    return found


def _words(numbers: Iterable[int]) -> bytes:
    words = array("I", numbers)
    assert words.itemsize == 4
    return words.tobytes()
