"""Hypotheses about the expressions that can throw an error in a class which the text names without a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from models.code import ProjectFrame
from models.failure import FailedCondition, FailureExpression
from models.hypothesis import Hypothesis, HypothesisPlace
from rca.causes.failure.expression_notes import CAN_THROW
from rca.causes.project_code import ProjectCode

_SHARED: Final = 0.6
"""Probability that all of them share at most."""
_LONGEST: Final = 60


def class_hypotheses(
    culprit: ProjectFrame | None, failure: FailedCondition | None, code: ProjectCode
) -> list[Hypothesis]:
    """Return one hypothesis a function, that of the likeliest expression first; none for other errors."""
    shown = failure.expression if failure is not None else None
    if culprit is None or failure is None or shown is None or culprit.found_by != "name":
        return []
    if not (shown.note or "").startswith(CAN_THROW):
        return []
    found = _by_function((shown, *failure.others), code)
    weights = [1 / (1 + number) for number in range(len(found))]
    shares = [_SHARED * weight / sum(weights) for weight in weights]
    return [_hypothesis(*one, round(share, 3)) for one, share in zip(found.values(), shares, strict=True)]


def _by_function(
    expressions: Sequence[FailureExpression], code: ProjectCode
) -> dict[str, tuple[FailureExpression, str | None]]:
    found: dict[str, tuple[FailureExpression, str | None]] = {}
    for one in expressions:
        functions = code.functions(one.file_path)
        function = functions.around(one.start_line) if functions is not None else None
        name = function.display_name if function is not None else None
        found.setdefault(name or "", (one, name))
    return found


def _hypothesis(expression: FailureExpression, name: str | None, share: float) -> Hypothesis:
    text = " ".join(expression.text.split()).replace("`", "'")
    text = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    line, file = expression.start_line, expression.file_path.rpartition("/")[2]
    where = f"`{name}`" if name is not None else f"line {line}"
    return Hypothesis(
        statement=f"`{text}` in {where} can throw this, and nothing checks it before.",
        kind="can_throw",
        confidence=share,
        places=(
            HypothesisPlace(file_path=expression.file_path, line=line, function=name, role="failure_site"),
        ),
        evidence=(),
        check=f"Stop at line {line} of {file} and see in what state it gets there.",
    )
