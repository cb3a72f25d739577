"""Frames named in a sentence: `Android ANR: a.B.c(B.kt:12)`, `crash in B.c (B.kt:12) when …`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.error_report import Frame, ReportedException
from rca.error_text.informal_frame import find_loose_frames
from rca.error_text.jvm import Trace, choose_culprit
from rca.text.lazy_regex import lazy_regex

ANR = "ANR"
_PLACE = lazy_regex(r"\([\w$\-]{1,200}\.(?:kts?|java)(?:: ?\d{1,7})?\)|\([Uu]nknown [Ss]ource")
_HANG = lazy_regex(r"\bANRs?\b")
_TROUBLE = lazy_regex(
    r"\b(?:ANRs?|NPE|crash\w*|exceptions?|errors?|fail\w*|throw\w*|fatal|hang\w*|freez\w*|deadlock\w*|leak\w*|bug)\b"
    r"|Exception\b|Error\b",
    re.IGNORECASE,
)
_ABBREVIATIONS = {
    "NPE": "java.lang.NullPointerException",
    "IOOBE": "java.lang.IndexOutOfBoundsException",
    "CCE": "java.lang.ClassCastException",
    "CME": "java.util.ConcurrentModificationException",
    "OOM": "java.lang.OutOfMemoryError",
    "OOME": "java.lang.OutOfMemoryError",
}
"""What developers write for an exception."""
_ABBREVIATED = lazy_regex(r"\b(?:NPE|IOOBE|CCE|CME|OOME?)s?\b")
_MOST = 200
_LONGEST = 4000


def _is_logger(frame: Frame) -> bool:
    """Return whether a frame is a logger with its place (`x.y.Worker (Worker.java:12) - …`): no function."""
    owner, method = (frame.class_name or "").rpartition(".")[2], frame.method or ""
    return owner.islower() and frame.file is not None and frame.file.partition(".")[0] == method


def find_mentions(lines: Sequence[str], app_packages: Sequence[str]) -> Trace | None:
    """Find the frames that lines name without a trace, as one exception; None where there are none.

    They count where the first one's line, or the one above, speaks of an error: any log may name code.
    The exception has no type, or `ANR`.
    """
    found: list[tuple[int, Frame]] = []
    for at, line in enumerate(lines):
        if len(line) <= _LONGEST and _PLACE.search(line) is not None:
            found += [(at, frame) for frame in find_loose_frames(line, app_packages) if not _is_logger(frame)]
        if len(found) >= _MOST:
            break
    if not found:
        return None
    first, last = found[0][0], found[-1][0]
    told = "\n".join(lines[max(0, first - 1) : first + 1])
    short = _ABBREVIATED.search(told)
    if short is None and _TROUBLE.search(told) is None:
        return None
    frames = tuple(frame for _, frame in found)
    abbreviated = "" if short is None else _ABBREVIATIONS[short[0].removesuffix("s")]
    type_name = ANR if _HANG.search(told) else abbreviated
    exception = ReportedException(type=type_name, message=None, relation="primary", frames=frames)
    return Trace(first=first, last=last, exceptions=(exception,), culprit=choose_culprit((exception,)))
