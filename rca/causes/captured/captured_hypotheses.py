"""Puts the functions that captured values point at before the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from models.hypothesis import Hypothesis, HypothesisPlace
from rca.causes.captured.captured_causes import CapturedCause

DECIDED_SHARE: Final = 0.7
"""What functions get together that gave a value at fault; `benchmarks.planted_crashes` measures how often the
first is right. The rest stays with the others, as a fix may as well guard the use."""
_MOST: Final = 3
_LEAST: Final = 0.02
_CHECK: Final = "Stop at line {line} of {file} and see whether the bad value comes from there."


def put_captured_first(
    ranked: Sequence[Hypothesis],
    causes: Sequence[CapturedCause],
    site: HypothesisPlace | None,
    in_code: float,
) -> list[Hypothesis]:
    """Return the hypotheses with what captured values say; the others share what is left.

    Args:
        ranked: hypotheses by code alone.
        causes: what the values say, the likeliest first.
        site: where the error surfaced.
        in_code: probability that the cause lies in code.
    """
    if not causes:
        return list(ranked)
    made = [_hypothesis(cause, ranked, site, in_code) for cause in causes[:_MOST]]
    named = {(one.places[0].file_path, one.places[0].function) for one in made}
    others = [one for one in ranked if (one.places[0].file_path, one.places[0].function) not in named]
    left = 1.0 - DECIDED_SHARE
    return [
        *made,
        *(one.model_copy(update={"confidence": round(one.confidence * left, 3)}) for one in others),
    ]


def _hypothesis(
    cause: CapturedCause, ranked: Sequence[Hypothesis], site: HypothesisPlace | None, in_code: float
) -> Hypothesis:
    function = cause.function
    place = HypothesisPlace(
        file_path=function.path, line=cause.line, function=function.display_name, role="value_origin"
    )
    key = (place.file_path, place.function)
    known = next((one for one in ranked if (one.places[0].file_path, one.places[0].function) == key), None)
    before = known.confidence if known is not None else 0.0
    confidence = DECIDED_SHARE * cause.share * in_code + (1.0 - DECIDED_SHARE) * before
    places = [place]
    if site is not None and (site.file_path, site.function) != key:
        places.append(site)
    return Hypothesis(
        statement=cause.statement,
        kind="captured_value",
        confidence=round(max(confidence, _LEAST), 3),
        places=tuple(places),
        evidence=cause.evidence,
        check=_CHECK.format(line=cause.line, file=function.path.rpartition("/")[2]),
    )
