"""A pattern and the detectors that find it in a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from rca.conventions.code_file import CodeFile, Place
from rca.languages.facts import Declaration

Unit = Literal["classes", "functions", "properties", "files", "uses"]
Scope = Literal["main", "test", "all"]
Find = Callable[[CodeFile], Iterable[Place]]


@dataclass(frozen=True)
class Pattern:
    """Something that code does, and how it is seen in one file.

    `among` says what the share is of: `files` or `classes` of that scope, or `theme`: what was found of
    all patterns of the theme that say so, which then are alternatives to each other.
    """

    theme: str
    name: str
    unit: Unit
    find: Find
    scope: Scope = "main"
    among: Literal["files", "classes", "functions", "theme", "nothing"] = "nothing"
    marks: tuple[bytes, ...] = ()
    """Bytes, one of which is in every file that has the pattern; without any, all files are looked at."""


def classes(fits: Callable[[CodeFile, int, Declaration], bool]) -> Find:
    """See the classes that fit."""

    def find(file: CodeFile) -> Iterator[Place]:
        for index, row in file.classes:
            if fits(file, index, row):
                yield file.place(row.name_line, row.name)

    return find


def named(*endings: str) -> Find:
    """See the classes, interfaces and objects whose names end so."""
    return classes(lambda _file, _index, row: row.name.endswith(endings))


def functions(fits: Callable[[CodeFile, Declaration], bool]) -> Find:
    """See the functions that fit."""

    def find(file: CodeFile) -> Iterator[Place]:
        for index, row in file.functions:
            if fits(file, row):
                path = file.facts.class_paths[index]
                yield file.place(row.name_line, ".".join((*path[-1:], row.name)))

    return find


def written(expression: str) -> Find:
    """See each place in the code, comments and literals left out, that a regular expression matches."""
    pattern = re.compile(expression.encode())

    def find(file: CodeFile) -> Iterator[Place]:
        for found in file.matches(pattern):
            yield file.place(file.line_of(found.start()))

    return find
