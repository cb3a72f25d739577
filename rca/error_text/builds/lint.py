"""Issues of Android lint."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import Severity
from rca.error_text.builds.build_paths import plain_path
from rca.error_text.builds.multiline_messages import caret_below
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.text.lazy_regex import lazy_regex

_ISSUE = lazy_regex(
    r"(?P<file>(?:file:/*)?(?:[A-Za-z]:(?=[\\/]))?(?=[^:\n]*[./\\])[^:\n]*?)"
    r"(?::(?P<line>\d+))?(?::(?P<column>\d+))?: "
    r"(?P<severity>Error|Fatal|Warning|Information"
    r"|Hint): (?P<message>.*?) ?\[(?P<code>[A-Z]\w+)(?: from [^\]]+)?\]\s*$"
)


def read(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read an issue: `path:12: Error: message [Id]`, with the source line and caret below it."""
    issue = _ISSUE.match(text)
    if not issue:
        return None
    severity: Severity = "info"
    if issue["severity"] in ("Error", "Fatal"):
        severity = "error"
    elif issue["severity"] == "Warning":
        severity = "warning"
    diagnostic = diagnose(
        severity,
        issue["message"],
        tool="lint",
        file=plain_path(issue["file"]),
        line=issue["line"],
        column=issue["column"],
        code=issue["code"],
    )
    return ToolMessage(at, caret_below(lines, at, 2) or at, "lint", diagnostic, weak=issue["line"] is None)
