"""Kotlin binary operators, and the smart casts of comparisons.

One loop and one table of ranks stand for all levels.
"""

from __future__ import annotations

from typing import Final

from rca.languages.facts import NONE
from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.calls import Calls
from rca.languages.kotlin.token_kinds import CONTINUES, INFIX_RANK, LAST_NAME, LITERALS, RANKS

_WORDS: Final = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "div",
    "%": "rem",
    "..": "rangeTo",
    "..<": "rangeUntil",
}


class Operators(Calls):
    """Reads operators."""

    def binary(self, value: int, start: int, least: int) -> int:
        """Read the operators after an operand that bind at least as strongly as `least`."""
        kinds = self.kinds
        while True:
            at = self.at
            kind = kinds[at]
            rank = RANKS[kind]
            if rank < least or rank == 0:
                return value
            if self.breaks[at] and not CONTINUES[kind]:
                return value
            self.at = at + 1
            if rank >= t.RANGE_RANK:
                if rank == t.AS_RANK:
                    value = self._cast()
                    continue
                right = self.expression(rank + 1)
                word = _WORDS[self.text[self.starts[at] : self.end_of(at)]]
                site = self.site(self.starts[start], word, "operator", value, (right,))
                self.note_sign(at, site)
                self.expressions.append(("operator", word, site, (value, right)))
                value = len(self.expressions) - 1
            elif rank == INFIX_RANK:
                if (self.lines[at] and self.unclosed) or not t.STARTS[kinds[at + 1]]:
                    self.at = at
                    return value
                value = self._infix(at, value)
            elif rank == t.ELVIS_RANK:
                leaves = t.LEAVES[kinds[at + 1]]
                right = self.expression(rank + 1)
                value = self.either([value] if leaves else [value, right])
            else:
                value = self._truth(value, start, at, rank)

    def _infix(self, at: int, left: int) -> int:
        name = self.name(at)
        site = self.site(self.starts[at], name, "infix", left)
        self.expressions.append(("call", name, site, ()))
        value = len(self.expressions) - 1
        right = self.argument(value, "0", INFIX_RANK + 1)
        self.complete_call(site, [right], [], [])
        return value

    def _cast(self) -> int:
        if self.kinds[self.at] == t.QUESTION:
            self.at += 1
        text = self.type_text()
        return NONE if text is None else self.type_of(text.removesuffix("?"))

    def seen_as(self, text: str, value: int) -> int:
        """Return the expression of a value cast to a type; what the type leaves open comes from the value."""
        return self.express("cast", text, self.owner, (value,)) if value != NONE else self.type_of(text)

    def _truth(self, left: int, start: int, at: int, rank: int) -> int:
        """Read the right side of a comparison, a check or a connective; its value is a Boolean."""
        kind = self.kinds[at]
        if kind == t.IS or kind == t.NOT_IS:
            text = self.type_text()
            if text is not None and at == start + 1 and self.kinds[start] <= LAST_NAME:
                found = {self.name(start): self.seen_as(text, left)}
                holds, fails = (found, {}) if kind == t.IS else ({}, found)
                self.casts = (start, self.at, holds, fails)
        elif kind == t.AND or kind == t.OR:
            self._connect(kind == t.AND, start, at, rank)
        else:
            compares = kind == t.EQUALITY and self._calls_equals(start, at)
            right = self.expression(rank + 1)
            if kind == t.IN or kind == t.NOT_IN:
                self.note_sign(at, self.site(self.starts[start], "contains", "operator", right, (left,)))
            elif compares:
                self.note_sign(at, self.site(self.starts[start], "equals", "operator", left, (right,)))
            elif kind != t.EQUALITY:
                self.note_sign(at, self.site(self.starts[start], "compareTo", "operator", left, (right,)))
        return self.type_of("kotlin.Boolean")

    def _calls_equals(self, start: int, at: int) -> bool:
        """Return whether a comparison may run a class's own `equals`: not `===`, and not with a literal."""
        kinds, right = self.kinds, self.kinds[at + 1]
        if (
            self.end_of(at) - self.starts[at] > 2
            or LITERALS[right]
            or right == t.NULL
            or right == t.TEXT_OPEN
        ):
            return False
        left = kinds[start]
        return not (LITERALS[left] or left == t.NULL or left == t.TEXT_OPEN) or at > start + 1

    def _connect(self, both: bool, start: int, at: int, rank: int) -> None:
        """Read the right side of `&&` or `||`, in which the smart casts of the left side hold."""
        holds, fails = self.casts_of(start, at)
        with self.scope(holds if both else fails):
            right = self.at
            self.expression(rank + 1)
        more_holds, more_fails = self.casts_of(right, self.at)
        if both:
            self.casts = (start, self.at, {**holds, **more_holds}, {})
        else:
            self.casts = (start, self.at, {}, {**fails, **more_fails})

    def casts_of(self, start: int, after: int) -> tuple[dict[str, int], dict[str, int]]:
        """Return the smart casts if the condition between two tokens holds, and if it fails."""
        casts = self.casts
        return (casts[2], casts[3]) if casts is not None and casts[:2] == (start, after) else ({}, {})

    def either(self, values: list[int]) -> int:
        """Return the value of alternatives."""
        known = tuple(dict.fromkeys(value for value in values if value != NONE))
        if not known:
            return NONE
        return known[0] if len(known) == 1 else self.express("either", "", NONE, known)
