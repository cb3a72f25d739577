"""A record of the ledger, and how events change its state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from models.solution import Solution, SolutionState
from rca.knowledge.problem.problem import Problem

Source = Literal["starter", "user", "import"]
Outcome = Literal["worked", "did_not_work", "superseded", "harmful", "came_back", "stale", "fresh"]
"""What was seen of a solution. The last three nobody reports: its error came back, the code it is about
changed, or is again as it was."""

OBSERVED: frozenset[Outcome] = frozenset({"came_back", "stale", "fresh"})

MAY_BE_STALE: frozenset[SolutionState] = frozenset({"validated", "stale"})
"""States that a word or a receipt gave."""

_PRIOR_WEIGHT = 2.0
"""The record's own confidence weighs as much as this many reports."""


@dataclass(frozen=True, slots=True)
class Record:
    """A solution with its state.

    `seq` is its row number in the ledger; `worked` and `failed` count reports.
    """

    seq: int
    solution: Solution
    source: Source
    state: SolutionState
    problem: Problem
    worked: int = 0
    failed: int = 0
    superseded_by: str | None = None

    @property
    def offered(self) -> bool:
        """Return whether a search may return it; equal to the ledger's view `offered`."""
        return self.state not in {"harmful", "superseded"}

    @property
    def prior(self) -> float:
        """Probability that the solution helps with its own problem: its confidence and the reports."""
        reports = _PRIOR_WEIGHT + self.worked + self.failed
        return (_PRIOR_WEIGHT * self.solution.confidence + self.worked) / reports

    def came_back(self) -> Record:
        """Return the record as it is once its error came back."""
        return replace(self, state=next_state(self.state, "came_back", self.worked, self.failed))


def next_state(state: SolutionState, outcome: Outcome, worked: int, failed: int) -> SolutionState:
    """Return the state after a report; `worked` and `failed` include it.

    Only an explicit report or a receipt validates a solution. It is no longer validated once it failed as
    often as it worked, or its error came back. Harmful and superseded solutions return only by a later report
    that they worked.
    """
    match outcome:
        case "worked":
            return "validated"
        case "did_not_work":
            return "candidate" if state in {"validated", "stale"} and failed >= worked else state
        case "superseded" | "harmful":
            return outcome
        case "came_back":
            return "candidate" if state in {"validated", "stale"} else state
        case "stale":
            return "stale" if state == "validated" else state
        case "fresh":
            return "validated" if state == "stale" else state
