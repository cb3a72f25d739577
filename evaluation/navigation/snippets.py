"""Reads the text files of this folder: snippets with marked names, and what is asked about them.

    == name of a snippet
    -- folder/File.kt          (a file; without this line all is one file, Main.kt)
    fun «f:load»() { «use:load»() }
    ? definition use = f
    ? hover use = fun load()

`«label:text»` marks a name, the cursor stands at its start. A line that begins with `?` asks; the answer is
a list of labels, `nothing`, or, for `hover`, the first line of what is shown. `# known: why` after an answer
says that the product does not give it yet. A line that begins with `!` says why the compiler does not take a
snippet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent
_MARK = re.compile(r"«(?P<label>\w+):(?P<text>[^«»]*)»")
_QUESTION = re.compile(r"\? (?P<what>\w+) (?P<label>\w+) = (?P<answer>.*?)(?:\s+# known: (?P<known>.+))?$")


@dataclass(frozen=True)
class Mark:
    """A marked name: its file, and where in the file's text it lies."""

    path: str
    start: int
    end: int


@dataclass(frozen=True)
class Asked:
    """A question about a marked name; `known` says why the product answers it otherwise."""

    what: str
    label: str
    answer: str
    known: str | None
    place: str


@dataclass
class Snippet:
    """Files, their marked names, and the questions about them; `refused`: why it does not compile."""

    name: str
    place: str
    files: dict[str, str] = field(default_factory=dict)
    marks: dict[str, Mark] = field(default_factory=dict)
    questions: list[Asked] = field(default_factory=list)
    refused: str | None = None

    def add(self, path: str, marked: str) -> None:
        """Take a file, its marks out of its text."""
        text, last = "", 0
        for match in _MARK.finditer(marked):
            text += marked[last : match.start()]
            assert match["label"] not in self.marks, f"{self.place}: {match['label']} is marked twice"
            self.marks[match["label"]] = Mark(path, len(text), len(text) + len(match["text"]))
            text += match["text"]
            last = match.end()
        text += marked[last:]
        assert not set("«»") & set(text), f"{self.place}: a mark does not end"
        self.files[path] = text

    def label_at(self, path: str, start: int, end: int) -> str:
        """Return the label of a name; where none is marked, its place."""
        for label, mark in self.marks.items():
            if (mark.path, mark.start, mark.end) == (path, start, end):
                return label
        text = self.files.get(path, "")
        return f"{path}:{text.count(chr(10), 0, start) + 1}:{text[start:end]!r}"


def snippets() -> Iterator[Snippet]:
    """Return the snippets of all files."""
    for file in sorted(FOLDER.glob("*.txt")):
        yield from _read(file)


def _read(file: Path) -> Iterator[Snippet]:
    snippet: Snippet | None = None
    path, lines = "", list[str]()
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if line.startswith("== "):
            if snippet is not None:
                yield _finished(snippet, path, lines)
            snippet, path, lines = Snippet(line[3:], f"{file.name}:{number}"), "Main.kt", []
        elif snippet is None:
            assert line.startswith("#") or not line, f"{file.name}:{number}: before the first snippet"
        elif line.startswith("-- "):
            _keep(snippet, path, lines)
            path, lines = line[3:].strip(), []
        elif line.startswith("? "):
            match = _QUESTION.match(line)
            assert match is not None, f"{file.name}:{number}: no question"
            assert "known:" not in match["answer"], f"{file.name}:{number}: no question"
            place = f"{file.name}:{number}"
            snippet.questions.append(
                Asked(match["what"], match["label"], match["answer"], match["known"], place)
            )
        elif line.startswith("! "):
            snippet.refused = line[2:]
        else:
            lines.append(line)
    if snippet is not None:
        yield _finished(snippet, path, lines)


def _keep(snippet: Snippet, path: str, lines: list[str]) -> None:
    if any(line.strip() for line in lines):
        snippet.add(path, "\n".join(lines).strip("\n") + "\n")


def _finished(snippet: Snippet, path: str, lines: list[str]) -> Snippet:
    _keep(snippet, path, lines)
    assert snippet.questions, f"{snippet.place}: nothing is asked"
    return snippet
