"""A body as it comes over the wire, unpacked piece by piece so that its size is known before it is held."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

LARGEST = 2_000_000
"""Bytes of one answer, after decompression."""


class TooLarge(Exception):  # noqa: N818 - told by the client as a problem of the source
    """The body is larger than `LARGEST`."""


class Unreadable(Exception):  # noqa: N818 - told by the client as a problem of the source
    """The body is packed in a way that is not understood, or damaged."""


def unpacked(pieces: Iterable[bytes], encoding: str, largest: int = LARGEST) -> bytes:
    """Join a body's pieces and undo its `Content-Encoding`.

    Never more than `largest` bytes are made of it, however small they were packed.

    Raises:
        TooLarge: there is more.
        Unreadable: the encoding is unknown (only gzip and deflate are asked for), or the body damaged.
    """
    kinds = [kind for part in encoding.lower().split(",") if (kind := part.strip()) not in {"", "identity"}]
    if not kinds:
        return _joined(pieces, largest)
    if len(kinds) > 1 or kinds[0] not in {"gzip", "x-gzip", "deflate"}:
        message = f"the encoding '{encoding[:40]}' is not understood"
        raise Unreadable(message)
    try:
        return _inflated(pieces, kinds[0], largest)
    except zlib.error as problem:
        message = f"the body is no {kinds[0]}: {problem}"
        raise Unreadable(message) from problem


def _joined(pieces: Iterable[bytes], largest: int) -> bytes:
    body = bytearray()
    for piece in pieces:
        body += piece
        if len(body) > largest:
            raise TooLarge
    return bytes(body)


def _inflated(pieces: Iterable[bytes], kind: str, largest: int) -> bytes:
    body = bytearray()
    inflate = None
    for piece in pieces:
        if not piece:
            continue
        if inflate is None:
            # Some servers send deflate without the header that the standard asks for.
            bare = kind == "deflate" and piece[0] & 0x0F != 8
            inflate = zlib.decompressobj(-zlib.MAX_WBITS if bare else zlib.MAX_WBITS | 32)
        body += inflate.decompress(piece, largest + 1 - len(body))
        if len(body) > largest:
            raise TooLarge
    if inflate is not None and not inflate.eof:
        message = "the body ends too early"
        raise Unreadable(message)
    return bytes(body)
