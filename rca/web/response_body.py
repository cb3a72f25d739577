"""Response bodies, decompressed piece by piece under a size limit."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

LARGEST = 2_000_000
"""Bytes of one answer, after decompression."""

_STEP = 65_536
_PACKED_SHARE = 4
"""A body may be no more than so many times larger packed than what is taken of it unpacked."""


class TooLarge(Exception):  # noqa: N818 - told by the client as a problem of the source
    """The body is larger than `LARGEST`."""


class Unreadable(Exception):  # noqa: N818 - told by the client as a problem of the source
    """The body's encoding is unknown, or the body is damaged."""


def unpacked(pieces: Iterable[bytes], encoding: str, largest: int = LARGEST) -> bytes:
    """Join a body's pieces and undo its `Content-Encoding`.

    Never produces more than `largest` bytes, however small the compressed body.

    Raises:
        TooLarge: there is more.
        Unreadable: the encoding is unknown (only gzip and deflate are requested), or the body damaged.
    """
    body, is_cut = beginning(pieces, encoding, largest)
    if is_cut:
        raise TooLarge
    return body


def beginning(pieces: Iterable[bytes], encoding: str, largest: int) -> tuple[bytes, bool]:
    """Return the first `largest` bytes of a body, its `Content-Encoding` undone, and whether there is more.

    Raises:
        Unreadable: the encoding is unknown (only gzip and deflate are requested), or the body damaged.
    """
    kinds = [kind for part in encoding.lower().split(",") if (kind := part.strip()) not in {"", "identity"}]
    if kinds and (len(kinds) > 1 or kinds[0] not in {"gzip", "x-gzip", "deflate"}):
        message = f"the encoding '{encoding[:40]}' is not understood"
        raise Unreadable(message)
    body = bytearray()
    try:
        for piece in _inflated(pieces, kinds[0], largest * _PACKED_SHARE) if kinds else pieces:
            body += piece
            if len(body) > largest:
                return bytes(body[:largest]), True
    except zlib.error as problem:
        message = f"the body is no {kinds[0]}: {problem}"
        raise Unreadable(message) from problem
    return bytes(body), False


def _inflated(pieces: Iterable[bytes], kind: str, most_packed: int) -> Iterator[bytes]:
    inflate = None
    packed = 0
    for piece in pieces:
        if not piece:
            continue
        packed += len(piece)
        if packed > most_packed:
            message = "the body is larger packed than unpacked"
            raise Unreadable(message)
        if inflate is None:
            # Some servers send deflate without the header that the standard asks for.
            bare = kind == "deflate" and piece[0] & 0x0F != 8
            inflate = zlib.decompressobj(-zlib.MAX_WBITS if bare else zlib.MAX_WBITS | 32)
        left = piece
        while left and not inflate.eof:
            yield inflate.decompress(left, _STEP)
            left = inflate.unconsumed_tail
    while inflate is not None and not inflate.eof:
        rest = inflate.decompress(b"", _STEP)
        if not rest:
            message = "the body ends too early"
            raise Unreadable(message)
        yield rest
