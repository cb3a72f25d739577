"""A function that may have given a value at fault, and how much the captured values speak for it."""

from __future__ import annotations

from dataclasses import dataclass

from rca.resolve.symbol import Symbol


@dataclass(frozen=True)
class Contribution:
    """What one place has to do with a value at fault.

    Args:
        function: the function around the place.
        line: the place.
        weight: 0 where the values rule it out.
        statement: what it did, in one sentence.
        beside: what else speaks for it, in one sentence.
        ruled_out: what speaks against it, in one sentence.
        omits: whether the function is at fault because it did not do what it should.
    """

    function: Symbol
    line: int
    weight: float
    statement: str
    beside: str | None = None
    ruled_out: str | None = None
    omits: bool = False
