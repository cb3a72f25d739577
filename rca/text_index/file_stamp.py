"""mtime/size stamps that stand in for a content hash of unindexed files."""

from __future__ import annotations

import os
import stat
import struct
import time
from typing import Final, NamedTuple

from rca.text.decoding import NotText, decode

LARGEST: Final = 1 << 20
"""Bytes of a file whose words are kept; there are few that are larger, and they hold tables."""
_TEXT, _UNREAD, _BINARY = b"=", b"!", b"0"
_PACKED: Final = struct.Struct("<qQ")
_TICK_NS: Final = 2_000_000_000
"""A file that changed so shortly ago may change again with the same time."""
_PROBE: Final = 8192
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_UTF8_MARK = b"\xef\xbb\xbf"


class Stamp(NamedTuple):
    """Time and size of a file, which identify its content."""

    mtime_ns: int
    size: int

    @property
    def as_text(self) -> bytes:
        """The stamp of a text file, stored in place of a digest."""
        return _TEXT + _PACKED.pack(*self)

    @property
    def as_unread(self) -> bytes:
        """The same for a file whose words could not be read."""
        return _UNREAD + _PACKED.pack(*self)

    @property
    def as_binary(self) -> bytes:
        """The same for a binary file."""
        return _BINARY + _PACKED.pack(*self)


def stamp_of(place: str) -> Stamp | None:
    """Return the stamp of a regular file; None for others, and for one that may change within its tick."""
    try:
        status = os.stat(place, follow_symlinks=False)  # noqa: PTH116 - pathlib takes twice the time
    except OSError:
        return None
    settled = time.time_ns() - status.st_mtime_ns > _TICK_NS
    return Stamp(status.st_mtime_ns, status.st_size) if settled and stat.S_ISREG(status.st_mode) else None


def stamp_in(digest: bytes) -> Stamp | None:
    """Return the stamp stored in place of a digest; None for a real digest."""
    is_one = len(digest) == 1 + _PACKED.size and digest[:1] in (_TEXT, _UNREAD, _BINARY)
    return Stamp(*_PACKED.unpack_from(digest, 1)) if is_one else None


def has_words(digest: bytes) -> bool:
    """Return whether a stamp is that of a file whose words are indexed."""
    return digest[:1] == _TEXT


def is_binary(digest: bytes) -> bool:
    """Return whether a stamp is that of a binary file."""
    return digest[:1] == _BINARY


def read(stamp: Stamp, data: bytes) -> tuple[bytes, bytes]:
    """Return the text to index, and the stamp in place of a digest.

    Files that a search decodes first, or skips, have no words.
    """
    if b"\0" in data[:_PROBE] or data.startswith(_UTF16):
        try:
            decode(data)
        except NotText:
            return b"", stamp.as_binary
        return b"", stamp.as_unread
    # Not taken away: the number of bytes tells a file from what it was.
    if data.startswith(_UTF8_MARK):
        data = b" " * len(_UTF8_MARK) + data[len(_UTF8_MARK) :]
    return data, stamp.as_text
