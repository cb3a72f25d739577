"""Finds functions that may be the cause of an error: in the trace, beside it, and by the error's names."""

from __future__ import annotations

import math
from collections.abc import Sequence

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.failure import FailedCondition
from rca.causes.candidate import Candidate
from rca.causes.candidate_set import CandidateSet
from rca.causes.error_names import names_in_error
from rca.causes.named_candidates import note_named
from rca.causes.neighbour_candidates import note_neighbours
from rca.causes.project_code import ProjectCode
from rca.causes.trace_candidates import AppFrame, app_frames, note_trace
from rca.scheduling.deadline import Deadline
from rca.workspace.build_modules import is_test


def find_candidates(  # noqa: PLR0913, PLR0917 - what is known of one error
    report: ErrorReport,
    text: str,
    frames: Sequence[ProjectFrame],
    culprit: ProjectFrame | None,
    failure: FailedCondition | None,
    code: ProjectCode,
    deadline: Deadline,
) -> list[Candidate]:
    """Return every candidate with its features and reasons."""
    space = CandidateSet(code, deadline)
    app = app_frames(space, frames, culprit)
    note_trace(space, app, failure)
    note_neighbours(space, app)
    note_named(space, names_in_error(report, text), app)
    for candidate in space.found.values():
        _note_shape(candidate, app)
    return list(space.found.values())


def _note_shape(candidate: Candidate, app: Sequence[AppFrame]) -> None:
    function = candidate.function
    candidate.note("length", min(1.0, math.log(1 + function.end_line - function.line) / 5))
    kind = function.declaration.kind
    candidate.note(f"kind_{kind}")
    if is_test(function.path):
        candidate.note("is_test")
    if not app:
        candidate.note("no_frames")
        candidate.note("no_frames_relevance", candidate.features.get("relevance", 0.0))
