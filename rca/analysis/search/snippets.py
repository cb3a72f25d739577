"""Snippets: the lines of a hit that match the query best."""

from __future__ import annotations

from collections.abc import Mapping

from rca.analysis.search.search_units import DeclaredFile, Unit

_LINES = 4
_WIDEST = 200


def snippet(file: DeclaredFile, unit: Unit, offsets: Mapping[int, str | None]) -> tuple[str, int]:
    """Return the few lines with the most different query words, and the number of the first.

    An offset without a word is a match of the whole query. Among equal lines the declaration's name wins.
    """
    row = None if unit.symbol is None else unit.symbol.declaration
    own = 1 if row is None else max(1, row.name_line)
    by_line: dict[int, set[str | None]] = {}
    for offset, word in offsets.items():
        by_line.setdefault(file.lines.line_of(offset), set()).add(word)
    last = max(own, file.lines.count if unit.symbol is None else unit.symbol.end_line)

    def worth(first: int) -> tuple[bool, int, bool, int]:
        window = range(first, first + _LINES)
        words = set().union(*(by_line.get(line, ()) for line in window))
        return None in words, len(words), own in window, -first

    starts = {max(1, line - back) for line in (*by_line, own) for back in (0, 1)}
    begins = file.lines.line_of(unit.starts)
    fitting = {max(begins, min(start, max(begins, last - _LINES + 1))) for start in starts}
    first = max(fitting, key=worth)
    lines = [file.lines.line(line) for line in range(first, min(last, first + _LINES - 1) + 1)]
    return "\n".join(line.rstrip()[:_WIDEST] for line in lines), first
