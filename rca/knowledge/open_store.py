"""The open parts of a store, and the search over them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from rca.knowledge import solution_search
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.embedding.vector_index import VectorIndex
from rca.knowledge.embedding.vector_search import VectorSearch
from rca.knowledge.ledger import change_set
from rca.knowledge.ledger.ledger import Filters, Ledger
from rca.knowledge.maintenance import Maintenance
from rca.knowledge.problem.problem import Problem
from rca.knowledge.ranking import hubness
from rca.knowledge.solution_search import Dense, Question, SearchResult
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rca.knowledge.team.synchronization import Team

DenseMode = Literal["if_ready", "wait", "off"]
"""Dense search only where the model is loaded, after waiting for it, or not at all."""


@dataclass(frozen=True, slots=True)
class OpenStore:
    """The open parts of a store."""

    ledger: Ledger
    embedder: Embedder
    projection: VectorIndex
    upkeep: Maintenance
    dense: VectorSearch
    team: Team | None

    def search(self, question: Question, mode: DenseMode) -> SearchResult:
        """Search the ledger, and in parallel the team's server for solutions not yet received.

        If new solutions arrive, the ledger is searched again, so that they are ranked like all others.
        """
        if self.team is None:
            return self._with_sources(
                solution_search.find(
                    self.ledger, question, lambda one: self.dense_for(one, mode, question.deadline)
                )
            )
        from rca.knowledge.team import team_query

        team = self.team
        embedded: list[Dense] = []
        asked: list[team_query.Pending] = []

        def embed(problem: Problem) -> Dense:
            dense = self.dense_for(problem, mode, question.deadline)
            embedded.append(dense)
            asked.append(team.ask(None if dense.vector is None else dense.vector.tolist()))
            return dense

        found = solution_search.find(self.ledger, question, embed)
        answer = asked[0].wait(team_query.SECONDS, question.deadline.remaining)
        if answer.taken:
            found = solution_search.find(self.ledger, question, lambda _problem: embedded[0])
        partial = found.partial or not answer.complete
        return self._with_sources(replace(found, notes=(*found.notes, answer.note), partial=partial))

    def follow_up(self, now: datetime) -> None:
        """Request the follow-up work of a write: a daily copy, and an embedding if the model is loaded."""
        self.upkeep.copy_daily(now)
        if self.embedder.ready:
            self.upkeep.wake()
        if self.team is not None:
            self.team.wake()

    def close(self) -> None:
        """Close the files."""
        self.projection.close()
        self.ledger.close()

    def _with_sources(self, found: SearchResult) -> SearchResult:
        """Add to each hit where its record came from."""
        hits = found.outcome.results
        try:
            sources = change_set.sources(self.ledger, [hit.id for hit in hits])
        except Failure as failure:
            # What was found is worth more than where it came from.
            note = f"knowledge: where the solutions come from is not known: {failure.error.message}"
            return replace(found, notes=(*found.notes, note), partial=True)
        told = tuple(hit.model_copy(update={"source": sources.get(hit.id, "user")}) for hit in hits)
        return replace(found, outcome=found.outcome.model_copy(update={"results": told}))

    def nearest(self, vector: NDArray[np.float32], filters: Filters, limit: int) -> tuple[list[int], str]:
        """Return the nearest records; if the index is behind or failed, request maintenance."""
        if self.projection.wants_work:
            self.upkeep.wake()
        return self.dense.find(vector, filters, limit)

    def dense_for(self, problem: Problem, mode: DenseMode, deadline: Deadline) -> Dense:
        """Embed a problem, if the model is loaded and time suffices."""

        def without(note: str, failure: Failure | None = None) -> Dense:
            return Dense(self.embedder.id, None, self.nearest, note, failure)

        if mode == "off":
            return replace(without("dense: off"), wanted=False)
        if mode == "wait":
            self.upkeep.embed()
        failure = self.embedder.failure
        if not self.embedder.ready and failure is not None:
            return without(f"dense: failed ({failure.error.message})", failure)
        if not self.embedder.ready:
            return without(f"dense: not ready ({self.embedder.why_not_ready})")
        if deadline.expired:
            return without("dense: not ready (no time left)")
        try:
            vector = self.embedder.encode([problem.text])[0]
        except Failure as failure:
            if mode == "wait":
                raise
            return without(f"dense: failed ({failure.error.message})", failure)
        model = self.embedder.id
        return Dense(model, vector, self.nearest, "dense: ready", crowd=hubness.of_model(model))
