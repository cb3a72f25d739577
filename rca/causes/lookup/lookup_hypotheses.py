"""Hypotheses by exact lookups, for errors without a frame in the project."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from models.hypothesis import Hypothesis, HypothesisPlace
from rca.causes.lookup.project_places import LookedUpPlace

_CONFIDENCES: Final = ((0.8, 0.35), (0.6, 0.25), (0.4, 0.15))
"""Least weight of a place, and how often such a place was what the fix changed."""
_MOST: Final = 4
_SHARED: Final = 0.6
"""What all places together may take of the probability."""


def lookup_hypotheses(places: Sequence[LookedUpPlace]) -> list[Hypothesis]:
    """Return a hypothesis for each telling place, the most telling first."""
    rated = [(place, confidence) for place in places if (confidence := _confidence(place))][:_MOST]
    total = sum(confidence for _, confidence in rated)
    scale = min(1.0, _SHARED / total) if total else 1.0
    return [_hypothesis(place, round(confidence * scale, 3)) for place, confidence in rated]


def _confidence(place: LookedUpPlace) -> float:
    return next((confidence for least, confidence in _CONFIDENCES if place.weight >= least), 0.0)


def _hypothesis(place: LookedUpPlace, confidence: float) -> Hypothesis:
    file = place.path.rpartition("/")[2]
    if place.source == "call":
        check = f"Log the arguments and the thread at line {place.line} of {file}, and run what failed again."
    else:
        check = f"Look whether line {place.line} of {file} runs, or is read, before the failure."
    return Hypothesis(
        statement=place.statement,
        kind="looked_up",
        confidence=confidence,
        places=(
            HypothesisPlace(
                file_path=place.path,
                line=place.line,
                function=place.function.display_name if place.function is not None else None,
                role="failure_site" if place.function is not None else "configuration",
            ),
        ),
        evidence=(),
        check=check,
    )
