"""What the tests of this folder share: one text in, one report out."""

from textwrap import dedent

from models.error_report import Diagnostic, ErrorReport
from rca.error_text.builds import find, may_hold_builds


def report_of(text: str, app_packages: tuple[str, ...] = ("com.example.shop",)) -> ErrorReport:
    """Parse a text that holds exactly one build."""
    plain = dedent(text).strip("\n") + "\n"
    assert may_hold_builds(plain)
    findings = find(plain.splitlines(), app_packages)
    assert len(findings) == 1, findings
    return findings[0].report


def places(report: ErrorReport) -> list[tuple[str, str | None, int | None, int | None]]:
    """Return severity and place of each diagnostic."""
    return [(d.severity, d.file, d.line, d.column) for d in report.diagnostics]


def first_error(report: ErrorReport) -> Diagnostic:
    """Return the root's message."""
    return next(d for d in report.diagnostics if d.severity == "error")
