"""Numbers in a frame that are no lines of a source file: positions of a shrunk build, counts of bytecode.

Sources: R8's retrace documentation (`SourceFile`, `r8-map-id-…`), ProGuard's manual
(`-renamesourcefileattribute`), and Android's runtime, which prints the bytecode offset as
`Unknown Source:N` where a class keeps no line numbers.
"""

from __future__ import annotations

import re

from models.error_report import Frame

_MAP_ID = re.compile(r"(?:r8|pg)-map-id-\w+$")
_SHRUNK = re.compile(r"(?:SourceFile|PG|Pro[gG]uard)$")
_SYNTHETIC = re.compile(r"(?:D8|R8)\$\$\w+(?:\$\$\w*)*$")
_OFFSET = re.compile(r"\([Uu]nknown [Ss]ource:\d+\)")


def position_note(frame: Frame) -> str | None:
    """Return what the number of a frame is where it is not a line of the source file, else None."""
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
