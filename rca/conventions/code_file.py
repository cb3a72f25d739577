"""A source file as pattern and convention detectors see it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from rca.caching.cached_attribute import cached_attribute
from rca.caching.memo_key import MemoKey
from rca.index.index_view import IndexView
from rca.languages.facts import CLASS_KINDS, NONE, Declaration, Facts
from rca.text.decoding import NotText, decode
from rca.workspace import Snapshot
from rca.workspace.build_modules import is_test

LANGUAGES = ("kotlin", "java")
SCRIPT = ".kts"
"""Scripts configure builds, and are written in another way than what they build."""
_TESTING = re.compile(r"(?:^|[-_/])(?:test(?:ing|s|-?fixtures|-?utils?)?)(?:[-_/]|$)", re.IGNORECASE)

_SOURCES = MemoKey[list[str]]("sources of code")


class Place(NamedTuple):
    """A place of evidence; `symbol` names the declaration, if it is one."""

    path: str
    line: int
    symbol: str | None = None


class CodeFile:
    """One Kotlin or Java file: its facts, and its text on demand."""

    def __init__(self, snapshot: Snapshot, path: str, facts: Facts) -> None:
        self._snapshot = snapshot
        self.path = path
        self.facts = facts

    @property
    def is_kotlin(self) -> bool:
        """Return whether it is Kotlin rather than Java."""
        return self.facts.language == "kotlin"

    @cached_attribute
    def is_test(self) -> bool:
        """Return whether it lies in a folder of tests or test fixtures."""
        return is_test(self.path) or _TESTING.search(self.path.rpartition("/")[0]) is not None

    @cached_attribute
    def raw(self) -> bytes:
        """The bytes of the text; empty if the file is gone."""
        return self._snapshot.content(self.path) or b""

    @cached_attribute
    def text(self) -> str:
        """The text."""
        try:
            return decode(self.raw).text
        except NotText:
            return ""

    @cached_attribute
    def classes(self) -> tuple[tuple[int, Declaration], ...]:
        """Named classes with their indexes, without companions and enum entries."""
        return tuple(
            (index, row)
            for index, row in enumerate(self.facts.declarations)
            if row.kind in CLASS_KINDS and row.name and row.kind not in ("companion", "enum_entry")
        )

    @cached_attribute
    def functions(self) -> tuple[tuple[int, Declaration], ...]:
        """Functions with their indexes, without local ones."""
        rows = self.facts.declarations
        return tuple(
            (index, row)
            for index, row in enumerate(rows)
            if row.kind == "function" and row.name and (row.parent == NONE or rows[row.parent].is_class)
        )

    @cached_attribute
    def members(self) -> dict[int, list[tuple[int, Declaration]]]:
        """The direct members of each declaration, by index."""
        found: dict[int, list[tuple[int, Declaration]]] = {}
        for index, row in enumerate(self.facts.declarations):
            found.setdefault(row.parent, []).append((index, row))
        return found

    def constructor(self, index: int) -> Declaration | None:
        """Return a class's primary constructor, or its first secondary one."""
        written = [
            row
            for _, row in self.members.get(index, ())
            if row.kind == "constructor" and "implicit" not in row.modifiers
        ]
        return written[0] if written else None

    def annotations(self, row: Declaration) -> frozenset[str]:
        """Return the simple names of a declaration's annotations."""
        return frozenset(
            word[1:].partition("(")[0].rpartition(":")[2].rpartition(".")[2]
            for word in row.modifiers
            if word.startswith("@")
        )

    def written(self, row: Declaration) -> str:
        """Return the source text of a declaration."""
        return self.text[row.start : row.end]

    def line_of(self, at: int) -> int:
        """Return the line of an offset in `raw`."""
        return self.raw.count(b"\n", 0, at) + 1

    def matches(self, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
        """Return where a pattern matches in code; comments and literals are recognised by their line alone.

        Reading the whole text for that takes ten times as long.
        """
        for found in pattern.finditer(self.raw):
            before = self.raw[self.raw.rfind(b"\n", 0, found.start()) + 1 : found.start()]
            start = before.lstrip()
            if not (start.startswith((b"*", b"/*")) or b"//" in before or before.count(b'"') % 2):
                yield found

    def place(self, line: int, symbol: str | None = None) -> Place:
        """Return a place in this file."""
        return Place(self.path, line, symbol)


def simple(type_text: str) -> str:
    """Return the simple name of a type text."""
    return type_text.partition("<")[0].partition("(")[0].strip().rstrip("?").rpartition(".")[2]


def open_file(snapshot: Snapshot, path: str) -> CodeFile | None:
    """Return a Kotlin or Java file of the index; None for other files and scripts."""
    facts = None if path.endswith(SCRIPT) else snapshot.index.facts(path)
    return None if facts is None or facts.language not in LANGUAGES else CodeFile(snapshot, path, facts)


def spread(path: str) -> int:
    """Return paths in pseudo-random order, so that any prefix is a fair sample."""
    return zlib.crc32(path.encode())


def sources(index: IndexView) -> list[str]:
    """Return the paths of all Kotlin and Java files except scripts, sorted."""
    return index.memoize(
        _SOURCES,
        lambda: sorted(
            path
            for language in LANGUAGES
            for path in index.listed.by_language.get(language, ())
            if not path.endswith(SCRIPT)
        ),
    )
