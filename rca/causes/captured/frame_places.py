"""Which files captured frames lie in, and which line failed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from models.captured_state import CapturedFrame, CapturedState
from models.failure import FailedCondition
from rca.causes.trace_candidates import AppFrame

_GENERATED: Final = frozenset({"valueOf", "values"})
"""Functions that the compiler adds to an enum."""


def line_at_fault(top: AppFrame, failure: FailedCondition | None) -> int:
    """Return the line of the expression that failed, else that of the trace."""
    expression = failure.expression if failure is not None else None
    is_inside = (
        expression is not None
        and expression.file_path == top.function.path
        and top.function.line <= expression.start_line <= top.function.end_line
    )
    return expression.start_line if expression is not None and is_inside else top.line


def place_frames(state: CapturedState, app: Sequence[AppFrame]) -> list[tuple[str, CapturedFrame]]:
    """Return captured frames with the files that they lie in; the first is the topmost of the trace."""
    placed: list[tuple[str, CapturedFrame]] = []
    for frame in state.frames:
        found = next(
            (
                one.function.path
                for one in app
                if one.function.path.rpartition("/")[2] == frame.file
                and (one.line == frame.line or one.function.name == frame.method)
            ),
            None,
        )
        if found is not None:
            placed.append((found, frame))
    is_top = bool(placed) and bool(app) and placed[0][0] == app[0].function.path
    written = next((frame for frame in state.frames if frame.method not in _GENERATED), None)
    return placed if is_top and placed[0][1] is written else []
