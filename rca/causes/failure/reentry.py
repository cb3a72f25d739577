"""A function of a library that is entered again before its first call ended, as an error's frames show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from models.code import ProjectFrame
from models.error_report import ErrorReport, Frame, ReportedException
from rca.causes.failure.classification import classify
from rca.causes.failure.condition import nested_name
from rca.causes.failure.failure_frames import LocatedFrames, exceptions_outward
from rca.text.lazy_regex import lazy_regex

_SAYS_SO: Final = lazy_regex(
    r"(?i)\brecursive|\bre-?ent(?:er|ran|ry)|\bnested\b|\balready (?:executing|running|in progress|being|"
    r"inside|handling|processing|dispatching|notifying)|\bwhile\b.{0,60}(?:computing|layout|dispatch|iterat|notif|execut)"
)
"""What messages say where a function does not allow that it is called from within itself."""
_CALLBACK: Final = lazy_regex(r"on[A-Z]\w*$")
_MOST_CALLBACKS: Final = 3


@dataclass(frozen=True)
class Reentry:
    """A function that was entered twice.

    Args:
        statement: that in a sentence, with the lines of the project.
        outer: the outermost project frame, which led to the first call.
        inner: the project frame that the library called meanwhile, which led to the second call.
    """

    statement: str
    outer: ProjectFrame
    inner: ProjectFrame


def find_reentry(report: ErrorReport, places: Sequence[ProjectFrame]) -> Reentry | None:
    """Return what was entered again, where the error's kind or message makes that its reason; else None."""
    located = LocatedFrames(places)
    for exception in exceptions_outward(report):
        if _is_about_entering(exception):
            found = _in_frames(exception.frames, [located.of(frame) for frame in exception.frames])
            if found is not None:
                return found
    return None


def _is_about_entering(exception: ReportedException) -> bool:
    if _SAYS_SO.search(exception.message or ""):
        return True
    condition = classify(exception.type, exception.message) if exception.type else None
    return condition is not None and condition.family == "concurrent_modification"


def _in_frames(frames: Sequence[Frame], ours: Sequence[ProjectFrame | None]) -> Reentry | None:
    """Return the outermost function above the innermost project frame that stands a second time below one."""
    first = next((at for at, place in enumerate(ours) if place is not None), 0)
    for at in range(first - 1, -1, -1):
        frame = frames[at]
        again = (
            below
            for below in range(first + 1, len(frames))
            if ours[below] is None and _is_same(frame, frames[below])
        )
        below = next(again, None)
        outside = [place for place in ours[below + 1 :] if place is not None] if below is not None else []
        if below is None or not outside:
            continue
        entry = max(index for index in range(first, below) if ours[index] is not None)
        inner = ours[entry]
        if inner is not None:
            between = _callbacks(frames[entry + 1 : below], ours[entry + 1 : below])
            return Reentry(_statement(frame, outside[-1], inner, list(between)), outside[-1], inner)
    return None


def _is_same(one: Frame, other: Frame) -> bool:
    return one.method is not None and (one.class_name, one.method) == (other.class_name, other.method)


def _callbacks(frames: Sequence[Frame], ours: Sequence[ProjectFrame | None]) -> Iterator[str]:
    """Yield the callbacks of libraries through which the project was called meanwhile, outermost first."""
    for frame, place in zip(reversed(frames), reversed(ours), strict=True):
        if place is None and frame.class_name and _CALLBACK.match(frame.method or ""):
            yield f"`{nested_name(frame.class_name)}.{frame.method}`"


def _statement(frame: Frame, outer: ProjectFrame, inner: ProjectFrame, callbacks: Sequence[str]) -> str:
    name = f"`{nested_name(frame.class_name or '')}.{frame.method}`"
    way = list(dict.fromkeys(callbacks))[:_MOST_CALLBACKS]
    through = f", by way of {', '.join(way)}" if way else ""
    return (
        f"{name} is entered again before its first call ended: first from {_named(outer)}, then from "
        f"{_named(inner)}{through}."
    )


def _named(place: ProjectFrame) -> str:
    name = place.function.name if place.function is not None else place.file_path.rpartition("/")[2]
    return f"`{name}` (line {place.line})" if place.line is not None else f"`{name}`"
