"""Exceptions named inside a sentence or a list: `It crashes with IllegalStateException: not attached`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.error_report import ErrorReport, ReportedException
from rca.error_text.enclosed_message import cut_at_closing
from rca.error_text.one_line_causes import with_causes_apart
from rca.text.lazy_regex import lazy_regex

_LONGEST_LINE = 4000
_LONGEST_MESSAGE = 600
_MORE_LINES = 4
"""Lines below that a message may go on for."""
_LEAST_MESSAGE = 8
_NAMED = lazy_regex(
    r"(?<![\w.$/\\@<])(?P<type>(?:[a-z_]\w{0,60}\.){1,12}[A-Z][\w$]{0,120}(?:Exception|Error))"
    r"(?![\w$(/]|\\(?![nrt\"]))(?P<rest>.*)"
)
_SIMPLE = lazy_regex(
    r"(?<![\w.$/\\@<])(?P<type>[A-Z]\w{0,80}Exception|(?:OutOfMemory|StackOverflow|NoClassDefFound|NoSuchMethod"
    r"|NoSuchField|Assertion|IllegalAccess|Verify|UnsatisfiedLink|ExceptionInInitializer|NotImplemented|Linkage"
    r"|AbstractMethod|IncompatibleClassChange)Error)(?P<rest>:(?!:) ?\S.*|:\s*$)"
)
_CODE = lazy_regex(
    r"\s*(?:import |package |@throws |\*\s*@throws |throw |throws |\}?\s*catch\b)|\bthrows? new "
)
_ENDS = lazy_regex(r"\s*(?:$|at\s+[\w$.]+\(|Caused by|```|[-*+] |#)")
_STARTS = lazy_regex(r"\s*(?:[-*+•|#>] ?|\d{1,3}[.)] )")
"""How an item of a list, a row, a heading or a quotation begins."""
_QUOTES = "> \t"
_CHANGE = lazy_regex(
    r"(?:(?:slightly|also|now) )?"
    r"(?:fix(?:es|ed)?|adds?|removes?|improves?|renames?|refactors?|do not report|don't report)\s(?!failed)",
    re.IGNORECASE,
)
"""How a change of an exception's class or rule is described."""


def find_exception_mention(lines: Sequence[str]) -> ErrorReport | None:
    """Return the first exception that lines name, with the message that follows; None where none is named.

    For texts in which no error was found otherwise. A type without a package counts with its message alone.
    """
    for at, line in enumerate(lines):
        if len(line) > _LONGEST_LINE or _CODE.match(line) is not None:
            continue
        found = _NAMED.search(line) or _SIMPLE.search(line)
        if found is None:
            continue
        lead = "\n".join((*_above(lines, at), line[: found.start()]))
        message = _message(lines, at, lead, found["rest"])
        if "." not in found["type"] and not _is_said(message):
            continue
        exception = ReportedException(type=found["type"], message=message, relation="primary", frames=())
        return ErrorReport(kind="jvm_exception", language=None, exceptions=with_causes_apart((exception,)))
    return None


def _above(lines: Sequence[str], at: int) -> Sequence[str]:
    """Return the lines above of the same paragraph, in which a bracket or quote may be open."""
    first = at
    while first > max(0, at - _MORE_LINES) and _STARTS.match(lines[first]) is None:
        above = lines[first - 1]
        if not above.strip() or len(above) > _LONGEST_LINE:
            break
        first -= 1
    return lines[first:at]


def _is_said(message: str | None) -> bool:
    """Return whether a message may be an exception's own: no `FooException: fix a false positive`."""
    return message is not None and len(message) >= _LEAST_MESSAGE and _CHANGE.match(message) is None


def _message(lines: Sequence[str], at: int, lead: str, rest: str) -> str | None:
    """Return what stands behind a colon, wrapped lines joined; None without one."""
    if not rest.startswith(":"):
        return None
    parts = [rest[1:].strip()]
    for line in lines[at + 1 : at + 1 + _MORE_LINES]:
        if _ENDS.match(line) is not None or len(line) > _LONGEST_LINE:
            break
        parts.append(line.strip(_QUOTES))
    message = cut_at_closing(lead, " ".join(filter(None, parts))).strip(" `*")
    return message[:_LONGEST_MESSAGE] or None
