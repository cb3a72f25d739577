"""What the graph asks of the project's code: places of frames, and lines of files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from models.error_report import Frame
from models.wait_graph import WaitPlace


@dataclass(frozen=True, slots=True)
class CodePlace:
    """A frame in the project. `line` is None where the frame's line is past the file's end: inlined code.

    `start` and `end` are the first and last line of the enclosing function; None where it is not known.
    """

    path: str
    line: int | None
    function: str | None
    start: int | None
    end: int | None


class HangCode(Protocol):
    """The project's code."""

    def place(self, frame: Frame) -> CodePlace | None:
        """Return the place of a frame; None where it is not the project's."""

    def lines(self, path: str) -> Sequence[str]:
        """Return the lines of a file; none where it cannot be read."""

    def functions(self, name: str) -> Sequence[CodePlace]:
        """Return the project's functions of a name."""


class NoCode:
    """No project: a dump by itself."""

    def place(self, _frame: Frame) -> CodePlace | None:
        """Return None."""
        return None

    def lines(self, _path: str) -> Sequence[str]:
        """Return no lines."""
        return ()

    def functions(self, _name: str) -> Sequence[CodePlace]:
        """Return no functions."""
        return ()


def wait_place(frame: Frame, code: HangCode) -> WaitPlace:
    """Return a frame as the graph shows it."""
    place = code.place(frame)
    if place is None:
        return WaitPlace(frame=frame.text)
    return WaitPlace(
        frame=frame.text,
        file_path=place.path,
        line=place.line if place.line is not None else place.start,
        function=place.function,
    )


def code_lines(place: CodePlace, code: HangCode) -> list[tuple[int, str]]:
    """Return the numbered lines of a place's function, without comments at their ends."""
    lines = code.lines(place.path)
    if place.start is None or place.end is None:
        return []
    numbers = range(place.start, min(place.end, len(lines)) + 1)
    return [(number, lines[number - 1].partition("//")[0]) for number in numbers]


def lines_around(place: CodePlace, code: HangCode) -> list[tuple[int, str]]:
    """Return the lines of a function whose blocks are around a place, the outermost first, then its own."""
    around: list[tuple[int, int, str]] = []
    depth = 0
    for number, text in code_lines(place, code):
        if number == place.line:
            return [*((at, opening) for _depth, at, opening in around), (number, text)]
        after = depth + text.count("{") - text.count("}")
        around = [one for one in around if one[0] < after]
        if after > depth:
            around.append((depth, number, text))
        depth = after
    return []
