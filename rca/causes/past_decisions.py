"""Raises or lowers hypotheses by earlier fixes that confirmed or refuted the same code."""

from __future__ import annotations

from collections.abc import Sequence

from models.evidence import PastCause

_FACTORS = {"confirmed": 3.0, "recorded": 2.0, "refuted": 0.5}
"""What the odds of a place are multiplied by, for the very error. Bounded, as code that was fixed once may
fail for another reason: a first hypothesis of 60 % beats a confirmed one of 30 % (odds 1.5 and 1.3)."""


class PastDecisions:
    """What is known of places in a project; of several decisions about one the first that fits counts."""

    def __init__(self, known: Sequence[PastCause]) -> None:
        # The very error says more than another one in the same function, and the newest more than older ones.
        self._known = sorted(known, key=lambda one: (one.same_error, one.at), reverse=True)

    def about(self, file_path: str, function: str | None, kind: str | None) -> PastCause | None:
        """Return the decision about a place: for the very error, or for the same kind of hypothesis.

        Code that moved to another file is found by the function's name.
        """
        return next(
            (
                one
                for one in self._known
                if one.function == function
                and (one.file_path == file_path or function is not None)
                and (one.same_error or (one.kind is not None and one.kind == kind))
            ),
            None,
        )


def odds_factor(decision: PastCause) -> float:
    """Return what the odds of the place are multiplied by; half as much, in log odds, for another error."""
    return float(_FACTORS[decision.outcome] ** (1.0 if decision.same_error else 0.5))


def describe(decision: PastCause) -> str:
    """Return the decision as a sentence of evidence."""
    day = decision.at[:10]
    error = "" if decision.same_error else ", for another error"
    match decision.outcome:
        case "confirmed":
            return f"Confirmed here before, {day}{error}: after a change here it worked."
        case "recorded":
            return f"Confirmed here before, {day}{error}: a fix that was recorded changed this."
        case "refuted":
            return f"Refuted here before, {day}{error}: a change or a check here did not help."


def multiply_odds(probability: float, times: float) -> float:
    """Return a probability whose odds are multiplied."""
    return probability * times / (1.0 - probability + probability * times)
