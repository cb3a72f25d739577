"""The end of a brief: what was looked at, and whether a further call is worth its cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from models.failure import FailedCondition, SourceRange, ValueUse
from models.hypothesis import Hypothesis
from rca.analysis.investigation_results import Findings
from rca.analysis.rendering.explain_error import UNDECIDED
from rca.analysis.rendering.shown_code import DECIDED, ShownContexts, is_shown
from rca.causes.value_uses import used_field

_LEAST = 0.05
"""Confidence of other hypotheses below which they are not worth a look."""


class RatedPlaces(ShownContexts, Protocol):
    """The hypotheses of an analysis and the code that is shown, as findings and result have them."""

    @property
    def failure(self) -> FailedCondition | None:
        """What failed."""

    @property
    def value_uses(self) -> tuple[ValueUse, ...]:
        """Lines that use the failing value."""


def closing(found: Findings) -> str:
    """Return what was looked at, and what a further call could tell; empty where nothing was."""
    looked, enough = [*_looked_at(found)], _enough(found)
    return f"Looked at: {', '.join(looked)}. {enough}".rstrip() if len(looked) > 1 else enough


def _looked_at(found: Findings) -> Iterator[str]:
    """Yield what the analysis went through to its end."""
    if found.frames and found.frames[0].found_by is None:
        yield _counted(len(found.frames), "project frame")
    lacking = " ".join(found.gaps)
    if found.callers:
        among = "" if "callers: " in lacking or len(found.callers) == 1 else "all "
        yield among + _counted(len(found.callers), "caller")
    value = found.failure.value if found.failure is not None else None
    used = used_field(found.failure, found.value_uses)
    if used is not None:
        yield _counted(len(found.value_uses), "line") + f" that use `{used.name}`"
    if value is not None and "origins of the value" not in lacking:
        yield "where the value can come from"
    if found.hypotheses and "functions were compared" not in lacking:
        yield "similar functions of the project"
    if found.changes:
        yield _counted(len(found.changes), "change") + " in Git"


def is_enough(found: RatedPlaces) -> bool:
    """Return whether the code of the likely places is shown, one stands out, and no value is left to follow.

    Then a further call is worth its cost only where the code contradicts the order of the places.
    """
    hypotheses = found.hypotheses
    if not hypotheses or not is_shown(hypotheses[0].places[0], found):
        return False
    if hypotheses[0].confidence >= DECIDED:
        return True
    if hypotheses[0].confidence < UNDECIDED or value_to_follow(found) is not None:
        return False
    return all(is_shown(one.places[0], found) for one in _likely_places(found))


def value_to_follow(found: RatedPlaces) -> SourceRange | None:
    """Return the failing value whose origin the answer does not show; None where it shows what sets it.

    None as well where a condition of the code's own failed.
    """
    failure = found.failure
    if failure is None or failure.family == "precondition":
        return None
    is_set = any(use.kind in ("assigned", "changed") for use in found.value_uses)
    return None if is_set else failure.value


def _enough(found: Findings) -> str:
    """Return what the confidence of the first place, and the code that is shown, leave to ask."""
    if not is_enough(found):
        return ""
    first = found.hypotheses[0].confidence
    if first >= DECIDED:
        return f"The first place has {first:.0%}: a further call pays only if the code shown contradicts it."
    number = len(_likely_places(found))
    if number == 1:
        return "The code of the one likely place is shown: a further call pays only if that contradicts it."
    return (
        f"The code of all {number} places above {_LEAST:.0%} is shown: take them in their order; a further "
        "call pays only if that code contradicts it."
    )


def _likely_places(found: RatedPlaces) -> list[Hypothesis]:
    return [one for one in found.hypotheses if one.confidence >= _LEAST]


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
