"""Exceptions named inside a sentence or a list: `It crashes with IllegalStateException: not attached`."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import ErrorReport, ReportedException
from rca.text.lazy_regex import lazy_regex

_LONGEST_LINE = 4000
_LONGEST_MESSAGE = 600
_MORE_LINES = 4
"""Lines below that a message may go on for."""
_LEAST_MESSAGE = 8
_NAMED = lazy_regex(
    r"(?<![\w.$/\\@<])(?P<type>(?:[a-z_]\w{0,60}\.){1,12}[\w$]{1,120}(?:Exception|Error))(?![\w$(/\\])"
    r"(?P<rest>.*)"
)
_SIMPLE = lazy_regex(
    r"(?<![\w.$/\\@<])(?P<type>[A-Z]\w{0,80}Exception|(?:OutOfMemory|StackOverflow|NoClassDefFound|NoSuchMethod"
    r"|NoSuchField|Assertion|IllegalAccess|Verify|UnsatisfiedLink|ExceptionInInitializer|NotImplemented|Linkage"
    r"|AbstractMethod|IncompatibleClassChange)Error)(?P<rest>: \S.*|:\s*$)"
)
_CODE = lazy_regex(
    r"\s*(?:import |package |@throws |\*\s*@throws |throw |throws |\}?\s*catch\b)|\bthrows? new "
)
_ENDS = lazy_regex(r"\s*(?:$|at\s+[\w$.]+\(|Caused by|```|[-*+] |#)")
_QUOTES = "> \t"


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
        message = _message(lines, at, found["rest"])
        if "." not in found["type"] and (message is None or len(message) < _LEAST_MESSAGE):
            continue
        exception = ReportedException(type=found["type"], message=message, relation="primary", frames=())
        return ErrorReport(kind="jvm_exception", language=None, exceptions=(exception,))
    return None


def _message(lines: Sequence[str], at: int, rest: str) -> str | None:
    """Return what stands behind a colon, wrapped lines joined; None without one."""
    if not rest.startswith(":"):
        return None
    parts = [rest[1:].strip()]
    for line in lines[at + 1 : at + 1 + _MORE_LINES]:
        if _ENDS.match(line) is not None or len(line) > _LONGEST_LINE:
            break
        parts.append(line.strip(_QUOTES))
    message = " ".join(filter(None, parts)).strip(" `*")
    return message[:_LONGEST_MESSAGE] or None
