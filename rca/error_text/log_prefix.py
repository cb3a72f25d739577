"""Line prefixes that log collectors add: host, container, timestamp, border, dash."""

from __future__ import annotations

import re

from rca.error_text.logcat import is_entry
from rca.text.lazy_regex import lazy_regex

_FRAME = lazy_regex(
    r"at {1,4}[\w$.<>/@\-]{3,400}\s?\([^()\n]{0,200}\)"
    r"|(?<= )(?:[a-z]\w{0,60}\.){1,12}[A-Z][\w$]{0,200}\.[\w$<>]{1,200}"
    r" ?\([\w$]{1,200}\.(?:kt|java): ?\d{1,7}\)$",
    re.MULTILINE,
)
_TALK = lazy_regex(r"(?:Exception|Error|Throwable)\b|Caused by")
_EXCEPTION = r"(?:[a-z_]\w{0,60}\.){1,12}[A-Z][\w$]{0,120}(?=[:\n])"
_LONGEST = 160
_DIGITS = lazy_regex(r"\d+")
_ENOUGH = 2
"""Frames behind a prefix of one shape that show it to be a prefix, not a sentence."""


def without_prefix(text: str) -> str:
    """Remove the prefix that precedes the frames of a trace, from every line that has it.

    Prefixes are equal if they differ in digits alone. Logcat's prefixes stay: they name process and thread.
    """
    shapes: dict[str, int] = {}
    for found in _FRAME.finditer(text):
        reach = max(0, found.start() - _LONGEST)
        start = max(reach, text.rfind("\n", reach, found.start()) + 1)
        prefix = text[start : found.start()]
        if _is_prefix(prefix) and not is_entry(text[start : found.end()]):
            shape = _DIGITS.sub("0", prefix.strip())
            shapes[shape] = shapes.get(shape, 0) + 1
    common = [shape for shape, count in shapes.items() if count >= _ENOUGH or _opens_trace(text, shape)]
    if not common:
        return text
    # The longest first, as one prefix may begin another.
    common.sort(key=len, reverse=True)
    any_of = "|".join(map(_pattern, common[:8]))
    return re.sub(rf"(?m)^[ \t]*(?:{any_of})(?=[ \t]|$) ?", "", text)


def _opens_trace(text: str, shape: str) -> bool:
    """Return whether the line above the only frame behind a prefix is an exception behind the same prefix."""
    return (
        re.search(
            rf"(?m)^[ \t]*{_pattern(shape)} ?{_EXCEPTION}[^\n]{{0,2000}}\n[ \t]*{_pattern(shape)}\s+at ", text
        )
        is not None
    )


def _pattern(shape: str) -> str:
    return re.escape(shape).replace("0", r"\d+")


def _is_prefix(prefix: str) -> bool:
    if not prefix.strip() or prefix.lstrip()[0] == ">" or prefix[-1] not in " \t:|│])-":
        return False
    return len(prefix) < _LONGEST and _TALK.search(prefix) is None
