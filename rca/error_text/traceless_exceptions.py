"""Exceptions without a stack trace, or above frames that lack `at`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from models.error_report import Frame, ReportedException
from rca.error_text.android_preamble import read_preamble
from rca.error_text.exception_header import Header, is_section, read_header
from rca.error_text.frame_origin import origin_of
from rca.error_text.jvm import Trace, choose_culprit
from rca.error_text.one_line_causes import with_causes_apart
from rca.text.lazy_regex import lazy_regex

_LOOK_ON = 200
"""Lines below an opening that its frames and causes may take."""

_FRAME = lazy_regex(
    r"\s*(?:\|\s*)?(?P<text>(?P<class>(?:[\w$\-]{1,200}\.){1,20}[\w$\-]{1,200})\."
    r"(?P<method>[\w$\-](?:[\w$\-,' ]{0,200}[\w$\-])?|<\w+>)"
    r" ?\((?:(?P<file>[\w$\-]{1,200}\.(?:kt|java)|SourceFile)|Unknown Source|Native [Mm]ethod)"
    r"(?::(?P<line>\d{1,9}))?\))\s*$"
)
_RULE = lazy_regex(r"[\s|:\-]*$|\s*[Ss]tack ?[Tt]race:\s*$")
_MARKUP = "#`*>[-|"
_QUOTES = ("'", '"')
_WRAPPED = 50
"""Characters of a line from which on the next may be the rest of it."""


@dataclass(slots=True)
class _Section:
    header: Header
    message: str | None
    frames: list[Frame] = field(default_factory=list)


def find_bare(lines: Sequence[str], app_packages: Sequence[str]) -> list[Trace]:
    """Find one exception with its causes on lines of their own: the first that is no cause, else the first.

    For texts without a better sign of an error: a line such as `a.B.c (B.kt:12)`, as crash reporters'
    consoles show it, counts as a frame only right below an opening.
    """
    headers = [(at, header) for at, line in enumerate(lines) if (header := read_header(line)) is not None]
    telling = [(at, header) for at, header in headers if _is_telling(header)]
    primary = [(at, header) for at, header in telling if header.relation == "primary"]
    return [_trace(lines, *found, app_packages) for found in (primary or telling)[:1]]


def read_bare(lines: Sequence[str], at: int, app_packages: Sequence[str]) -> Trace | None:
    """Read the exception that opens on a line, where frames that lack the word `at` stand below it."""
    header = read_header(lines[at])
    if header is None or not header.is_telling:
        return None
    trace = _trace(lines, at, header, app_packages)
    return trace if trace.frame_count else None


def _is_telling(header: Header) -> bool:
    return header.is_telling or (header.marked and header.relation == "primary" and "." in header.type)


def _trace(lines: Sequence[str], at: int, header: Header, app_packages: Sequence[str]) -> Trace:
    sections = [_Section(header, header.message)]
    last = at
    for index in range(at + 1, min(at + 1 + _LOOK_ON, len(lines))):
        line = lines[index]
        frame = _read(line, app_packages)
        cause = read_header(line) if is_section(line) else None
        if frame is not None:
            sections[-1].frames.append(frame)
        elif cause is not None and cause.is_telling and cause.relation != "primary":
            sections.append(_Section(cause, cause.message))
        elif index == last + 1 and not sections[-1].frames and _is_message(line, sections[-1]):
            sections[-1].message = line.strip().removeprefix("Exception message: ")
        elif index == last + 1 and not sections[-1].frames and _goes_on(lines[last], line):
            sections[-1].message = f"{sections[-1].message or ''} {line.strip()}".strip()
        elif not _RULE.match(line):
            break
        else:
            continue
        last = index
    exceptions = with_causes_apart(
        [
            ReportedException(
                type=one.header.type,
                message=one.message,
                relation=one.header.relation,
                frames=tuple(one.frames),
            )
            for one in sections
        ]
    )
    first, preamble = read_preamble(lines, at)
    return Trace(
        first=first,
        last=last,
        exceptions=exceptions,
        culprit=choose_culprit(exceptions),
        thread=header.thread or preamble.thread,
        process=preamble.process,
        pid=preamble.pid,
        fatal=preamble.fatal,
    )


def _is_message(line: str, section: _Section) -> bool:
    """Return whether the line below an opening is its message: crash services print it so."""
    text = line.strip()
    announced = section.header.marked or section.header.is_open or text.startswith("Exception message: ")
    return announced and section.message is None and bool(text) and text[0] not in _MARKUP


def _goes_on(above: str, line: str) -> bool:
    """Return whether a line goes on with the message above it, which was wrapped."""
    text = line.strip()
    begins = text[:1].islower() or text[:1] in _QUOTES
    return len(above) >= _WRAPPED and begins and _FRAME.match(line) is None


def _read(line: str, app_packages: Sequence[str]) -> Frame | None:
    found = _FRAME.match(line)
    if found is None:
        return None
    return Frame(
        class_name=found["class"],
        method=found["method"],
        file=found["file"],
        line=int(found["line"]) or None if found["line"] else None,
        origin=origin_of(found["class"], app_packages),
        text=found["text"],
    )
