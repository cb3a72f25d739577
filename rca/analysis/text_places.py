"""Places that a text names in any other way than a trace: a file with a line, a class, a function.

For texts of which no report tells a place: a sentence of an issue, a review, a chat.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.code import ProjectFrame
from models.error_report import Diagnostic, ErrorReport
from rca.analysis.locate import Locator
from rca.analysis.named import MOST, symbols_in
from rca.error_text.loose_frame import find_loose_frames
from rca.text.expression import expression
from rca.workspace import Snapshot

_FILE = expression(
    r"(?<![\w$])(?P<file>(?:[\w.\-]{1,100}[/\\]){0,20}[\w$\-]{1,200}\.(?:kts?|java))"
    r"(?::| line )(?P<line>\d{1,7})"
)
_CALL = expression(r"(?<![\w.$])(?P<owner>[A-Z]\w{2,100})[.#](?P<member>[a-z]\w{1,100})\b")
_LONGEST_LINE = 4000
_MOST_TEXT = 64 * 1024
NOTE = "the text names this place, outside of any trace"


def places_in_text(text: str, report: ErrorReport, snapshot: Snapshot) -> tuple[ProjectFrame, ...]:
    """Return the project's places that a text names, in its order, at most eight, each once.

    Frames that stand anywhere count, then files with a line, then full names of classes and functions,
    then `Class.function` where the project has one such function.
    """
    locator = Locator(snapshot, report.failed_tasks)
    found: dict[tuple[str, int | None], ProjectFrame] = {}
    for place in _places(text[:_MOST_TEXT], locator, snapshot):
        found.setdefault((place.file_path, place.line), place)
        if len(found) >= MOST:
            break
    return tuple(found.values())


def _places(text: str, locator: Locator, snapshot: Snapshot) -> Iterator[ProjectFrame]:
    lines = [line for line in text.split("\n") if len(line) <= _LONGEST_LINE]
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
                yield place if place.note else place.model_copy(update={"note": NOTE})
    for symbol in symbols_in(text, snapshot, MOST):
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
