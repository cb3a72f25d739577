"""The packaged table of library signatures, read in place.

The file is made by `scripts.library_table`. Its numbers have 32 bits, little-endian:

| part | holds |
|---|---|
| header | magic, version, length of the file, checksum of all up to the blocks, lengths of the arrays |
| blocks | where each block begins, then the number of the first library file in each |
| classes | checksums of full names of classes and aliases, sorted; then for each its file and depth |
| callables | checksums of full names of top-level functions and properties, sorted; then their files |
| names | checksums of simple names of all functions and properties, sorted |
| contents | names of origins and packages, and places: MessagePack, compressed |
| blocks | each a checksum, then library files: MessagePack, compressed |

A class's file is its number above three bits that say how many names deep the class is nested in it. A
place is what neighbouring files share: their origin, and what stands before `#` in their names.

A name is found by its checksum alone, so that no block is unpacked for it. Where two names share one, a
path is given that no library file has: asked for its facts, the table has none.
"""

from __future__ import annotations

import mmap
import struct
import sys
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rca.languages.facts import NONE, Declaration, Facts, Parameter

if TYPE_CHECKING:
    import msgspec

SHIPPED = Path(__file__).parent / "data" / "signatures.bin"
"""The table that ships."""

MAGIC = b"RCAL"
VERSION = 1
HEADER = struct.Struct("<4s8I")
DEPTH_BITS = 3
PREFIX = "library:"

_WORD = 4
_MOST_BLOCKS = 24
"""Unpacked blocks that are kept, of some 100 kB each."""

Row = tuple[
    str,  # kind
    str,  # name
    int,  # parent
    str | None,  # receiver
    str | None,  # type
    tuple[Parameter, ...],
    tuple[str, ...],  # type parameters
    tuple[str, ...],  # supertypes
    tuple[str, ...],  # modifiers
]
"""A declaration without what those of libraries do not have."""


class Place(NamedTuple):
    """The common part of neighbouring library files; `prefix` is None for classes, `first` the first file."""

    origin: int
    prefix: str | None
    first: int


class Contents(NamedTuple):
    """Names of origins and packages, and the places of library files."""

    origins: tuple[str, ...]
    packages: tuple[str, ...]
    places: tuple[Place, ...]


class _Codec(NamedTuple):
    contents: msgspec.msgpack.Decoder[Contents]
    block: msgspec.msgpack.Decoder[list[tuple[str, str, str | None, msgspec.Raw]]]
    rows: msgspec.msgpack.Decoder[list[Row]]


@lru_cache(maxsize=1)
def _codec() -> _Codec:
    # Imported here: the server starts before any library is asked for.
    from msgspec import Raw
    from msgspec.msgpack import Decoder

    return _Codec(Decoder(Contents), Decoder(list[tuple[str, str, str | None, Raw]]), Decoder(list[Row]))


def checksum(name: str) -> int:
    """Return the hash under which a name is found."""
    return zlib.crc32(name.encode())


