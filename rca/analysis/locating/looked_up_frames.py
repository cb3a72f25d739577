"""Places that were looked up for an error, in the form of frames, where it names no code of the project."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from models.code import ProjectFrame
from rca.causes.lookup.project_places import LookedUpPlace
from rca.text.line_index import Lines
from rca.workspace import Snapshot
from rca.workspace.code_context import define

_MOST: Final = 5
_LEAST: Final = 0.05
"""A place that less speaks for is one of many."""


def frames_of(places: Sequence[LookedUpPlace], snapshot: Snapshot) -> tuple[ProjectFrame, ...]:
    """Return the most telling places; the note of each says what was looked up."""
    return tuple(_frame(place, snapshot) for place in places[:_MOST] if place.weight >= _LEAST)


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
        note=f"found by looking up `{place.text}`, as no frame of the error lies in this project",
    )
