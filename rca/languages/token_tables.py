"""Lookup tables indexed by token kind."""

from __future__ import annotations

from collections.abc import Iterable


def kinds_in(kinds: Iterable[int]) -> bytes:
    """Return a table that is 1 for these kinds and 0 for all others."""
    table = bytearray(256)
    for kind in kinds:
        table[kind] = 1
    return bytes(table)
