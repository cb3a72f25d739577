"""Kotlin parser: file head, then tokens → facts, in one pass."""

from __future__ import annotations

from typing import Final

from rca.languages.facts import Facts
from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.classes import Classes
from rca.languages.kotlin.header import import_

_MOST_SHOWN: Final = 5


def extract(text: str) -> Facts:
    """Return the facts of a Kotlin file or script.

    Never fails on broken code: `problems` says what was lost.
    """
    return read(text, traced=False).facts("kotlin")


def read(text: str, *, traced: bool) -> KotlinParser:
    """Return the reader of a text, at its end; see `Collector` for what it traces."""
    reader = KotlinParser(text)
    reader.traced = traced
    reader.file()
    reader.add_invocations()
    lines = sorted({reader.line_at(reader.starts[index]) for index in reader.errors})
    if lines:
        shown = ", ".join(map(str, lines[:_MOST_SHOWN]))
        reader.problems.append(f"syntax not understood at lines {shown}")
    return reader


class KotlinParser(Classes):
    """Reads a whole file."""

    def file(self) -> None:
        """Read the declarations of a file, or the statements of a script."""
        kinds = self.kinds
        while True:
            at = self.at
            kind = kinds[at]
            if kind == t.END:
                return
            if kind == t.SEMICOLON:
                self.at = at + 1
            elif kind == t.IMPORT and self.lines[at] and self._import(at):
                continue
            elif kind == t.PACKAGE or (kind == t.AT and self._file_annotation(at)):
                self._skip_line()
            else:
                self.statement()
                if self.at == at:
                    self.error(at)
                    self.at = at + 1
                elif not self.lines[self.at] and kinds[self.at] not in (t.SEMICOLON, t.END):
                    self.error(self.at)

    def _import(self, at: int) -> bool:
        """Read an import that stands below the head of the file; return whether it is one."""
        end = import_(self, self.starts[at])
        if end == self.starts[at]:
            return False
        while self.kinds[self.at] != t.END and self.starts[self.at] < end:
            self.at += 1
        return True

    def _file_annotation(self, at: int) -> bool:
        return self.name(at + 1) == "file" and self.kinds[at + 2] == t.COLON

    def _skip_line(self) -> None:
        """Skip a misplaced package or file annotation, and record it."""
        self.error(self.at)
        self.at += 1
        while self.kinds[self.at] != t.END and not self.lines[self.at]:
            self.at += 1
