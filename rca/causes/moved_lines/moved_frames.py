"""Finds frames whose lines belong to another revision of their file, and where that code is now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from models.code import ProjectFrame
from models.error_report import ErrorReport, Frame
from rca.causes.failure.expression_search import UNDECIDED_LINE
from rca.causes.failure.failure_frames import LocatedFrames, callee_of
from rca.causes.failure.searched_file import CodeFile, open_code
from rca.causes.moved_lines.line_fit import STALE, LineFit, judge_line
from rca.causes.moved_lines.statement_lines import holds_braces_alone, holds_no_code
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.workspace import Snapshot

_MOST_FRAMES: Final = 24
_MOST_LINES_NAMED: Final = 4
_AGREEING: Final = 2
"""Frames that must have moved by the same number of lines before others of the file are moved as well."""

Key = tuple[str, str]
"""File and text of a frame."""


@dataclass(frozen=True)
class _Judged:
    place: ProjectFrame
    line: int
    fit: LineFit


@dataclass(frozen=True)
class _Move:
    """How the lines of a file moved.

    Args:
        offset: by how many lines, as most of its frames did; 0 where none was found.
        is_confirmed: whether several lines moved so.
        is_alone: whether no line moved otherwise.
    """

    offset: int
    is_confirmed: bool
    is_alone: bool


def follow_moved_lines(
    report: ErrorReport, places: Sequence[ProjectFrame], snapshot: Snapshot, deadline: Deadline
) -> tuple[ProjectFrame, ...]:
    """Return the places of an error, those whose lines are of another revision where their code is now.

    Such a place has `reported_line` and a note. Where one line of a file does not fit, the notes say of its
    other lines that they may have moved too.
    """
    if report.obfuscated:
        return tuple(places)
    files = _Files(snapshot, deadline)
    judged: dict[Key, _Judged] = {}
    # What time did not allow to look up is left as it is.
    with suppress(Failure):
        for place, frame, callee, inner in _calls(report, places):
            if deadline.expired:
                break
            code = files.open(place.file_path)
            if code is not None and frame.line is not None:
                fit = judge_line(code, place, frame, callee, inner)
                key = (place.file_path, place.text)
                known = judged.get(key)
                if known is None or fit.fit == "fits":
                    judged[key] = _Judged(place, frame.line, fit)
    moved = _decide(judged, files)
    return tuple(moved.get((place.file_path, place.text), place) for place in places)


def _calls(
    report: ErrorReport, places: Sequence[ProjectFrame]
) -> Iterator[tuple[ProjectFrame, Frame, Frame | None, ProjectFrame | None]]:
    """Yield the frames that lie in the project: place, frame, the frame that it called, its place."""
    located = LocatedFrames(places)
    count = 0
    for exception in report.exceptions:
        for number, frame in enumerate(exception.frames):
            place = located.of(frame)
            if place is None or place.text != frame.text:
                continue
            count += 1
            if count > _MOST_FRAMES:
                return
            callee, _checks = callee_of(exception.frames[:number])
            yield place, frame, callee, None if callee is None else located.of(callee)


class _Files:
    """The files of the frames, each read once."""

    def __init__(self, snapshot: Snapshot, deadline: Deadline) -> None:
        self._snapshot, self._deadline = snapshot, deadline
        self._opened: dict[str, CodeFile | None] = {}

    def open(self, path: str) -> CodeFile | None:
        if path not in self._opened:
            self._opened[path] = open_code(self._snapshot, path, self._deadline)
        return self._opened[path]


def _decide(judged: dict[Key, _Judged], files: _Files) -> dict[Key, ProjectFrame]:
    """Return the places that change, file by file."""
    by_file: dict[str, list[_Judged]] = defaultdict(list)
    for one in judged.values():
        by_file[one.place.file_path].append(one)
    changed: dict[Key, ProjectFrame] = {}
    for path, ones in by_file.items():
        code = files.open(path)
        stale = [one for one in ones if one.fit.fit in STALE]
        if code is None or not stale:
            continue
        move = _move(stale)
        for one in stale:
            changed[path, one.place.text] = _moved(one, move, code)
        for one in ones:
            if one.fit.fit == "unknown" and one.place.line == one.line:
                changed[path, one.place.text] = _beside(one, move, code)
    return changed


def _move(stale: Sequence[_Judged]) -> _Move:
    """Return by how many lines most frames moved whose line was found."""
    moves = {one.line: one.fit.lines[0] - one.line for one in stale if len(one.fit.lines) == 1}
    (offset, count), *_ = Counter(moves.values()).most_common(1) or [(0, 0)]
    return _Move(offset, is_confirmed=count >= _AGREEING, is_alone=len(set(moves.values())) == 1)


def _moved(one: _Judged, move: _Move, code: CodeFile) -> ProjectFrame:
    """Return the place of a frame whose line does not fit."""
    place, fit = one.place, one.fit
    lines = fit.lines
    shifted = one.line + move.offset
    if move.offset and shifted in lines:
        lines = (shifted,)
    what = place.note if place.reported_line is not None else _what(one)
    if len(lines) == 1:
        note = f"{what}; line {lines[0]} calls `{fit.callee}`: the line moved, found by content"
        return _at(one, lines[0], note, code)
    if lines:
        nearest = min(lines, key=lambda line: abs(line - shifted))
        listed = ", ".join(map(str, lines[:_MOST_LINES_NAMED]))
        note = f"{what}; lines {listed} call `{fit.callee}`, {UNDECIDED_LINE}"
        return _at(one, nearest, note, code)
    if move.offset and (move.is_confirmed or move.is_alone) and _may_be_at(one, shifted, code):
        return _at(one, shifted, f"{what}; other lines of this file moved by {move.offset:+}", code)
    if place.reported_line is not None:
        return place  # its function is known, and nothing in it tells the line
    start = place.function.start_line if place.function is not None else one.line
    return _at(one, start, what, code)


def _what(one: _Judged) -> str:
    held = "no code" if one.fit.fit == "no_code" else f"no call of `{one.fit.callee}`"
    return f"line {one.line} holds {held}"


def _beside(one: _Judged, move: _Move, code: CodeFile) -> ProjectFrame:
    """Return the place of a frame whose line may fit, in a file of which another line does not."""
    shifted = one.line + move.offset
    is_empty = holds_braces_alone(code.tokens, one.line)
    if move.offset and (move.is_confirmed or (is_empty and move.is_alone)) and _may_be_at(one, shifted, code):
        note = f"line {one.line} is of another revision: other lines of this file moved by {move.offset:+}"
        return _at(one, shifted, note, code)
    other = (
        f"line {shifted}" if move.offset and move.is_alone and _may_be_at(one, shifted, code) else "another"
    )
    note = f"other lines of the trace in this file moved, so line {one.line} may be {other} now"
    return _at(one, one.line, note, code)


def _may_be_at(one: _Judged, line: int, code: CodeFile) -> bool:
    function = one.place.function
    is_inside = function is not None and function.start_line <= line <= function.end_line
    return is_inside and not holds_no_code(code.tokens, line)


def _at(one: _Judged, line: int, note: str | None, code: CodeFile) -> ProjectFrame:
    place = one.place
    notes = (note, place.note if place.note is not None and place.note not in (note or "") else None)
    return place.model_copy(
        update={
            "line": line,
            "code": code.tokens.lines.line(line).strip() or None,
            "note": "; ".join(text for text in notes if text) or None,
            "reported_line": one.line,
        }
    )
