"""Regions of a long text that may hold an error, found without a look at each line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rca.text.lazy_regex import lazy_regex

_WHOLE = 256 * 1024
"""Characters of a text that is read as a whole."""

_BEFORE = 64
_AFTER = 24
"""Lines around a mark that belong to its excerpt: other processes' lines may stand in between."""
_FRAME_HEAD = 120
"""Characters of a line, with a log's prefix, in which a native frame begins."""

_FRAME = lazy_regex(r"at [\w$.<>/@\-]{3,400} ?\(")
_MARKS = (
    "FATAL EXCEPTION",
    "*** *** ***",
    "ANR in ",
    "Fatal signal ",
    "Caused by: ",
    "#00 pc ",
    "kfun:",
    "Exception Type: ",
    '" prio=',
    "Java-level deadlock",
    "Coroutines dump ",
    "Abort message",
    "Found by: ",
    "Module|",
    "Binary Images:",
)


@dataclass(frozen=True, slots=True)
class ErrorRegion:
    """Consecutive lines; `first` is the number of `lines[0]` in the whole text, 0-based."""

    first: int
    lines: list[str]


def excerpts(text: str) -> Iterator[ErrorRegion]:
    """Return the stretches that may hold an error, in order; all of the text where it is short."""
    if len(text) <= _WHOLE:
        yield ErrorRegion(0, text.split("\n"))
        return
    counted = line = 0
    for start, end in _stretches(text):
        line += text.count("\n", counted, start)
        counted = start
        yield ErrorRegion(line, text[start:end].split("\n"))


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Return offsets `[start, end)` of whole lines around marks, near ones joined."""
    marks = _Marks(text)
    start = end = -1
    at = marks.after(0)
    while at >= 0:
        begin = _lines_back(text, at, max(end, 0))
        if end < 0 or begin > end:
            if end >= 0:
                yield start, end
            start = begin
        end = _lines_on(text, at)
        at = marks.after(end)
    if end >= 0:
        yield start, end


class _Marks:
    """The marks of a text in order; each kind is searched only past where it was last found."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next = dict.fromkeys((*_MARKS, ""), 0)

    def after(self, at: int) -> int:
        """Return the first mark from `at` on, or -1."""
        for mark, position in self._next.items():
            if 0 <= position < at or (position == 0 and at == 0):
                self._next[mark] = self._find(mark, at)
        return min((position for position in self._next.values() if position >= 0), default=-1)

    def _find(self, mark: str, at: int) -> int:
        if mark:
            return self._text.find(mark, at)
        found = _FRAME.search(self._text, at)
        return -1 if found is None else found.start()


def _lines_back(text: str, at: int, floor: int) -> int:
    for _ in range(_BEFORE + 1):
        at = text.rfind("\n", floor, at)
        if at < 0:
            return floor
    return at + 1


def _lines_on(text: str, at: int) -> int:
    for _ in range(_AFTER + 1):
        following = text.find("\n", at)
        if following < 0:
            return len(text)
        at = following + 1
    return _through_frames(text, at) - 1


def _through_frames(text: str, at: int) -> int:
    """Return where the lines that go on with a native backtrace end, `at` where none does."""
    while (following := text.find("\n", at)) >= 0 and " pc " in text[at : min(following, at + _FRAME_HEAD)]:
        at = following + 1
    return at
