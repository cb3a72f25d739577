"""Detection of texts that were cut before the error ended."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rca.error_text.stack_frame import is_cut_frame
from rca.text.lazy_regex import lazy_regex

_LONGEST_MARK = 2000
_MARK = lazy_regex(
    r"\s*(?:(?:at\s+)?(?:\.{3,6}|…|[\[(<] ?(?:\.{3,6}|…) ?[\])>])|<snip>"
    r"|[\[(<]{1,2}\W*truncated\b.*|truncated\W*)\s*$",
    re.IGNORECASE,
)
_NATIVE = lazy_regex(r"\s*(?:native: )?#\d{1,4}\s+pc\s")
_NEAR = 3


def is_cut_mark(line: str) -> bool:
    """Return whether a line says that something was left out (`...`, `[truncated]`)."""
    return len(line) < _LONGEST_MARK and _MARK.match(line) is not None


def ends_cut(lines: Sequence[str], last: int) -> bool:
    """Return whether an error that reaches to `lines[last]` was cut there.

    A mark right below says so, and so does a piece of a frame that nothing follows.
    """
    below = [line for line in lines[last + 1 : last + 2 + _NEAR] if line.strip()]
    if not below:
        line = lines[last] if 0 <= last < len(lines) else ""
        return is_cut_frame(line) or (_NATIVE.match(line) is not None and line.count("(") > line.count(")"))
    return is_cut_mark(below[0]) or (is_cut_frame(below[0]) and len(below) == 1)
