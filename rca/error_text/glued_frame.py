"""The first frame of a trace that stands behind its exception's message, as its line break was lost."""

from __future__ import annotations

from collections.abc import Callable

from models.error_report import Frame
from rca.text.lazy_regex import lazy_regex

_GLUED = lazy_regex(
    r"\s(?P<frame>at\s(?:[\w$]{1,200}\.){1,20}(?:[\w$]{1,200}|<(?:cl)?init>)"
    r"\([\w$]{1,200}\.(?:java|kts?)(?::\d{1,7})?\))$"
)
_TOLD = lazy_regex(r"\b(?:first|here|is|was|\w{1,40}ed)$")
"""Ends of messages that name a place of their own: `it was registered at a.B.c(B.java:1)`."""
_LONGEST = 600


def take_glued_frame(message: list[str], read: Callable[[str], Frame | None]) -> tuple[Frame, ...]:
    """Cut a frame off the end of a message, given by lines; return it, or nothing where there is none."""
    last = message[-1] if message else ""
    found = _GLUED.search(last[-_LONGEST:])
    frame = read(found["frame"]) if found is not None else None
    if found is None or frame is None:
        return ()
    text = last[: len(last) - len(found[0])].rstrip()
    if _TOLD.search(text[-_LONGEST:]):
        return ()
    message[-1] = text
    return (frame,)
