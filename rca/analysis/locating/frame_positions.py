"""Frames of a shrunk build: line numbers that are not source lines, and several possible originals.

Sources: R8's retrace documentation (`SourceFile`, `r8-map-id-…`), ProGuard's manual
(`-renamesourcefileattribute`), and Android's runtime, which prints the bytecode offset as
`Unknown Source:N` where a class keeps no line numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.error_report import Frame

_MAP_ID = re.compile(r"(?:r8|pg)-map-id-\w+$")
_SHRUNK = re.compile(r"(?:SourceFile|PG|Pro[gG]uard)$")
_SYNTHETIC = re.compile(r"(?:D8|R8)\$\$\w+(?:\$\$\w*)*$")
_OFFSET = re.compile(r"\([Uu]nknown [Ss]ource:\d+\)")


_MOST_ALTERNATIVES = 3
"""Other originals of a frame that a note names."""


def position_note(frame: Frame) -> str | None:
    """Return what a frame's line number means if it is no line of the source file, else None."""
    if frame.line is None:
        return None
    file = frame.file or ""
    if _MAP_ID.match(file):
        return (
            f"{frame.line} is a position in the map of a shrunk build ({file}), not a line of the file: "
            "that build's mapping.txt tells the line"
        )
    if _SHRUNK.match(file):
        return (
            f"{frame.line} is a position of a shrunk build ('{file}' stands for the file), not a line of the "
            "file: that build's mapping.txt tells the line"
        )
    if _SYNTHETIC.match(file):
        return f"{frame.line} is a position in code that D8 or R8 made, not a line of the file"
    if not file and _OFFSET.search(frame.text):
        return f"{frame.line} counts bytecode, as that build kept no lines: it is not a line of the file"
    return None


def other_file_note(frame: Frame, paths: Sequence[str]) -> str | None:
    """Return what a frame's line means where it counts in another file than those of its class, else None.

    Crash reporters name Kotlin's files `.java`, so only the name before the extension counts.
    """
    name, _, extension = (frame.file or "").rpartition("/")[2].rpartition(".")
    if frame.line is None or extension not in ("kt", "kts", "java"):
        return None
    if any(path.rpartition("/")[2].rpartition(".")[0] == name for path in paths):
        return None
    return (
        f"{frame.line} is a line of {frame.file}, not of this file: the code was inlined from there, "
        "or the class was in that file when it was built"
    )


def alternatives_note(frame: Frame) -> str | None:
    """Return the other functions that a retraced frame may be, else None."""
    if not frame.alternatives:
        return None
    named = ", ".join(_describe(other) for other in frame.alternatives[:_MOST_ALTERNATIVES])
    hidden = len(frame.alternatives) - _MOST_ALTERNATIVES
    more = f" and {hidden} more" if hidden > 0 else ""
    return f"the mapping leaves open which function this is: also {named}{more}"


def _describe(frame: Frame) -> str:
    """Return a frame in short, with the functions that it was inlined into."""
    calls = [(frame.class_name, frame.method, frame.line)]
    calls += [(outer.class_name, outer.method, outer.line) for outer in frame.inlined_into]
    return " inlined into ".join(
        f"{(name or '').rpartition('.')[2]}.{method}{f':{line}' if line else ''}"
        for name, method, line in calls
    )
