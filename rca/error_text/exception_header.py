"""Exception headers: `Caused by: pkg.Type: message` and similar lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from models.error_report import Relation
from rca.error_text.enclosed_message import closes, cut_at_closing
from rca.text.lazy_regex import lazy_regex

_LONGEST_TYPE = 512

_LEAD = lazy_regex(
    r"""
    \s*(?:
        (?P<cause> Caused\ by:?\ + | Wrapped\ by:\ + | Root\ cause:\ + | \[cause\]:\ + )
      | (?P<suppressed> Suppressed:?\ + )
      | Exception\ in\ thread\ "(?P<thread>[^"\n]*)"\ +
      | (?:Fatal|Non-fatal|Uncaught)\ [Ee]xception:\ +
      | Exception\ (?=[\w.$]+(?:[:\s]|$))
      | (?:Exception|Throwable|Error|Crash|[Ff]atal\ error):\ *
        (?=(?:[a-z_]\w*\.)+[\w$]+(?:Exception|Error|Throwable)(?::|\s*$|\ thrown\ from\ ))
      | Uncaught\ Kotlin\ exception:\ +
      | (?:[\w.\-]{1,80}\.(?:kt|m?js):\d{1,7}(?::\d{1,7})?\ +)?            # a browser's console
        (?:Uncaught\ (?:\(in\ promise\)\ )?)? (?=[A-Z]\w*(?:Exception|Error|Throwable)(?::|\s*$))
      | (?:[A-Z][A-Z_]{2,30}=|={4,}|\*{4,}) (?=(?:[a-z_]\w*\.)+[\w$]+(?:Exception|Error|Throwable)(?::|\s*$))
    )?
    """,
    re.VERBOSE,
)
_TYPE = lazy_regex(r"[A-Za-z_$][\w$\-]*(?:[./][A-Za-z_$][\w$\-]*)*")
_EMBEDDED = lazy_regex(r"(?<![\w.$/\-])[a-z_][\w$]{0,60}(?:\.[\w$]{1,200}){1,20}")
_TELLING = lazy_regex(
    r"(?:Exception|Error|Throwable|Failure|Death|Violation|Crash|Fault|Signal)s?"
    r"(?:With[A-Z]\w*)?(?:\$\w*)?$"
)
_UNUSUAL = lazy_regex(
    r"(?:^|[:\])}|>\-=][ \t]|\b[FP][ \t])[ \t]*"
    r"(?P<type>(?:[a-z_]\w{0,60}\.){2,12}[A-Z][\w$]{0,120})(?:: (?=\S)(?P<message>.*)|:?\s*$)"
)
_LEVEL = lazy_regex(r"\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b[\])]?:?\s*$")
_LOOKED_AT = 60
_THROWN_FROM = lazy_regex(r' thrown from the UncaughtExceptionHandler in thread "(?P<thread>[^"\n]*)"\s*$')
"""What the JVM says in place of a trace where it cannot print one."""
_CIRCULAR = lazy_regex(r"\s*(?:Caused by: |Suppressed: )?\[CIRCULAR REFERENCE:")
_MORE = lazy_regex(r"\s*\.\.\. (?:\d+ (?:more|common frames omitted|shared|elided|frames? )|repeats )")


@dataclass(frozen=True, slots=True)
class Header:
    """What opens an exception. `indent` counts the characters before it."""

    relation: Relation
    type: str
    message: str | None
    indent: int
    thread: str | None = None
    marked: bool = False
    is_open: bool = False
    """Whether it ends with the colon before a message, which then stands below."""

    @property
    def is_telling(self) -> bool:
        """Return whether the type alone shows that this is an exception: `x.y.FooException`, never `a.b`."""
        return "." in self.type and is_telling(self.type)


def is_telling(type_name: str) -> bool:
    """Return whether a class is an exception by its name."""
    return _TELLING.search(type_name) is not None


def read_header(line: str) -> Header | None:
    """Read a line that is an exception's opening and nothing else, or None.

    The type may be renamed (`a.b.c`) and may lack a package; whether a weak one is believed is for the
    caller to say, who sees what follows.
    """
    lead = _LEAD.match(line)
    assert lead is not None, "every part is optional"
    found = _TYPE.match(line, lead.end())
    if found is None or found.end() - found.start() > _LONGEST_TYPE:
        return None
    rest = line[found.end() :]
    thrown = _THROWN_FROM.match(rest)
    if thrown is not None:
        rest = ""
    if rest.strip() and not rest.startswith(":"):
        return None
    relation: Relation = "cause" if lead["cause"] else "suppressed" if lead["suppressed"] else "primary"
    return Header(
        relation=relation,
        type=found[0],
        message=rest[1:].strip() or None,
        indent=len(line) - len(line.lstrip()),
        thread=thrown["thread"] if thrown else lead["thread"],
        marked=lead.end() > 0 and bool(line[: lead.end()].strip()),
        is_open=rest.strip() == ":",
    )


def find_header(line: str) -> Header | None:
    """Find an exception's opening anywhere in a log line (`ERROR Worker - failed: x.y.FooException: …`)."""
    for found in _EMBEDDED.finditer(line[:4096]):
        if is_telling(found[0]):
            lead, rest = line[: found.start()], line[found.end() :]
            if rest.strip() and not rest.startswith(":") and not closes(lead, rest):
                continue
            message = cut_at_closing(lead, rest[1:].strip()) if rest.startswith(":") else ""
            return Header("primary", found[0], message or None, 0)
    return None


def find_unusual_header(line: str, below: Sequence[str]) -> Header | None:
    """Find the opening of an exception whose name does not say what it is, behind a log's prefix.

    The last class of the line counts (`ERROR [main] x.y.Worker - x.y.CartClosed: text`), unless it may be the
    logger: right behind the level, or a class that works in the trace.

    Args:
        line: the line right above the frames.
        below: the frames.
    """
    found = next(reversed([*_UNUSUAL.finditer(line[:4096])]), None)
    if found is None or _LEVEL.search(line[: found.start()]) is not None:
        return None
    inside = (f"{found['type']}.", f"{found['type']}$")
    if any(name in text for text in below[:_LOOKED_AT] for name in inside):
        return None
    return Header("primary", found["type"], (found["message"] or "").strip() or None, 0)


def is_section(line: str) -> bool:
    """Return, cheaply, whether a line may open a cause or a suppressed exception."""
    text = line.lstrip()
    return text.startswith(("Caused by", "Suppressed", "Wrapped by: ", "Root cause: ", "[cause]: "))


def is_circular(line: str) -> bool:
    """Return whether a line points back to an exception that the trace already has."""
    return "[CIRCULAR" in line and _CIRCULAR.match(line) is not None


def is_more(line: str) -> bool:
    """Return whether a line stands for frames that the enclosing exception already showed."""
    return "..." in line and _MORE.match(line) is not None
