"""Hypotheses by exact lookups, for errors without a frame in the project."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from models.hypothesis import Hypothesis, HypothesisPlace
from rca.causes.lookup.looked_up_place import LookedUpPlace

_CONFIDENCES: Final = ((0.8, 0.35), (0.6, 0.25), (0.4, 0.15))
"""Least weight of a place, and the probability that it is right, set by hand: too few bugs show it."""
_ONCE: Final = 0.6
"""Weight from which a text stands in one place."""
_MOST: Final = 4
_MOST_PLACES: Final = 3
_SHARED: Final = 0.6
"""What all places together may take of the probability."""


def lookup_hypotheses(places: Sequence[LookedUpPlace]) -> list[Hypothesis]:
    """Return hypotheses for the telling places, the most telling first.

    The places of a text that stands once, and is used by way of constants, are one hypothesis.
    """
    grouped: dict[object, list[LookedUpPlace]] = {}
    for number, place in enumerate(places):
        if _confidence(place):
            is_chain = place.weight >= _ONCE and place.source != "call"
            grouped.setdefault(place.text if is_chain else number, []).append(place)
    chosen = list(grouped.values())[:_MOST]
    total = sum(_confidence(group[0]) for group in chosen)
    scale = min(1.0, _SHARED / total) if total else 1.0
    return [_hypothesis(group, round(_confidence(group[0]) * scale, 3)) for group in chosen]


def _confidence(place: LookedUpPlace) -> float:
    return next((confidence for least, confidence in _CONFIDENCES if place.weight >= least), 0.0)


def _hypothesis(group: Sequence[LookedUpPlace], confidence: float) -> Hypothesis:
    first, file = group[0], group[0].path.rpartition("/")[2]
    check = f"Look whether line {first.line} of {file} runs, or is read, before the failure."
    if first.source == "call":
        check = f"Log the arguments and the thread at line {first.line} of {file}, and run what failed again."
    return Hypothesis(
        statement=first.statement,
        kind="looked_up",
        confidence=confidence,
        places=tuple(_place(place) for place in group[:_MOST_PLACES]),
        evidence=tuple(place.statement for place in group[1:_MOST_PLACES]),
        check=check,
    )


def _place(place: LookedUpPlace) -> HypothesisPlace:
    return HypothesisPlace(
        file_path=place.path,
        line=place.line,
        function=place.function.display_name if place.function is not None else None,
        role="failure_site" if place.function is not None else "configuration",
    )
