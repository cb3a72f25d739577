"""What is known of a symbol file from its head: identity, architecture, and what it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

Contents = Literal["debug", "symbols", "nothing"]
"""`debug`: lines and inlined functions; `symbols`: functions alone; `nothing`: a stripped file."""


class MalformedObject(Exception):  # noqa: N818 - a finding about the file, not a defect
    """The file is none of the formats, or its head contradicts itself; the argument says what."""


class ByteReader(Protocol):
    """A file as its readers see it: bytes at an offset, fewer where it ends."""

    def read_at(self, offset: int, size: int) -> bytes:
        """Return up to `size` bytes from `offset` on."""
        ...


@dataclass(frozen=True, slots=True)
class ObjectFile:
    """One object of a symbol file; a universal Mach-O file has several.

    Attributes:
        keys: the ids by which crashes name it, the format's own first; none where it has no id.
        arch: the architecture, as `arm64`.
        contents: what can be looked up in it.
        load_address: the address of its first byte as linked; offsets into the image are relative to it.
        code: parts of the image with code, as pairs of begin and end relative to `load_address`; empty where
            the file does not tell.
    """

    keys: tuple[str, ...]
    arch: str
    contents: Contents
    load_address: int = 0
    code: tuple[tuple[int, int], ...] = ()

    def holds(self, offset: int) -> bool:
        """Return whether an offset into the image can be code."""
        return not self.code or any(begin <= offset < end for begin, end in self.code)
