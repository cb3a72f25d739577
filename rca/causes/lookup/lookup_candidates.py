"""Candidates by exact lookups: functions that hold the error's texts, or call what its frames name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from models.error_report import ErrorReport
from rca.causes.candidate_set import CandidateSet
from rca.causes.lookup.project_places import look_up
from rca.causes.trace_candidates import AppFrame
from rca.scheduling.deadline import Deadline

_STRENGTH: Final = 1.5
"""That of a function that holds a text of the error."""
_MOST_NOTED: Final = 40


def add_looked_up_candidates(
    space: CandidateSet, report: ErrorReport, text: str, app: Sequence[AppFrame], deadline: Deadline
) -> None:
    """Look the error's texts and library calls up, and note how telling each function is that has them."""
    found = look_up(report, text, space.code, deadline, has_frames=bool(app))
    space.looked_up = found.places
    if found.cut:
        space.lacks("not all texts of the error were looked up, the time ran out")
    traced = {frame.function for frame in app}
    for number, place in enumerate(found.places[:_MOST_NOTED]):
        if place.function is None or place.function in traced:
            continue  # the trace says more of a function than a name in the log
        candidate = space.candidate(place.function, place.line)
        candidate.note("looked_up", place.weight)
        candidate.note(f"looked_up_{place.source}", place.weight)
        candidate.note("looked_up_rank", 1 / (1 + number))
        candidate.explain("looked_up", _STRENGTH + place.weight, "failure_site", place.statement, place.line)
