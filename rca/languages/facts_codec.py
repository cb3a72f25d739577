"""Codec of facts for the index: MessagePack, which runs no code even if a file is damaged.

A checksum guards the whole, so that expressions and call sites can stay packed until they are asked
for: a question about callers opens many files, and needs no more than the declarations of most.
"""

from __future__ import annotations

import zlib
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from rca.languages.facts import Body, CallSite, Declaration, Expression, Facts, Import

if TYPE_CHECKING:
    import msgspec

VERSION = 11
"""Grows whenever extraction or this form changes; an index of another version is built anew."""

CHECKSUM_BYTES = 4
"""Packed facts begin with their checksum."""


class _Codec(NamedTuple):
    """The packer, and the unpackers of each part."""

    encoder: msgspec.msgpack.Encoder
    rows: msgspec.msgpack.Decoder[tuple[Any, ...]]
    expressions: msgspec.msgpack.Decoder[tuple[Expression, ...]]
    calls: msgspec.msgpack.Decoder[tuple[CallSite, ...]]


@lru_cache(maxsize=1)
def _codec() -> _Codec:
    # Imported here: the server starts before any file's facts are asked for.
    from msgspec import Raw
    from msgspec.msgpack import Decoder, Encoder

    row = tuple[
        str,
        str,
        tuple[Import, ...],
        tuple[Declaration, ...],
        Raw,
        Raw,
        str | None,
        tuple[str, ...],
        bool,
        tuple[str, ...],
        tuple[tuple[int, int], ...],
    ]
    return _Codec(Encoder(), Decoder(row), Decoder(tuple[Expression, ...]), Decoder(tuple[CallSite, ...]))


def encode(facts: Facts) -> bytes:
    """Pack facts."""
    packed = _codec().encoder.encode(
        (
            facts.language,
            facts.package,
            facts.imports,
            facts.declarations,
            *facts.body.plain,
            facts.facade,
            facts.problems,
            facts.names_only,
            facts.namespaces,
            facts.local_scopes,
        )
    )
    return zlib.crc32(packed).to_bytes(CHECKSUM_BYTES, "big") + packed


def decode(packed: bytes) -> Facts:
    """Unpack facts.

    Raises:
        ValueError: the bytes are damaged.
    """
    content = memoryview(packed)[CHECKSUM_BYTES:]
    if zlib.crc32(content) != int.from_bytes(packed[:CHECKSUM_BYTES], "big"):
        message = "the facts of a file do not match their checksum"
        raise ValueError(message)
    codec = _codec()
    language, package, imports, declarations, expressions, calls, *others = codec.rows.decode(content)
    body = Body(partial(codec.expressions.decode, expressions), partial(codec.calls.decode, calls))
    return Facts(language, package, imports, declarations, body, *others)
