"""A function that may be the cause of an error, with the reasons for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from models.hypothesis import PlaceRole
from rca.resolve.symbol import Symbol

ReasonKind = Literal[
    "surfaced",  # the innermost function of the trace
    "leads_to_failure",  # another function of the trace
    "unmet_demand",  # it calls the innermost function, which throws on purpose
    "passes_value",
    "gives_value",
    "declares_value",
    "writes_value",
    "writes_null",
    "called_on_line",
    "value_of_call",
    "called_beside",
    "calls_traced",
    "teardown",
    "setup",
    "same_file",
    "tested_class",
    "shares_names",
    "names_exception",
    "named",
    "holds_text",
    "value_origin",
    "shares_words",
    "near_in_calls",
    "looked_up",
    "can_throw",  # an expression of a class that the text names without a line
]
"""What a reason says of a function, where no rule of a framework or of lifetimes says it."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact that makes a function a candidate.

    Args:
        kind: what it says, a `ReasonKind` or the kind of a rule's hypothesis.
        strength: which reason is said first, the largest.
        role: what the function is in this explanation.
        statement: a sentence about it, with the names of the code.
        line: where the fact stands.
        check: what would confirm it, where the rule that it is from says so.
    """

    kind: str
    strength: float
    role: PlaceRole
    statement: str
    line: int
    check: str | None = None


@dataclass
class Candidate:
    """A function, and its features: numbers by name, absent where 0."""

    function: Symbol
    line: int
    features: dict[str, float] = field(default_factory=dict)
    reasons: list[Reason] = field(default_factory=list)

    def note(self, name: str, value: float = 1.0) -> None:
        """Set a feature to the largest value that it was seen with."""
        self.features[name] = max(value, self.features.get(name, 0.0))

    def explain(  # noqa: PLR0913, PLR0917 - the fields of a reason
        self,
        kind: str,
        strength: float,
        role: PlaceRole,
        statement: str,
        line: int,
        check: str | None = None,
    ) -> None:
        """Add a reason unless it is there."""
        if all(reason.statement != statement for reason in self.reasons):
            self.reasons.append(Reason(kind, strength, role, statement, line, check))

    @property
    def best_reason(self) -> Reason | None:
        """Return the reason that says most."""
        return max(self.reasons, key=lambda reason: reason.strength, default=None)
