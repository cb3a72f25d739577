"""Finds the places in the project of a text's further, independent errors."""

from __future__ import annotations

from models.error_report import ErrorReport
from rca.analysis.investigation_results import FurtherError
from rca.analysis.locating.frame_locator import choose_culprit, locate
from rca.causes.failure.find_failure import find_failure
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot

_MOST = 3


def place_further_errors(
    error: ErrorReport, snapshot: Snapshot, deadline: Deadline
) -> tuple[FurtherError, ...]:
    """Return the first of an error's `others`, each with its culprit and failing expression.

    Args:
        error: the text's error.
        snapshot: the workspace.
        deadline: ends the search for expressions; the places are given all the same.
    """
    return tuple(_placed(other, snapshot, deadline) for other in error.others[:_MOST])


def _placed(error: ErrorReport, snapshot: Snapshot, deadline: Deadline) -> FurtherError:
    frames = locate(error, snapshot)
    failure = find_failure(error, frames, snapshot, deadline)
    expression = failure.expression if failure is not None else None
    return FurtherError(error, choose_culprit(error, frames, snapshot), expression)
