"""Where the code under test computes a value that an assertion names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_TRIVIAL = frozenset(("", "[]", "{}", "0.0", "1.0"))
_KEYWORDS = frozenset(("null", "true", "false"))
_GIVES = r"(?:\breturn\b|->|(?<![=!<>])=(?!=)|\?:|\belse\b)\s*"
_SHORTEST = 2
_PLAIN = re.compile(r"[\w$ .,:/%'-]{2,80}$")


@dataclass(frozen=True, slots=True)
class ValuePlace:
    """A line that gives a value, or holds it."""

    line: int
    gives: bool


def places_of(value: str | None, body: Sequence[str], first_line: int) -> tuple[ValuePlace, ...]:
    """Return the lines of a function that give a value (by `return`, a branch, …), then those that hold it.

    Values that stand everywhere (one digit, `true`, an empty text) count only where a line gives them.

    Args:
        value: as the assertion shows it.
        body: the lines of the function.
        first_line: number of the first of them.
    """
    literal = _literal(value)
    if literal is None:
        return ()
    gives = re.compile(f"{_GIVES}(?:{literal})")
    holds = re.compile(literal)
    common = value in _TRIVIAL or value in _KEYWORDS or re.fullmatch(r"-?\d", value or "") is not None
    found = [
        ValuePlace(first_line + at, gives=bool(gives.search(line)))
        for at, line in enumerate(body)
        if gives.search(line) or (not common and holds.search(line))
    ]
    return tuple(sorted(found, key=lambda one: not one.gives))


def _literal(value: str | None) -> str | None:
    """Return a pattern of a value's literal in Kotlin or Java; None where it has none."""
    if value is None:
        return None
    value = value.strip()
    if value in _KEYWORDS or re.fullmatch(r"-?\d+(?:\.\d+)?", value):
        return rf"(?<![\w.\"]){re.escape(value)}(?:[LfFdD]\b)?(?![\w.\"])"
    if re.fullmatch(r"[A-Z][A-Z0-9_]+", value):
        return rf"\"?(?<!\w){value}(?!\w)"
    if len(value) >= _SHORTEST and _PLAIN.match(value):
        return (
            rf"\"{re.escape(value)}\"|(?<!\w){re.escape(value)}(?!\w)"
            if value.isidentifier()
            else re.escape(value)
        )
    return None


def calls_of(member: str, body: Sequence[str], first_line: int) -> Iterator[int]:
    """Yield the lines of a function that call a member."""
    called = re.compile(rf"(?<!\w){re.escape(member)}\s*[({{]")
    for at, line in enumerate(body):
        if at and called.search(line):
            yield first_line + at
