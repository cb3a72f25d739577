"""Where texts stand in the project's code, configuration and resources, exactly as they are spelled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rca.causes.project_code import ProjectCode
from rca.scheduling.deadline import Deadline
from rca.workspace.build_modules import is_test
from rca.workspace.word_filter import files_possibly_containing

SUFFIXES: Final = (
    *(".kt", ".java", ".kts", ".xml", ".gradle", ".properties", ".toml", ".sql", ".sq", ".sqm"),
    *(".aidl", ".proto", ".pro", ".yml", ".yaml", ".conf"),
)
_MOST_FILES: Final = 40
"""A text that may stand in more files says nothing of a place."""
_MOST_POSSIBLE: Final = 400
"""Files to read for one text where the text index knows which: most of them will hold it."""
_LARGEST: Final = 1_000_000
_TRANSLATION = re.compile(r"/values-(?!night|land|port|v\d|sw\d|w\d|h\d)[a-z]{2,3}(?:-|/|\+)")
_IMPORT = re.compile(r"\s*(?:import|package)\b")
_COMMENT = re.compile(r"\s*(?://|\*|/\*|<!--|#)")


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One line that holds a text."""

    path: str
    line: int
    code: str


@dataclass
class Occurrences:
    """The lines of each text outside tests, comments, imports and translations; `cut` where time ran out."""

    lines: dict[str, tuple[Occurrence, ...]] = field(default_factory=dict)
    cut: bool = False


def find_occurrences(code: ProjectCode, texts: Sequence[str], deadline: Deadline) -> Occurrences:
    """Return the lines that hold each text as a whole word; none for a text that stands in many files."""
    found = Occurrences(cut=bool(texts) and deadline.expired)
    if not texts or found.cut:  # listing a large project takes longer than an answer may be late
        return found
    snapshot = code.snapshot
    every = snapshot.files(*SUFFIXES)
    listed = [path for path in every if not is_test(path) and not _TRANSLATION.search(path)]
    files = _files_of(code, texts, listed, deadline, found)
    for text in texts:
        paths = files.get(text, ())
        if not paths or len(paths) > _MOST_FILES:
            continue
        if deadline.expired:
            found.cut = True
            break
        whole = re.compile(rf"(?<![\w]){re.escape(text)}(?![\w])")
        lines = tuple(line for path in paths for line in _lines(code, path, text, whole))
        if lines:
            found.lines[text] = lines
    return found


def _files_of(
    code: ProjectCode, texts: Sequence[str], listed: Sequence[str], deadline: Deadline, found: Occurrences
) -> dict[str, list[str]]:
    """Return the files that hold each text; files that the text index lacks are read, each once."""
    possible: dict[str, list[str]] = {}
    is_indexed = any(words.level() is not None for words in code.snapshot.words)
    for text in texts:
        paths = files_possibly_containing(code.snapshot, listed, [text.encode()], deadline)
        if is_indexed and len(paths) > _MOST_POSSIBLE:
            continue
        for path in paths:
            possible.setdefault(path, []).append(text)
    held: dict[str, list[str]] = {}
    for path, wanted in possible.items():
        if deadline.expired:
            found.cut = True
            break
        rare = [text for text in wanted if len(held.get(text, ())) <= _MOST_FILES]
        data = code.snapshot.content(path) if rare else None
        if data is None or len(data) > _LARGEST:
            continue
        for text in rare:
            if text.encode() in data:
                held.setdefault(text, []).append(path)
    return held


def _lines(code: ProjectCode, path: str, text: str, whole: re.Pattern[str]) -> list[Occurrence]:
    return [
        Occurrence(path, number, line.strip())
        for number, line in enumerate(code.lines(path), 1)
        if text in line and whole.search(line) and not _IMPORT.match(line) and not _COMMENT.match(line)
    ]
