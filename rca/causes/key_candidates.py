"""Candidates that store, under a key, what the innermost function reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from models.failure import FailedCondition
from rca.causes.candidate_set import CandidateSet
from rca.causes.key_writers import find_key_writers
from rca.causes.trace_candidates import FAMILY_GROUPS, AppFrame
from rca.scheduling.deadline import Deadline

_OF_VALUES: Final = frozenset(("null", "null_argument", "value", "state", "precondition"))
_STRENGTH: Final = 4.2
"""That of the reason: below the origins that are traced through the code."""


def add_key_candidates(
    space: CandidateSet, failure: FailedCondition | None, app: Sequence[AppFrame], deadline: Deadline
) -> None:
    """Add the functions that store what is read by a key near the failing line."""
    if failure is None or not app or FAMILY_GROUPS.get(failure.family) not in _OF_VALUES:
        return
    top = app[0]
    space.key_writers = find_key_writers(space.code, top.function.path, top.line, top.function, deadline)
    traced = {frame.function for frame in app}
    for writer in space.key_writers:
        if writer.function is None or writer.function in traced:
            continue
        candidate = space.candidate(writer.function, writer.line)
        candidate.note("writes_value")
        said = (
            f"`{writer.function.display_name}` stores something under `{writer.key}`, which line {top.line} "
            f"of `{top.function.display_name}` reads."
        )
        candidate.explain("writes_value", _STRENGTH, "value_origin", said, writer.line)
