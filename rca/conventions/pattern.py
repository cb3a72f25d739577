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
    """A pattern, and its detector in one file.

    `among` is what the share refers to: `files` or `classes` of the scope, or `theme`: all findings of the
    theme's patterns with that value, which are alternatives to each other.
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
    """Detect classes that satisfy a predicate."""

    def find(file: CodeFile) -> Iterator[Place]:
        for index, row in file.classes:
            if fits(file, index, row):
                yield file.place(row.name_line, row.name)

    return find


def named(*endings: str) -> Find:
    """Detect classes, interfaces and objects by name ending."""
    return classes(lambda _file, _index, row: row.name.endswith(endings))


def functions(fits: Callable[[CodeFile, Declaration], bool]) -> Find:
    """Detect functions that satisfy a predicate."""

    def find(file: CodeFile) -> Iterator[Place]:
        for index, row in file.functions:
            if fits(file, row):
                path = file.facts.class_paths[index]
                yield file.place(row.name_line, ".".join((*path[-1:], row.name)))

    return find


def written(expression: str) -> Find:
    """Detect matches of a regular expression in code, without comments and literals."""
    pattern = re.compile(expression.encode())

    def find(file: CodeFile) -> Iterator[Place]:
        for found in file.matches(pattern):
            yield file.place(file.line_of(found.start()))

    return find
