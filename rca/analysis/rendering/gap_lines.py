"""What an answer lacks, one line for each part of it: the same reason is said once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_LATE = re.compile(r"(?:, the time ran out|: git did not finish in time|: out of time)\.?$")
"""Ends of sentences about what a limit of time left out."""
_FOLDER = re.compile(r"(?:[\w.@-]+/)+(?=[\w.@-]+\.\w+)")
_BY_WORDS = "past solutions: compared by their words alone"


def gap_lines(gaps: Sequence[str]) -> list[str]:
    """Return a line for each part of the analysis that lacks something.

    That past solutions were compared by words alone stands beside their verdict.
    """
    by_part: dict[str, list[str]] = {}
    late: set[str] = set()
    for gap in gaps:
        if gap.startswith(_BY_WORDS):
            continue
        part, separator, reason = gap.partition(": ")
        if not separator:
            part, reason = "", gap
        short = _LATE.sub("", reason)
        if short != reason:
            late.add(part)
        by_part.setdefault(part, []).append(short)
    lines = []
    for part, reasons in by_part.items():
        reason = "; ".join(one.removesuffix(".") for one in dict.fromkeys(reasons))
        head = f"{part}, as the time ran out" if part in late else part
        lines.append(f"{head}: {reason}" if head else reason)
    return lines


def is_by_words(gaps: Iterable[str]) -> bool:
    """Return whether past solutions were compared by their words alone."""
    return any(gap.startswith(_BY_WORDS) for gap in gaps)


def is_said(note: str, text: str) -> bool:
    """Return whether a text says what an answer lacks, if in the short form of `gap_lines`."""
    if note in text:
        return True
    if note.startswith(_BY_WORDS):
        return _BY_WORDS.partition(": ")[2] in text
    part, separator, reason = note.partition(": ")
    short = _FOLDER.sub("", _LATE.sub("", reason)).removesuffix(".")
    lines = (line for line in text.splitlines() if line.startswith(f"- {part}"))
    return bool(separator) and any(short in _FOLDER.sub("", line) for line in lines)
