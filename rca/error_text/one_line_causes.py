"""Causes in the message of an exception without frames: `…: x.y.FooException: text`, `… Caused by: …`."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import ReportedException
from rca.text.lazy_regex import lazy_regex

_MOST = 8
_CAUSE = lazy_regex(
    r"(?:(?P<by>[\s;,.(]*\b[Cc]aused by:? )|; nested exception is |(?:^|: ))"
    r"(?P<type>(?:[a-z_]\w{0,60}\.){1,12}[A-Z][\w$]{0,120}(?:Exception|Error|Throwable))"
    r"(?P<colon>:\s|(?=\s*$)|(?=[;,] ))"
)


def with_causes_apart(exceptions: Sequence[ReportedException]) -> tuple[ReportedException, ...]:
    """Return a single exception without frames followed by the causes that its message tells of.

    The message stays as the runtime wrote it, which puts a cause's text into it; only what `Caused by` adds
    is taken from it. With frames, a cause has a section of its own.
    """
    if len(exceptions) != 1 or exceptions[0].frames:
        return tuple(exceptions)
    chain = [exceptions[0]]
    while len(chain) < _MOST:
        outer = chain[-1]
        found = _CAUSE.search(outer.message or "")
        if found is None or outer.message is None:
            break
        if found["by"] is not None:
            chain[-1] = outer.model_copy(update={"message": outer.message[: found.start()] or None})
        message = outer.message[found.end() :].strip() if found["colon"] else ""
        chain.append(
            ReportedException(type=found["type"], message=message or None, relation="cause", frames=())
        )
    return tuple(chain)