class SignatureTable:
    """A table of signatures, open for reading; implements `rca.resolve.index_protocols.Libraries`.

    Raises:
        OSError: there is no such file.
        ValueError: the file is cut off, damaged, or of another version.
    """

    def __init__(self, path: Path = SHIPPED) -> None:
        with path.open("rb") as stream:
            try:
                self._map = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
            except ValueError as empty:
                message = "the table of library signatures is empty"
                raise ValueError(message) from empty
        self._view = memoryview(self._map)
        lengths = self._read_header()
        blocks, classes, callables, names, contents = lengths
        at = HEADER.size
        arrays = []
        for words in (blocks, blocks, classes, classes, callables, callables, names):
            arrays.append(self._view[at : at + words * _WORD].cast("I"))
            at += words * _WORD
        self._starts, self._firsts, self._classes, self._class_files = arrays[:4]
        self._callables, self._callable_files, self._names = arrays[4:]
        self._packed_contents = self._view[at : at + contents]
        self._block = lru_cache(maxsize=_MOST_BLOCKS)(self._unpack)

    def _read_header(self) -> tuple[int, int, int, int, int]:
        problem = "is cut off"
        if len(self._view) >= HEADER.size:
            magic, version, length, wanted, *lengths = HEADER.unpack_from(self._view)
            if magic != MAGIC or version != VERSION:
                problem = "is of another version"
            elif sys.byteorder != "little":
                problem = "cannot be read on a machine with this order of bytes"
            elif length == len(self._view):
                blocks, classes, callables, names, contents = lengths
                words = 2 * (blocks + classes + callables) + names
                end = HEADER.size + words * _WORD + contents
                if zlib.crc32(self._view[HEADER.size : end]) == wanted:
                    return blocks, classes, callables, names, contents
                problem = "is damaged"
        message = f"the table of library signatures {problem}"
        raise ValueError(message)

    @cached_property
    def contents(self) -> Contents:
        """Names of origins and packages, and the places of files."""
        return _codec().contents.decode(zlib.decompress(self._packed_contents))

    @cached_property
    def _packages(self) -> frozenset[str]:
        return frozenset(self.contents.packages)

    def facts(self, path: str) -> Facts | None:
        """Return the facts of a library file; None if the table has none, or its block is damaged."""
        for file in self._files(path):
            block = bisect_right(self._firsts, file) - 1
            files = self._block(block)
            number = file - self._firsts[block]
            if number < len(files):
                name, package, facade, rows = files[number]
                if path == f"{PREFIX}{self._origin(file)}/{name}":
                    return Facts("library", package, declarations=_declarations(rows), facade=facade)
        return None

    def _files(self, path: str) -> Iterator[int]:
        """Return the numbers of the files that a path may mean."""
        name = path.removeprefix(PREFIX).partition("/")[2]
        prefix, _, simple = name.partition("#")
        if not simple:
            yield from (found >> DEPTH_BITS for found in _found(self._classes, self._class_files, name))
            return
        for package in (prefix.rpartition(".")[0], prefix):
            full = f"{package}.{simple}" if package else simple
            yield from _found(self._callables, self._callable_files, full)
            yield from (found >> DEPTH_BITS for found in _found(self._classes, self._class_files, full))

    def class_places(self, qualified: str) -> tuple[str, ...]:
        """Return the files that declare a class or type alias of a full name."""
        found = []
        for packed in _found(self._classes, self._class_files, qualified):
            file, depth = packed >> DEPTH_BITS, packed & ((1 << DEPTH_BITS) - 1)
            outer = qualified.rsplit(".", maxsplit=depth)[0] if depth else qualified
            found.append(self._path(file, outer))
        return tuple(found)

    def callable_places(self, qualified: str) -> tuple[str, ...]:
        """Return the files with top-level functions or properties of a package and name."""
        return tuple(
            self._path(file, qualified) for file in _found(self._callables, self._callable_files, qualified)
        )

    def declares(self, name: str) -> bool:
        """Return whether any library has a function or property of a simple name, member or not."""
        wanted = checksum(name)
        at = bisect_left(self._names, wanted)
        return at < len(self._names) and self._names[at] == wanted

    def has_package(self, package: str) -> bool:
        """Return whether a library declares a package."""
        return package in self._packages

    def paths(self) -> Iterator[str]:
        """Return the path of every library file; for tests and figures, as it unpacks everything."""
        for block, first in enumerate(self._firsts):
            for number, (name, *_) in enumerate(self._block(block)):
                yield f"{PREFIX}{self._origin(first + number)}/{name}"

    def _place(self, file: int) -> Place:
        places = self.contents.places
        return places[bisect_right(places, file, key=lambda place: place.first) - 1]

    def _origin(self, file: int) -> str:
        return self.contents.origins[self._place(file).origin]

    def _path(self, file: int, qualified: str) -> str:
        place = self._place(file)
        name = qualified if place.prefix is None else f"{place.prefix}#{qualified.rpartition('.')[2]}"
        return f"{PREFIX}{self.contents.origins[place.origin]}/{name}"

    def _unpack(self, block: int) -> list[tuple[str, str, str | None, msgspec.Raw]]:
        start = self._starts[block]
        end = self._starts[block + 1] if block + 1 < len(self._starts) else len(self._view)
        packed = self._view[start + _WORD : end]
        if zlib.crc32(packed) != int.from_bytes(self._view[start : start + _WORD], "little"):
            return []
        return _codec().block.decode(zlib.decompress(packed))


def _found(keys: memoryview[int], values: memoryview[int], name: str) -> Iterator[int]:
    wanted = checksum(name)
    for at in range(bisect_left(keys, wanted), len(keys)):
        if keys[at] != wanted:
            return
        yield values[at]


def _declarations(rows: msgspec.Raw) -> tuple[Declaration, ...]:
    return tuple(
        Declaration(
            kind, sys.intern(name), parent, 0, 0, 0, 0, 0, 0, 0, receiver, type_text,
            parameters, type_parameters, supertypes, modifiers, NONE, (),
        )
        for kind, name, parent, receiver, type_text, parameters, type_parameters, supertypes, modifiers
        in _codec().rows.decode(rows)
    )  # fmt: skip
