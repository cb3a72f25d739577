"""Issue templates of crash reporters: Bugsnag and App Center."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.error_report import ErrorReport, Frame, ReportedException
from rca.error_text.exception_header import read_header
from rca.error_text.frame_origin import origin_of
from rca.error_text.jvm import choose_culprit
from rca.error_text.language import language_of
from rca.error_text.parsed_error import Finding
from rca.error_text.stack_frame import is_renamed
from rca.text.lazy_regex import lazy_regex

_HEADING = lazy_regex(r"\s{0,3}#{1,6} Stacktrace(?: #{1,6})?\s*$")
_REASON = lazy_regex(r"\s{0,3}#{1,6} Reason(?: #{1,6})?\s*$")
_BOLD = lazy_regex(r"\s*\*\*(?P<type>[\w$.]{1,300})\*\*(?: in \*\*[^*\n]{1,300}\*\*)?\s*$")
_CALL = r"(?P<class>(?:[\w$\-]{1,200}\.){1,20}[\w$\-]{1,200})\.(?P<method>[\w$\-]{1,200}|<init>|<clinit>)"
_FRAMES = (
    lazy_regex(rf"\s*(?P<file>[\w$.\- ]{{1,200}}):(?P<line>\d{{1,9}}) - {_CALL.replace('1,20', '0,20')}\s*$"),
    lazy_regex(rf"\s*{_CALL}(?: \((?P<file>[\w$.\-]{{1,200}}?)(?::(?P<line>\d{{1,9}}))?\))?;\s*$"),
)
_NAMELESS = ("Unknown", "Unknown Source", "Native Method")
_ABOVE = 40
_BELOW = 12
"""Lines around the stack in which a template tells the type and the message."""


@dataclass(frozen=True, slots=True)
class _Told:
    at: int
    type: str
    message: str | None


def find_service_issues(lines: Sequence[str], app_packages: Sequence[str]) -> list[Finding]:
    """Find the stacks of such issues: one finding for each heading that a type stands beside.

    Bugsnag puts `**type** in **screen**` and the message above the stack and writes a frame as
    `File.kt:12 - a.B.c`; App Center puts the type below it and writes `a.B.c (File.kt:12);`. An ANR
    that Bugsnag saw is of kind `anr`, without frames of the JVM.
    """
    return [
        finding
        for at, line in enumerate(lines)
        if "Stacktrace" in line and _HEADING.match(line) is not None
        for finding in _issue(lines, at, app_packages)
    ]


def _issue(lines: Sequence[str], at: int, app_packages: Sequence[str]) -> Iterator[Finding]:
    frames: list[Frame] = []
    last = at
    for index in range(at + 1, len(lines)):
        frame = _read(lines[index], app_packages)
        if frame is not None:
            frames.append(frame)
            last = index
        elif lines[index].strip():
            break
    told = _above(lines, at) or _below(lines, last)
    if told is None:
        return
    is_anr = told.type == "ANR"
    exception = ReportedException(
        type=told.type, message=told.message, relation="primary", frames=tuple(frames)
    )
    culprit = choose_culprit((exception,))
    yield Finding(
        min(at, told.at),
        max(last, told.at),
        ErrorReport(
            kind="anr" if is_anr else "jvm_exception",
            language=language_of(frames, culprit),
            exceptions=(exception,),
            frame_count=len(frames),
            culprit=culprit,
            obfuscated=is_renamed(frames),
        ),
    )


def _read(line: str, app_packages: Sequence[str]) -> Frame | None:
    found = next((found for form in _FRAMES if (found := form.match(line)) is not None), None)
    if found is None:
        return None
    file = found["file"]
    return Frame(
        class_name=found["class"],
        method=found["method"],
        file=None if file in _NAMELESS else file,
        line=int(found["line"]) if found["line"] else None,
        origin=origin_of(found["class"], app_packages),
        text=line.strip().removesuffix(";"),
    )


def _above(lines: Sequence[str], at: int) -> _Told | None:
    for index in range(at - 1, max(-1, at - _ABOVE), -1):
        found = _BOLD.match(lines[index])
        if found is not None:
            return _Told(index, found["type"], _paragraph(lines, index + 1, at))
    return None


def _below(lines: Sequence[str], last: int) -> _Told | None:
    for index in range(last + 1, min(len(lines), last + _BELOW)):
        if _REASON.match(lines[index]) is None:
            continue
        for below in range(index + 1, min(len(lines), index + 4)):
            header = read_header(lines[below]) if lines[below].strip() else None
            if header is not None and "." in header.type:
                return _Told(below, header.type, header.message)
    return None


def _paragraph(lines: Sequence[str], first: int, end: int) -> str | None:
    kept: list[str] = []
    for line in lines[first:end]:
        if not line.strip() or line.lstrip().startswith(("[View on ", "#")):
            break
        kept.append(line.strip())
    return "\n".join(kept) or None
