"""A function that may be the cause of an error, with what speaks for it."""

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
]
"""What a reason says of a function."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact that makes a function a candidate.

    Args:
        kind: what it says.
        strength: which reason is said first, the largest.
        role: what the function is in this explanation.
        statement: a sentence about it, with the names of the code.
        line: where the fact stands.
    """

    kind: ReasonKind
    strength: float
    role: PlaceRole
    statement: str
    line: int


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

    def explain(self, kind: ReasonKind, strength: float, role: PlaceRole, statement: str, line: int) -> None:
        """Add a reason unless it is there."""
        if all(reason.statement != statement for reason in self.reasons):
            self.reasons.append(Reason(kind, strength, role, statement, line))

    @property
    def best_reason(self) -> Reason | None:
        """Return the reason that says most."""
        return max(self.reasons, key=lambda reason: reason.strength, default=None)
