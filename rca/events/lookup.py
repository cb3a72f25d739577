"""What the project and past solutions say of an error that came by: enough for one line of a list."""

from __future__ import annotations

from rca.analysis.investigation import SOLUTION_CONFIDENCE
from rca.analysis.locate import choose_culprit, locate
from rca.cancellation import Watch
from rca.error_text import Occurrence
from rca.events.log import Details
from rca.failure import Failure
from rca.knowledge.store import KnowledgeStore
from rca.workspace import Snapshot

_SECONDS = 2.0


def look(occurrence: Occurrence, snapshot: Snapshot, knowledge: KnowledgeStore) -> Details | None:
    """Find the culprit and the best past solution; None while the project is still being indexed."""
    if not snapshot.index.ready:
        return None
    culprit = choose_culprit(occurrence.report, locate(occurrence.report, snapshot), snapshot)
    try:
        outcome = knowledge.find(
            occurrence.text,
            occurrence.report,
            min_confidence=SOLUTION_CONFIDENCE,
            limit=1,
            watch=Watch(_SECONDS),
        ).outcome
    except Failure:
        return Details(culprit, None, None)
    best = outcome.results[0].solution.strip().partition("\n")[0] if outcome.results else None
    return Details(culprit, outcome.verdict, best)
