"""A declaration's header as in the source: annotations, modifiers, types; no body."""

from __future__ import annotations

import re

from rca.languages.facts import Declaration
from rca.text.code_mask import blanked

_EDGE = re.compile(r"->|[()\[\]<>{=;]|\n|\b(?:by|get|set)\b|:")
_CONTINUES = re.compile(r"\s*(?::|where\b|<|>|,|\.|\?|->)")
_OPENS, _CLOSES = frozenset("([<"), frozenset(")]>")


def signature(text: str, row: Declaration, owner: Declaration | None, language: str) -> str:
    """Return the whole header, as written.

    A property's ends before its initialiser, delegate or accessors, unless they are all that tells its
    type. A Kotlin primary constructor has its class's header.
    """
    if owner is not None and row.kind == "constructor" and row.end <= owner.header_end:
        row = owner
    if row.kind != "property":
        header = text[row.start : row.header_end].strip()
        if row.kind == "initializer":
            header = header.partition("{")[0]
        return header.removesuffix("=").removesuffix("{").rstrip()
    if language == "java":  # one type may stand before several names
        return " ".join((*row.modifiers, row.type or "", row.name))
    rest = blanked(text[row.name_start : row.end])
    end, typed = _end_of_type(rest, len(row.name))
    if not typed:
        first_line = rest[end:].partition("\n")[0]
        end += len(first_line.partition("{")[0])
    return text[row.start : row.name_start + end].rstrip().removesuffix("=").rstrip()


def _end_of_type(rest: str, start: int) -> tuple[int, bool]:
    """Return where what follows a property's name and type begins, and whether a type is written there."""
    depth, typed = 0, False
    for edge in _EDGE.finditer(rest, start):
        mark = edge[0]
        if mark in _OPENS:
            depth += 1
        elif mark in _CLOSES:
            depth -= 1
        elif depth or mark == "->":
            continue
        elif mark == ":":
            typed = True
        elif mark != "\n" or not _goes_on(rest, edge.start()):
            return edge.start(), typed
    return len(rest), typed


def _goes_on(rest: str, line_end: int) -> bool:
    return _CONTINUES.match(rest, line_end) is not None or rest[:line_end].rstrip().endswith((":", "->"))
