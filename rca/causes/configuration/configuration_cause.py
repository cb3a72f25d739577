"""One explanation of an error by an entry of the project's configuration."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.hypothesis import Hypothesis, HypothesisPlace, PlaceRole
from rca.causes.configuration.mechanism_counts import confidence_of


@dataclass(frozen=True, slots=True)
class Span:
    """Lines of a file, the last one included."""

    path: str
    line: int
    end_line: int
    role: PlaceRole = "configuration"

    @property
    def place(self) -> HypothesisPlace:
        """Return it as it goes on the wire."""
        last = self.end_line if self.end_line > self.line else None
        return HypothesisPlace(
            file_path=self.path, line=self.line, end_line=last, function=None, role=self.role
        )


@dataclass(frozen=True, slots=True)
class ConfigurationCause:
    """An explanation with what a ranking needs to know of it.

    Args:
        mechanism: key into the table of counts (`data/confidence.toml`).
        strength: how well text and project fit together, from 0 to 1, within the mechanism.
        spans: where to look, the likeliest first.
        replaces: a mechanism that says less of the same; its causes are left out beside this one.
    """

    mechanism: str
    statement: str
    spans: tuple[Span, ...]
    evidence: tuple[str, ...]
    check: str
    strength: float = 1.0
    features: dict[str, float] = field(default_factory=dict)
    replaces: str | None = None

    @property
    def confidence(self) -> float:
        """Return the probability that the first place is right; with more evidence no less than without."""
        plain = self.mechanism.removesuffix("_changed")  # a change of the entry makes it no less likely
        likeliest = max(confidence_of(one) for one in (self.mechanism, plain, self.replaces or plain))
        return round(likeliest * self.strength, 3)

    @property
    def hypothesis(self) -> Hypothesis:
        """Return it as it goes on the wire."""
        return Hypothesis(
            statement=self.statement,
            kind=self.mechanism,
            confidence=self.confidence,
            places=tuple(span.place for span in self.spans),
            evidence=self.evidence,
            check=self.check,
        )
