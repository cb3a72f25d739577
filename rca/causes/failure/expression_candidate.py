"""A candidate for the failing expression, and the syntax that can be one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.causes.failure.searched_file import CodeFile
from rca.languages.facts import CallSite

_CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*$")


@dataclass(frozen=True)
class Candidate:
    """An expression by its first and last token. `line` is the one that the JVM gives it.

    `value` is the part whose value is at fault, `site` the index of the call site.
    """

    first: int
    last: int
    line: int
    value: tuple[int, int] | None = None
    site: int | None = None
    score: int = 0
    reason: str | None = None

    def is_inside(self, count: int) -> bool:
        """Return whether it lies inside a file of some tokens, its value too."""
        ranges = ((self.first, self.last), self.value or (self.first, self.last))
        return all(0 <= first <= last < count for first, last in ranges)


def sites_in(code: CodeFile, lines: tuple[int, int]) -> Iterator[tuple[int, CallSite, int]]:
    """Yield the call sites on lines with their index and the token of their name."""
    wanted = code.tokens.in_lines(*lines)
    if not wanted:
        return
    first, last = code.tokens.starts[wanted[0]], code.tokens.starts[wanted[-1]]
    for index, site in enumerate(code.facts.calls):
        if code.deadline.expired:
            return
        if first <= site.start <= last:
            token = code.tokens.at(site.start)
            if token is not None:
                yield index, site, token


def receiver_of(code: CodeFile, token: int) -> tuple[int, int] | None:
    """Return the tokens of what a member is asked of, None where it is asked of nothing or safely."""
    if code.tokens.word(token - 1) != ".":
        return None
    return code.tokens.operand_start(token - 2), token - 2


def may_be_null(code: CodeFile, value: tuple[int, int]) -> bool:
    """Return whether a receiver can be null: not `this`, a literal, a class, a construction or `x!!`."""
    tokens = code.tokens
    first, last = value
    word = tokens.word(last)
    segments = tokens.words[first : last + 1]
    is_resources = word == "R" or segments[-3:-1] == ["R", "."]
    if (
        is_resources
        or word in ("this", "super", "!!", "class")
        or tokens.is_string(first)
        or word[:1].isdigit()
    ):
        return False
    if first == last:
        return not (word[:1].isupper() and not _CONSTANT.match(word))
    if tokens.word(first) == "new" and tokens.call_end(first + 1, lambdas=False) == last:
        return False
    if code.kotlin and word == ")":
        opening = tokens.pair(last)
        if opening is not None and opening - 1 == first and tokens.word(first)[:1].isupper():
            return False
    if all(tokens.is_name(first + place) or segment == "." for place, segment in enumerate(segments)):
        return not (word[:1].isupper() and not _CONSTANT.match(word))
    return True
