"""Lines that store a value under a key which the failing function reads: extras, preferences, maps.

A value that is missing, or of another type, was put there, or not, by a function that no trace names. The two
share the key alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rca.causes.lookup.text_occurrences import find_occurrences
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

_READ: Final = re.compile(
    r"(?:\b(?:get|require|opt|read|find|fetch|remove|has|contains)\w*\s*(?:<[^>\n]{0,60}>)?\s*\(|\[)\s*"
    r"(?P<key>\"[^\"\n]{2,80}\"|(?:\w+\.){0,3}[A-Z][A-Z0-9_]{2,80}\b)"
)
"""A read by a key: a literal, or a name that is written as that of a constant."""
_WRITE: Final = (
    r"(?:\b(?:put|set|add|save|store|with|insert|write|edit|append)\w*\s*(?:<[^>\n]{{0,60}}>)?\s*\(\s*{key}"
    r"|\[\s*{key}\s*\]\s*=(?!=)|{key}\s+to\b)"
)
_MOST_KEYS: Final = 3
_MOST: Final = 4
_NEAR: Final = 2
"""Lines around the failing one whose keys count."""


@dataclass(frozen=True, slots=True)
class KeyWriter:
    """A line that stores something under a key."""

    key: str
    path: str
    line: int
    code: str
    function: Symbol | None


def find_key_writers(
    code: ProjectCode, path: str, line: int, function: Symbol, deadline: Deadline
) -> tuple[KeyWriter, ...]:
    """Return at most four lines of the project that store what is read by a key near a line of a function."""
    first, last = max(function.line, line - _NEAR), min(function.end_line, line + _NEAR)
    keys = _keys([code.line(path, one) for one in range(first, last + 1)])
    found: dict[tuple[str, int], KeyWriter] = {}
    held = find_occurrences(code, [_searched(key) for key in keys], deadline)
    for key in keys:
        write = re.compile(_WRITE.format(key=rf"(?:\w+\.)*{re.escape(key)}"))
        for one in held.lines.get(_searched(key), ()):
            if (one.path, one.line) != (path, line) and write.search(one.code):
                functions = code.functions(one.path)
                around = functions.around(one.line) if functions is not None else None
                found.setdefault((one.path, one.line), KeyWriter(key, one.path, one.line, one.code, around))
    # Those of the same file last: they are on the screen, or near.
    return tuple(sorted(found.values(), key=lambda one: (one.path == path, one.path, one.line)))[:_MOST]


def _keys(lines: Sequence[str]) -> list[str]:
    """Return the keys in their order; of a constant its name without the class."""
    matches = (match["key"] for line in lines for match in _READ.finditer(line))
    plain = (key if key.startswith('"') else key.rpartition(".")[2] for key in matches)
    return list(dict.fromkeys(plain))[:_MOST_KEYS]


def _searched(key: str) -> str:
    return key.strip('"')
