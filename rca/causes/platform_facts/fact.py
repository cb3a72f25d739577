"""One fact about a function of the project, as a rule of the platform states it."""

from __future__ import annotations

from dataclasses import dataclass

from models.hypothesis import PlaceRole
from rca.resolve.symbol import Symbol


@dataclass(frozen=True, slots=True)
class PlatformFact:
    """A fact with its place.

    Args:
        kind: the rule that states it.
        function: the function that it is about.
        line: the line that shows it.
        role: what the function is in the explanation.
        statement: the fact in one or two sentences.
        check: what would confirm that it is behind the error.
    """

    kind: str
    function: Symbol
    line: int
    role: PlaceRole
    statement: str
    check: str
