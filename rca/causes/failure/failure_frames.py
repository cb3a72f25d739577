"""Which frame of a trace is the project's innermost, what it called, and who called it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.code import ProjectFrame
from models.error_report import ErrorReport, Frame, ReportedException

_CHECKING = ("kotlin.jvm.internal.Intrinsics", "kotlin.UninitializedPropertyAccessException")
"""Classes whose frames are a check that the compiler put into the frame below."""


@dataclass(frozen=True)
class FailureFrame:
    """A project frame on the way to the failure.

    Args:
        place: where it is in the project.
        frame: as the trace has it.
        callee: the frame that it called, None where the exception was made by it.
        checks: the method of a check that the compiler put into it, where the trace shows that.
        caller: the project frame that called it, where there is one; `caller_line` is the line that the
            trace tells of it.
        origin: the innermost frame of the exception.
    """

    place: ProjectFrame
    frame: Frame
    callee: Frame | None
    checks: str | None
    caller: ProjectFrame | None
    caller_line: int | None
    origin: Frame


def exceptions_outward(report: ErrorReport) -> Sequence[ReportedException]:
    """Return the exceptions of a report from the root cause outward; of an ANR the ANR itself alone."""
    primary = [one for one in report.exceptions if one.relation != "suppressed"]
    if report.kind == "anr":
        return primary[:1]
    return primary[::-1]


def failure_frames(report: ErrorReport, places: Sequence[ProjectFrame]) -> Iterator[FailureFrame]:
    """Yield the project's frames of the root cause from the innermost outward.

    Where the cause's own frames name no project code (`... 20 more`), those of the exception around it do.
    """
    located = LocatedFrames(places)
    for exception in exceptions_outward(report):
        inside = [
            (number, place) for number, frame in enumerate(exception.frames) if (place := located.of(frame))
        ]
        for order, (number, place) in enumerate(inside):
            callee, checks = callee_of(exception.frames[:number])
            outer, caller = inside[order + 1] if order + 1 < len(inside) else (None, None)
            line = None if outer is None else exception.frames[outer].line
            frame, origin = exception.frames[number], exception.frames[0]
            yield FailureFrame(place, frame, callee, checks, caller, line, origin)
        if inside:
            return


def callee_of(inner: Sequence[Frame]) -> tuple[Frame | None, str | None]:
    """Return the frame that a frame called, and the check in it that the compiler made.

    `inner` are the frames above it, innermost first.
    """
    checks = None
    frames = list(inner)
    while frames and (frames[-1].class_name or "").startswith(_CHECKING):
        checks = frames.pop().method
    if checks is not None:
        return None, checks
    while len(frames) > 1 and (frames[-1].method or "").startswith(("access$", "-$$Nest$")):
        frames.pop()
    return (frames[-1] if frames else None), None


class LocatedFrames:
    """Finds the place of a frame among places, each of which is listed once."""

    def __init__(self, places: Sequence[ProjectFrame]) -> None:
        self._by_text = {place.text: place for place in reversed(places)}
        self._by_line: dict[tuple[str, int | None], ProjectFrame] = {
            (place.file_path.rpartition("/")[2], place.line): place
            for place in reversed(places)
            if place.line is not None and place.method is not None
        }

    def of(self, frame: Frame) -> ProjectFrame | None:
        """Return the place of a frame, None where it is not the project's."""
        found = self._by_text.get(frame.text)
        if found is None and frame.origin != "platform" and frame.file is not None:
            found = self._by_line.get((frame.file, frame.line))
        return found
