"""Frames made of places that were looked up for an error without a frame in the project."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from models.code import ProjectFrame
from models.failure import FailedCondition, FailureExpression
from rca.causes.lookup.looked_up_place import LookedUpPlace
from rca.text.line_index import Lines
from rca.workspace import Snapshot
from rca.workspace.code_context import define

_MOST: Final = 5
_LEAST: Final = 0.05
"""A place that less speaks for is one of many."""


def frames_of(
    failure: FailedCondition | None, places: Sequence[LookedUpPlace], snapshot: Snapshot
) -> tuple[ProjectFrame, ...]:
    """Return the expression that makes the message, and the most telling places, with notes on both."""
    found: dict[tuple[str, int | None], ProjectFrame] = {}
    if failure is not None and failure.expression is not None:
        place = _of_expression(failure.expression, snapshot)
        found[place.file_path, place.line] = place
    for looked_up in places[:_MOST]:
        if looked_up.weight >= _LEAST:
            found.setdefault((looked_up.path, looked_up.line), _frame(looked_up, snapshot))
    return tuple(found.values())


def _of_expression(expression: FailureExpression, snapshot: Snapshot) -> ProjectFrame:
    path, line = expression.file_path, expression.start_line
    text = snapshot.text(path) or ""
    function = snapshot.index.enclosing_function(path, line)
    return ProjectFrame(
        file_path=path,
        line=line,
        function=define(function, text) if function is not None else None,
        class_name=None,
        method=function.name if function is not None else None,
        text=expression.text,
        code=Lines(text).line(line).strip(),
        found_by="words",
        note=expression.note or "it has the text of the message",
    )


def _frame(place: LookedUpPlace, snapshot: Snapshot) -> ProjectFrame:
    text = snapshot.text(place.path) or ""
    function = place.function
    owner = function.owner if function is not None else None
    return ProjectFrame(
        file_path=place.path,
        line=place.line,
        function=define(function, text) if function is not None else None,
        class_name=owner.qualified_name if owner is not None else None,
        method=function.name if function is not None else None,
        text=place.text,
        code=Lines(text).line(place.line).strip(),
        found_by="words",
        note=f"looked up `{place.text}`, as no frame of the error lies in this project",
    )
