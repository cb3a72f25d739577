"""Replacement of one string of a text: the match, changed lines, and near misses."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from rca.text.decoding import Newline
from rca.text.line_index import Lines

_MOST_LINES = 20_000
_LIKE_ENOUGH = 0.75


@dataclass(frozen=True, slots=True)
class StringReplacement:
    """The replacement of the first occurrence.

    `start` and `end` are offsets of the old text, `new` is the new text, `found` the lines (1-based) at which
    an occurrence begins, `changed` those of the new text that the edit wrote, or at which it removed text.
    """

    start: int
    end: int
    new: str
    found: tuple[int, ...]
    changed: tuple[int, ...]


def edit(text: str, old: str, new: str, newline: Newline) -> StringReplacement | None:
    r"""Return the replacement of a string's first occurrence; None if there is none.

    Callers write LF whatever line ends the file has: such a string is also searched with the file's own line
    ends, which the replacement then gets too. A caller that writes CR itself is taken literally.
    """
    if "\r" not in old:
        new = _with_ends(new, newline)
    at = text.find(old)
    if at < 0 and "\r" not in old:
        old = _with_ends(old, newline)
        at = text.find(old)
    if at < 0:
        return None
    lines = Lines(text)
    found = []
    place = at
    while place >= 0:
        found.append(lines.line_of(place))
        place = text.find(old, place + len(old))
    first = found[0]
    count = max(1, Lines(new).count)
    return StringReplacement(at, at + len(old), new, tuple(found), tuple(range(first, first + count)))


def nearest(text: str, old: str) -> tuple[int, str, bool] | None:
    """Return the line most similar to the first line of a string that was not found.

    Returns:
        Its number, its text, and whether only white space differs; None if no line is similar.
    """
    wanted = next((line for line in old.splitlines() if line.strip()), "")
    if not wanted:
        return None
    plain = " ".join(wanted.split())
    rows = text.splitlines()[:_MOST_LINES]
    for number, row in enumerate(rows, 1):
        if plain in " ".join(row.split()):
            return number, row, True
    by_text = {row.strip(): number for number, row in reversed(list(enumerate(rows, 1)))}
    # Comparing is quadratic in a line's length: long ones and those of another size are passed over.
    near = [row for row in by_text if len(row) < 500 and abs(len(row) - len(plain)) <= len(plain) // 2]
    best = difflib.get_close_matches(plain[:500], near[:2000], n=1, cutoff=_LIKE_ENOUGH)
    return (by_text[best[0]], rows[by_text[best[0]] - 1], False) if best else None


def _with_ends(text: str, newline: Newline) -> str:
    plain = text.replace("\r\n", "\n")
    return plain if newline == "\n" else plain.replace("\n", newline)
