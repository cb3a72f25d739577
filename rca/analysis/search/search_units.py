"""The searchable declarations of one file, each with place, name and documentation."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from rca.analysis.doc_comments import comment_start
from rca.caching.cached_attribute import cached_attribute
from rca.languages.facts import NONE, Facts
from rca.resolve.symbol import Symbol
from rca.text.line_index import Lines

_PARTS = frozenset(("constructor", "initializer", "anonymous", "companion"))
"""Declarations that nobody looks for by themselves."""


@dataclass(eq=False)
class Unit:
    """A searchable declaration, or a whole file (`symbol` None). Offsets count characters."""

    path: str
    symbol: Symbol | None
    starts: int
    """Where its documentation begins, or it itself."""
    ends: int
    around: Unit | None

    @cached_attribute
    def outer(self) -> tuple[Unit, ...]:
        """The enclosing declarations, innermost first."""
        return tuple(one for one in chain(self) if one is not self and one.symbol is not None)

    @property
    def key(self) -> tuple[str, int]:
        """The identity of the unit."""
        return self.path, NONE if self.symbol is None else self.symbol.index


class DeclaredFile:
    """The units of one file."""

    def __init__(self, path: str, text: str, facts: Facts) -> None:
        self.path = path
        self.text = text
        self.facts = facts
        self.lines = Lines(text)
        lower = text.lower()
        self.lower = lower if len(lower) == len(text) else text
        """The text in small letters; as it is where a letter has no single small one."""

    @cached_attribute
    def units(self) -> tuple[Unit, ...]:
        """The file itself, then its declarations in text order."""
        whole = Unit(self.path, None, 0, len(self.text), None)
        by_index: dict[int, Unit] = {NONE: whole}
        units = [whole]
        for index, row in enumerate(self.facts.declarations):
            holder = by_index.get(row.parent, whole)
            symbol = Symbol(self.path, self.facts, index)
            if not self._is_found(symbol):
                by_index[index] = holder
                continue
            starts = comment_start(self.text, row.start)
            unit = Unit(self.path, symbol, starts, max(row.end, row.name_start), holder)
            by_index[index] = unit
            units.append(unit)
        return tuple(units)

    @cached_attribute
    def _by_start(self) -> tuple[list[int], list[Unit]]:
        ordered = sorted(self.units, key=lambda unit: (unit.starts, -unit.ends))
        return [unit.starts for unit in ordered], ordered

    def at(self, offset: int) -> Unit:
        """Return the smallest unit around an offset."""
        starts, ordered = self._by_start
        unit: Unit | None = ordered[max(0, bisect_right(starts, offset) - 1)]
        while unit is not None and not unit.starts <= offset < unit.ends:
            unit = unit.around
        return unit or self.units[0]

    def _is_found(self, symbol: Symbol) -> bool:
        row = symbol.declaration
        if not row.name or row.kind in _PARTS or "implicit" in row.modifiers:
            return False
        if row.parent == NONE:
            return True
        around = self.facts.declarations[row.parent]
        # A callable may be local, or a parameter of the constructor.
        return not symbol.is_callable or (around.is_class and row.start >= around.header_end)


def chain(unit: Unit) -> Iterator[Unit]:
    """Return a unit and its enclosing ones, innermost first."""
    one: Unit | None = unit
    while one is not None:
        yield one
        one = one.around
