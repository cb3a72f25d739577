"""Reads the text files of this folder: snippets with marked names, and what is asked about them.

    == name of a snippet
    // file: folder/File.kt          (without this line all is one file, Main.kt)
    fun <|f:load|>() { <|use:load|>() }
    ? definition use = f
    ? hover use = fun load()

The files and marks of a snippet have the form of `evaluation/project_text.py`; the cursor stands at the start
of a marked name. A line that begins with `?` asks; the answer is a list of names, `nothing`, or, for `hover`,
the first line of what is shown. `# known: why` after an answer says that the product does not give it yet. A
line that begins with `!` says why the compiler does not take a snippet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from evaluation.project_text import Mark, parse_project

FOLDER = Path(__file__).parent
_QUESTION = re.compile(r"\? (?P<what>\w+) (?P<label>\w+) = (?P<answer>.*?)(?:\s+# known: (?P<known>.+))?$")


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

    def read(self, lines: list[str]) -> None:
        """Take the files, their marks out of their texts; blank lines around a file are none of it."""
        text = "\n" + "\n".join(lines).strip("\n") + "\n"
        text = re.sub(r"\n+(?=// file: )", "\n", text)
        project = parse_project(re.sub(r"^(// file: .*\n)\n+", r"\1", text, flags=re.MULTILINE))
        self.files = project.files
        self.marks = {str(mark.name): mark for mark in project.marks}

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
    lines = list[str]()
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        place = f"{file.name}:{number}"
        if line.startswith("== "):
            if snippet is not None:
                yield _finished(snippet, lines)
            snippet, lines = Snippet(line[3:], place), []
        elif snippet is None:
            assert line.startswith("#") or not line, f"{place}: before the first snippet"
        elif line.startswith("? "):
            match = _QUESTION.match(line)
            assert match is not None, f"{place}: no question"
            assert "known:" not in match["answer"], f"{place}: no question"
            snippet.questions.append(
                Asked(match["what"], match["label"], match["answer"], match["known"], place)
            )
        elif line.startswith("! "):
            snippet.refused = line[2:]
        else:
            lines.append(line)
    if snippet is not None:
        yield _finished(snippet, lines)


def _finished(snippet: Snippet, lines: list[str]) -> Snippet:
    snippet.read(lines)
    assert snippet.questions, f"{snippet.place}: nothing is asked"
    return snippet
