"""Exceptions in a paragraph of their own, without frames, beside an error that has some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.error_report import ErrorReport, ReportedException
from rca.error_text.one_line_causes import with_causes_apart
from rca.error_text.parsed_error import Finding
from rca.text.lazy_regex import lazy_regex

_OPENING = lazy_regex(
    r'\s{0,8}(?:Exception in thread "[^"]{0,200}" )?'
    r"(?P<type>(?:[a-z_]\w{0,60}\.){1,12}[A-Z][\w$]{0,120}(?:Exception|Error))"
    r"(?:: (?P<message>\S.{0,600}))?\s*"
)


def find_frameless(lines: Sequence[str], covered: Sequence[Finding]) -> Iterator[ErrorReport]:
    """Yield the errors of paragraphs that begin with an exception and belong to no finding.

    Args:
        lines: the cleaned text.
        covered: what was found with frames.
    """
    taken = {line for finding in covered for line in range(finding.first, finding.last + 1)}
    told = {
        (one.type, one.message)
        for finding in covered
        for report in (finding.report, *finding.report.others)
        for one in report.exceptions
    }
    for number, line in enumerate(lines):
        if number in taken or (number > 0 and lines[number - 1].strip()):
            continue
        opening = _OPENING.fullmatch(line)
        if opening is None or (opening["type"], opening["message"]) in told:
            continue
        told.add((opening["type"], opening["message"]))
        exception = ReportedException(
            type=opening["type"], message=opening["message"], relation="primary", frames=()
        )
        yield ErrorReport(kind="jvm_exception", language=None, exceptions=with_causes_apart((exception,)))
