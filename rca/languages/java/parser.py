"""Java parser: text → tokens → facts, in one pass."""

from __future__ import annotations

from typing import Final

from rca.languages.facts import Facts, Import
from rca.languages.java import token_kinds as t
from rca.languages.java.declarations import Declarations
from rca.languages.java.token_kinds import DOT, NAME, SEMICOLON

_MOST_SHOWN: Final = 5


def extract(text: str) -> Facts:
    """Return the facts of a Java file.

    Never fails on broken code: `problems` says what was lost.
    """
    return read(text, traced=False).facts("java")


def read(text: str, *, traced: bool) -> JavaParser:
    """Return the reader of a text, at its end; see `Collector` for what it traces."""
    reader = JavaParser(text)
    reader.traced = traced
    reader.file()
    lines = sorted({reader.line_at(reader.starts[index]) for index in reader.errors})
    if lines:
        shown = ", ".join(map(str, lines[:_MOST_SHOWN]))
        reader.problems.append(f"syntax not understood at lines {shown}")
    return reader


class JavaParser(Declarations):
    """Reads a whole file."""

    def file(self) -> None:
        """Read the package, the imports and the types of a file."""
        kinds = self.kinds
        while (kind := kinds[self.at]) != t.END:
            before = self.at
            if kind == SEMICOLON:
                self.at = before + 1
            elif kind == t.PACKAGE:
                self.at = before + 1
                self.package = self._path()
                self._end()
            elif kind == t.IMPORT:
                self._import()
            else:
                self._type()
            if self.at == before:
                self.error(before)
                self.at = before + 1

    def _type(self) -> None:
        first = self.at
        words = self.modifiers()
        kind = self.class_kind()
        if kind is not None:
            self.class_(first, kind, words)
        elif self.kinds[self.at] != t.PACKAGE:
            self.at = first
            self.member(-1)

    def _path(self) -> str:
        """Read `a.b.c`."""
        kinds = self.kinds
        names: list[str] = []
        while kinds[self.at] == NAME:
            names.append(self.name(self.at))
            self.at += 1
            if kinds[self.at] != DOT or kinds[self.at + 1] != NAME:
                break
            self.at += 1
        return ".".join(names)

    def _import(self) -> None:
        kinds = self.kinds
        line = self.line_at(self.starts[self.at])
        self.at += 1
        static = kinds[self.at] == t.STATIC
        self.at += static
        module = kinds[self.at] == NAME == kinds[self.at + 1] and self.name(self.at) == "module"
        self.at += module
        path = self._path()
        star = kinds[self.at] == DOT and kinds[self.at + 1] == t.TIMES
        self.at += 2 * star
        if not path:
            self.error(self.at)
        elif not module:  # which packages a module exports is not known
            self.imports.append(Import(path, None, star, static, line))
        self._end()
