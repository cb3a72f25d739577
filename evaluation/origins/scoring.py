"""Score the origins that are found for this folder's snippets against their keys.

    ? null use = null_literal@a, lookup@b       where the null at the mark `use` can come from
    ? any use = literal@a                       where any value at the mark can come from

An answer names the kind of each origin and the mark where it lies; `nothing` where no origin is
expected. The form of the files is that of `evaluation/navigation/snippets.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evaluation.navigation.snippets import Asked, Snippet, snippets
from rca.causes.origins.find_origins import find_origins
from rca.causes.origins.origin import Place
from rca.scheduling.deadline import Deadline
from rca.workspace import Workspace

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Outcome:
    """A question with the expected and the found origins."""

    snippet: str
    asked: Asked
    expected: frozenset[str]
    found: frozenset[str]

    @property
    def construct(self) -> str:
        """Return the name of the file that asks."""
        return self.asked.place.partition(".txt")[0]

    @property
    def is_right(self) -> bool:
        """Return whether exactly the expected origins were found."""
        return self.expected == self.found


def outcomes(folder: Path, construct: str = "") -> Iterator[Outcome]:
    """Return the outcome of each question, or of those of one file; projects are written below `folder`."""
    for number, snippet in enumerate(snippets(FOLDER)):
        if snippet.place.startswith(f"{construct}.txt" if construct else ""):
            yield from _asked(snippet, folder / str(number))


def _asked(snippet: Snippet, folder: Path) -> Iterator[Outcome]:
    root = folder / "project"
    for path, text in snippet.files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    workspace = Workspace([root], folder / "data")
    workspace.index()
    snapshot = workspace.snapshot
    for asked in snippet.questions:
        mark = snippet.marks[asked.label]
        answer = find_origins(
            snapshot.index,
            mark.path,
            mark.start,
            mark.end,
            snapshot.text,
            Deadline(30),
            nulls=asked.what == "null",
        )
        origins = () if answer is None else answer.origins
        found = frozenset(f"{one.kind}@{_label(snippet, one.place)}" for one in origins)
        expected = frozenset() if asked.answer == "nothing" else frozenset(asked.answer.split(", "))
        yield Outcome(snippet.name, asked, expected, found)
    workspace.close()


def _label(snippet: Snippet, place: Place) -> str:
    """Return the mark at a place: one that starts there, or is the first on its first line inside it."""
    text = snippet.files[place.path]
    end_of_line = text.find("\n", place.start)
    end = min(place.end, end_of_line if end_of_line >= 0 else len(text))
    marks = [(mark.start, label) for label, mark in snippet.marks.items() if mark.path == place.path]
    exact = [label for start, label in marks if start == place.start]
    inside = [label for start, label in sorted(marks) if place.start <= start < end]
    line = text.count("\n", 0, place.start) + 1
    return next(iter((*exact, *inside)), f"{place.path}:{line}:{text[place.start : end][:30]!r}")
