"""A function that may be the cause of an error, with what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rca.resolve.symbol import Symbol


@dataclass
class Candidate:
    """A function, and its features: numbers by name, absent where 0."""

    function: Symbol
    line: int
    features: dict[str, float] = field(default_factory=dict)

    def note(self, name: str, value: float = 1.0) -> None:
        """Set a feature to the largest value that it was seen with."""
        self.features[name] = max(value, self.features.get(name, 0.0))
