"""Command output for display: escape sequences and secrets removed, shortened."""

from __future__ import annotations

import re

from rca.redaction import redact
from rca.text.ansi import strip_escapes

SHOWN_BYTES = 8 * 1024
"""Of one stream: above that the beginning and the end are shown, and the whole is kept."""

_HEAD_SHARE = 0.3
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def plain(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the lines that a terminal finally shows, redacted, and the kinds of secrets masked.

    Of an overwritten line, as of progress bars, the last state counts.
    """
    lines = strip_escapes(text).replace("\r\n", "\n").split("\n")
    shown = "\n".join(_CONTROL.sub("", line.rstrip("\r").rpartition("\r")[2]) for line in lines)
    redacted = redact(shown)
    return redacted.text, redacted.kinds


def shortened(text: str, handle: str | None) -> str:
    """Cut the middle of a long text, at line ends, and say where the whole is."""
    content = text.encode("utf-8", "replace")
    if len(content) <= SHOWN_BYTES:
        return text
    head = content[: int(SHOWN_BYTES * _HEAD_SHARE)]
    tail = content[len(head) - SHOWN_BYTES :]
    head = head[: head.rfind(b"\n") + 1] or head
    first = tail.find(b"\n") + 1
    tail = tail[first:] if 0 < first < len(tail) else tail
    left = len(content) - len(head) - len(tail)
    where = f'; read_file "{handle}" gives all' if handle else ""
    shown = head.decode("utf-8", "ignore")
    between = "" if shown.endswith("\n") else "\n"
    return f"{shown}{between}… {left} bytes are left out{where} …\n{tail.decode('utf-8', 'ignore')}"
