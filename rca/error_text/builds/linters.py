"""Issues of ktlint and detekt."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rca.error_text.builds.build_paths import PATH_HEAD, plain_path
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.text.lazy_regex import lazy_regex

STYLE_TASK = lazy_regex(r":\w*(?:detekt|ktlint|lintKotlin)\w*$", re.IGNORECASE)
"""Tasks that check style."""

_ISSUE = lazy_regex(
    rf"(?P<file>{PATH_HEAD}\.kts?):(?P<line>\d+):(?P<column>\d+):? "
    r"(?!(?:error|warning|Error|Warning|info|strong warning): )(?P<message>\S.*?)\s*$"
)
_KTLINT = lazy_regex(r" \((?P<code>(?:[a-z][\w-]*:)?[a-z]\w*(?:-\w+)+)\)$|(?= \(cannot be auto-corrected\)$)")
_DETEKT = lazy_regex(r" \[(?P<code>[A-Z][a-z]\w*)\]$")


def read(_lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read `path:3:1: message (standard:rule)` of ktlint, or `path:3:1: message [Rule]` of detekt.

    Older ktlint names no rule: then only a failed task that checks style makes it one.
    """
    issue = _ISSUE.match(text)
    if issue is None:
        return None
    message = issue["message"]
    by_ktlint, by_detekt = _KTLINT.search(message), _DETEKT.search(message)
    named = by_ktlint or by_detekt
    diagnostic = diagnose(
        "error",
        message[: named.start()] if named else message,
        tool="detekt" if by_detekt else "ktlint",
        file=plain_path(issue["file"]),
        line=issue["line"],
        column=issue["column"],
        code=named["code"] if named else None,
    )
    return ToolMessage(at, at, "lint", diagnostic, weak=named is None, only_in=None if named else STYLE_TASK)
