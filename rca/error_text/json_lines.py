"""Logs whose lines are JSON objects, one a log line (Docker, `journalctl -o json`)."""

from __future__ import annotations

import re

from rca.error_text.typed_json import as_object, load_json
from rca.text.lazy_regex import lazy_regex

_FRAME = lazy_regex(r'^[ \t]*\{[^\n]{0,4000}":[ ]?"(?:\\t| {1,8})at [\w$.<>/@\-]{3,400}\s?\(', re.MULTILINE)
_ENOUGH = 2
"""Frames in lines of their own that show it to be such a log."""


def without_json(text: str) -> str:
    """Return the log lines inside the JSON objects if frames are among them; else the text unchanged."""
    frames = list(zip(range(_ENOUGH), _FRAME.finditer(text), strict=False))
    if len(frames) < _ENOUGH:
        return text
    end = text.find("\n", frames[0][1].start())
    key = _frame_key(text[frames[0][1].start() : end if end >= 0 else len(text)])
    if key is None:
        return text
    return "\n".join(_held(line, key) for line in text.split("\n"))


def _frame_key(line: str) -> str | None:
    entry = _entry(line)
    return next(
        (key for key, held in entry.items() if isinstance(held, str) and held.lstrip().startswith("at ")),
        None,
    )


def _held(line: str, key: str) -> str:
    held = _entry(line).get(key) if line.lstrip().startswith("{") else None
    return held.rstrip("\r\n") if isinstance(held, str) else line


def _entry(line: str) -> dict[str, object]:
    # A line that is no object stays in the text as it is: nothing is lost.
    return as_object(load_json(line))
