"""Code locations in free text: a file with a line, a class, a function.

For texts of which no report tells a place: a sentence of an issue, a review, a chat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.code import ProjectFrame
from models.error_report import Diagnostic, ErrorReport, Frame
from rca.analysis.locating.classes_in_messages import MOST, symbols_in
from rca.analysis.locating.frame_locator import FrameLocator
from rca.error_text.informal_frame import find_loose_frames
from rca.text.lazy_regex import lazy_regex
from rca.workspace import Snapshot

_FILE = lazy_regex(
    r"(?<![\w$])(?P<file>(?:[\w.\-]{1,100}[/\\]){0,20}[\w$.\-]{1,200}\.(?:kts?|java|gradle|xml))"
    r"['`\")]?(?::|(?:[:,]| at| on| in)? \(?line:? )(?P<line>\d{1,7})"
)
_CALL = lazy_regex(r"(?<![\w.$])(?P<owner>[A-Z]\w{2,100})[.#](?P<member>[a-z]\w{1,100})\b")
_LONGEST_LINE = 4000
_MOST_TEXT = 64 * 1024
_INNER = lazy_regex(
    r"(?<![\w$])(?P<owner>(?:[a-z]\w{0,100}\.){0,20}[A-Z]\w{1,100}(?:\$\w{1,100}){1,6})"
    r"[.#](?P<member>[a-zA-Z]\w{0,100})\b"
)
"""A function of an inner class, as the JVM names it: no prose looks like it."""

NOTE = "the text names this place, outside of any trace"


def places_in_text(
    text: str, report: ErrorReport, snapshot: Snapshot
) -> tuple[tuple[ProjectFrame, ...], tuple[str, ...]]:
    """Return the project's places that a text names, and which parts of the text were not searched.

    Frames count first, then files with a line, then full names of classes and functions, then
    `Class.function` if the project has only one such function. In the order of the text, each once, at most
    eight.
    """
    lines = text[:_MOST_TEXT].split("\n")
    short = [line for line in lines if len(line) <= _LONGEST_LINE]
    locator = FrameLocator(snapshot, report.failed_tasks)
    found: dict[tuple[str, int | None], ProjectFrame] = {}
    for place in _lined(short, locator):
        found.setdefault((place.file_path, place.line), place)
        if len(found) > MOST:
            break
    functions = [place.function for place in found.values() if place.function is not None]
    for place in _named(short, locator, snapshot):
        if place.function not in functions:  # the name of a frame is no further place
            found.setdefault((place.file_path, place.line), place)
        if len(found) > MOST:
            break
    notes = []
    if len(text) > _MOST_TEXT:
        notes.append(f"only the first {_MOST_TEXT // 1024} KB of the text were searched for names: give less")
    if len(short) < len(lines):
        notes.append(f"lines of more than {_LONGEST_LINE} characters were not searched for names")
    if len(found) > MOST:
        notes.append(f"the text names more than {MOST} places of the project: these are the first")
    return tuple(found.values())[:MOST], tuple(notes)


def _lined(lines: Sequence[str], locator: FrameLocator) -> Iterator[ProjectFrame]:
    for line in lines:
        for frame in find_loose_frames(line, ()):
            place = locator.frame(frame)
            if place is not None:
                yield place
    for line in lines:
        for file in _FILE.finditer(line):
            told = Diagnostic(
                severity="error", file=file["file"], line=int(file["line"]), column=None, message=line.strip()
            )
            place = locator.diagnostic(told)
            if place is not None:
                yield place.model_copy(update={"found_by": "name", "note": place.note or NOTE})
    for line in lines:
        for inner in _INNER.finditer(line) if "$" in line else ():
            owner, member = inner["owner"], inner["member"]
            place = locator.frame(
                Frame(class_name=owner, method=member, file=None, line=None, origin="library", text=inner[0])
            )
            if place is not None:
                yield place.model_copy(update={"found_by": "name"})


def _named(lines: Sequence[str], locator: FrameLocator, snapshot: Snapshot) -> Iterator[ProjectFrame]:
    for symbol in symbols_in("\n".join(lines), snapshot, MOST + 1):
        yield locator.named(symbol)
    for line in lines:
        for call in _CALL.finditer(line):
            functions = [
                function
                for owner in snapshot.index.find_classes(call["owner"])
                for function in snapshot.index.functions(owner.path, call["member"], owner.qualified_name)
            ]
            if len(functions) == 1:
                yield locator.named(functions[0])
