"""The end of a brief: what was looked at, and whether a further call is worth its cost."""

from __future__ import annotations

from collections.abc import Iterator

from rca.analysis.investigation_results import Findings
from rca.analysis.rendering.explain_error import UNDECIDED
from rca.analysis.rendering.shown_code import is_shown

DECIDED = 0.6
"""From this confidence of the first hypothesis on its code is enough."""
_LEAST = 0.05
"""Confidence of other hypotheses below which they are not worth a look."""


def closing(found: Findings) -> str:
    """Return what was looked at, and what a further call could tell; empty where nothing was."""
    looked, enough = [*_looked_at(found)], _is_enough(found)
    return f"Looked at: {', '.join(looked)}. {enough}".rstrip() if len(looked) > 1 else enough


def _looked_at(found: Findings) -> Iterator[str]:
    """Yield what the analysis went through to its end."""
    if found.frames and found.frames[0].found_by is None:
        yield _counted(len(found.frames), "project frame")
    lacking = " ".join(found.gaps)
    if found.callers:
        among = "" if "callers: " in lacking else "all "
        yield among + _counted(len(found.callers), "caller")
    value = found.failure.value if found.failure is not None else None
    if value is not None and found.value_uses:
        yield _counted(len(found.value_uses), "line") + f" that use `{' '.join(value.text.split())}`"
    if value is not None and "origins of the value" not in lacking:
        yield "where the value can come from"
    if found.hypotheses and "functions were compared" not in lacking:
        yield "similar functions of the project"
    if found.changes:
        yield _counted(len(found.changes), "change") + " in Git"


def _is_enough(found: Findings) -> str:
    """Return what the confidence of the first place, and the code that is shown, leave to ask."""
    hypotheses = found.hypotheses
    if not hypotheses:
        return ""
    first = hypotheses[0]
    if not is_shown(first.places[0], found):
        return ""
    if first.confidence >= DECIDED:
        return "No further call is needed."
    rated = [one for one in hypotheses if one.confidence >= _LEAST]
    if first.confidence < UNDECIDED or not all(is_shown(one.places[0], found) for one in rated):
        return ""
    if len(rated) == 1:
        return (
            "The code of the only place above 5 % is shown: a further call pays only if it contradicts that."
        )
    return (
        f"The code of all {len(rated)} places above 5 % is shown: take them in their order; a further call "
        "pays only if that code contradicts it."
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
