"""The candidates of one error, and the code that they are found in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rca.causes.candidate import Candidate
from rca.causes.key_writers import KeyWriter
from rca.causes.lookup.looked_up_place import LookedUpPlace
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

if TYPE_CHECKING:
    from rca.causes.passed_values import PassedValue


@dataclass(frozen=True, slots=True)
class ValueSource:
    """The likeliest place outside the failing line that the failing value comes from, in one sentence."""

    statement: str
    path: str
    line: int


class CandidateSet:
    """Candidates by function."""

    def __init__(self, code: ProjectCode, deadline: Deadline) -> None:
        self.code = code
        self.deadline = deadline
        self.found: dict[Symbol, Candidate] = {}
        self.reasons: dict[str, None] = {}
        self.value_source: ValueSource | None = None
        self.looked_up: tuple[LookedUpPlace, ...] = ()
        """Places that hold texts of the error or call what its frames name, the most telling first."""
        self.key_writers: tuple[KeyWriter, ...] = ()
        """Lines that store what the failing function reads by a key."""
        self.passed_values: tuple[PassedValue, ...] = ()
        """Lines that give the outermost function of the trace what it passes on."""

    def candidate(self, function: Symbol, line: int) -> Candidate:
        """Return the candidate of a function; a new one gets the line."""
        found = self.found.get(function)
        if found is None:
            found = self.found[function] = Candidate(function, line)
        return found

    def lacks(self, reason: str) -> None:
        """Record why the candidates may lack something."""
        self.reasons.setdefault(reason)

    def name_of(self, symbol: Symbol) -> str:
        """Return how to name a declaration in a sentence where it was found by its name alone."""
        if len(self.code.index.declaring(symbol.name, "callable")) == 1:
            return f"`{symbol.display_name}`"
        return f"a `{symbol.name}`, perhaps `{symbol.display_name}`"
