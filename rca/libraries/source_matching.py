"""Matches a declaration from a class file with its place in the library's source."""

from __future__ import annotations

import re

from rca.languages.facts import Declaration, Facts

_ARGUMENTS = re.compile(r"<.*>")


def find_in_source(library: Facts, index: int, source: Facts) -> int | None:
    """Return which declaration of a source a library's declaration is; None where it is not there.

    What only the compiler writes (`copy`, a constructor without parameters) is found as its class. Of
    overloads the one with the likest parameters is meant.
    """
    if library.package != source.package:
        return None
    wanted = library.declarations[index]
    path = library.class_paths[index]
    around = [
        number
        for number, row in enumerate(source.declarations)
        if source.class_paths[number] == path and "implicit" not in row.modifiers
    ]
    same = [number for number in around if _is_same(wanted, source.declarations[number])]
    if same:
        return max(same, key=lambda number: _likeness(wanted, source.declarations[number]))
    if not path:
        return None
    return next((number for number in around if source.declarations[number].is_class), None)


def _is_same(wanted: Declaration, found: Declaration) -> bool:
    if wanted.kind == "constructor" or found.kind == "constructor":
        return wanted.kind == found.kind
    if wanted.is_class:
        return found.is_class
    return found.name == wanted.name and not found.is_class


def _likeness(wanted: Declaration, found: Declaration) -> tuple[int, int, int]:
    count = -abs(len(wanted.parameters) - len(found.parameters))
    types = sum(
        _simple(one.type) == _simple(other.type)
        for one, other in zip(wanted.parameters, found.parameters, strict=False)
    )
    return int(_simple(wanted.receiver) == _simple(found.receiver)), count, types


def _simple(text: str | None) -> str:
    """Return the simple name of a type, as sources write it most often."""
    return _ARGUMENTS.sub("", text or "").rstrip("?! ").rpartition(".")[2].lower()
