"""Weights of the functions that may have given one value, and of the failing function beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rca.causes.captured.contribution import Contribution
from rca.resolve.symbol import Symbol

_LEAST_FULL: Final = 0.4
_GIVEN_SHARE: Final = 0.35


def scale_to_value(given: Sequence[Contribution], weight: float) -> Iterator[Contribution]:
    """Yield the contributions to one value, scaled to its weight.

    A value counts in full where a function may have given it: that its code fits says where it comes from,
    and not that it is wrong. One that only the entry function or a declaration gives is rather right.
    """
    whole = sum(one.weight for one in given)
    best = max((one.weight for one in given), default=0.0)
    own = max((one.weight for one in given if _is_own_function(one.function)), default=0.0)
    share = max(best, 1.0) if own >= _LEAST_FULL else best if own else best * _GIVEN_SHARE
    for one in given:
        yield replace(one, weight=weight * one.weight * share / whole if whole else 0.0)


def _is_own_function(function: Symbol) -> bool:
    return function.declaration.kind == "function" and function.name != "main"


def without_failing(contributions: list[Contribution], top: Symbol | None) -> list[Contribution]:
    """Return the contributions of other functions, if there are any: the failing one has its hypothesis."""
    others = [one for one in contributions if one.function != top]
    is_enough = any(one.weight and _is_own_function(one.function) for one in others)
    return others if is_enough else contributions
