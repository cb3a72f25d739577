"""Details of an error event: its place in the project and past solutions, for one line of a list."""

from __future__ import annotations

import logging

from models.events import BuildProblem
from rca.analysis.locating.frame_locator import FrameLocator, choose_culprit, locate
from rca.error_text import Occurrence
from rca.events.event_log import Details
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.workspace import Snapshot

_logger = logging.getLogger(__name__)

_SECONDS = 2.0
_MOST_PROBLEMS = 200


def find_details(occurrence: Occurrence, snapshot: Snapshot, knowledge: KnowledgeStore) -> Details | None:
    """Return the culprit and the best past solution; None while the project is being indexed."""
    if not snapshot.index.ready:
        return None
    culprit = choose_culprit(occurrence.report, locate(occurrence.report, snapshot), snapshot)
    problems = _problems(occurrence, FrameLocator(snapshot))
    try:
        outcome = knowledge.find(
            occurrence.text,
            occurrence.report,
            min_confidence=None,
            limit=1,
            deadline=Deadline(_SECONDS),
        ).outcome
    except Failure as failure:
        # The list has no place for it: the event stands without a verdict.
        _logger.warning("past solutions of an error were not looked up: %s", failure)
        return Details(culprit, None, None, problems)
    best = outcome.results[0].solution.strip().partition("\n")[0] if outcome.results else None
    return Details(culprit, outcome.verdict, best, problems)


def _problems(occurrence: Occurrence, locator: FrameLocator) -> tuple[BuildProblem, ...]:
    found = []
    for diagnostic in occurrence.report.diagnostics[:_MOST_PROBLEMS]:
        place = locator.diagnostic(diagnostic)
        if place is not None:
            found.append(
                BuildProblem(
                    file_path=place.file_path,
                    line=place.line or 1,
                    column=diagnostic.column if place.line else None,
                    severity=diagnostic.severity,
                    message=diagnostic.message,
                    tool=diagnostic.tool,
                )
            )
    return tuple(found)
