"""Messages of Android Studio's window until 2018: `Error:(12, 5) …` below a file's name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.error_report import ErrorKind, Severity
from rca.error_text.builds.build_paths import language_of
from rca.error_text.builds.multiline_messages import rest_of_message
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.text.lazy_regex import lazy_regex

_SAID = lazy_regex(
    r"(?P<severity>Error|Warning):\((?P<line>\d{1,9})(?:, (?P<column>\d{1,9}))?\) (?P<message>.*)"
)
_NAME = lazy_regex(r"(?:[A-Za-z]:[\\/]|/)[^:*?\"<>|\n]{1,400}\.[A-Za-z]{1,6}\s*$")
_BESIDE = lazy_regex(r"(?:Error|Warning|Note|Info(?:rmation)?):")
_ABOVE = 40  # messages of one file

# No tool is named; the words tell it, else the file.
_WORDS: tuple[tuple[re.Pattern[str], ErrorKind], ...] = (
    (
        lazy_regex(
            r"Plugin with id|A problem occurred|Could not find method|Could not (?:get|set) unknown property"
            r"|Failed to apply plugin|Cause: "
        ),
        "gradle_build",
    ),
    (lazy_regex(r"undefined reference"), "native_link"),
    (
        lazy_regex(r"No resource found|Error: No resource|String types not allowed|No resource identifier"),
        "resource_linking",
    ),
    (lazy_regex(r"error: "), "java_compile"),
    (
        lazy_regex(
            r"Unresolved reference|Type mismatch|Overload resolution|None of the following|Only safe \(\?\.\)"
            r"|Val cannot be|Expecting |Unexpected tokens|Smart cast|Too many arguments|No value passed"
        ),
        "kotlin_compile",
    ),
)
_LANGUAGES: dict[str | None, ErrorKind] = {
    "kotlin": "kotlin_compile",
    "java": "java_compile",
    "xml": "resource_linking",
    "groovy": "gradle_build",
    "cpp": "native_link",
}


def read(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read a message; its file stands alone on a line above this file's messages."""
    said = _SAID.match(text)
    if said is None:
        return None
    severity: Severity = "error" if said["severity"] == "Error" else "warning"
    last, message = rest_of_message(lines, at, said["message"].removeprefix("error: "))
    file = _file_above(lines, at)
    kind = next((kind for words, kind in _WORDS if words.match(said["message"])), None)
    kind = kind or _LANGUAGES.get(language_of(file))
    diagnostic = diagnose(severity, message, tool=None, file=file, line=said["line"], column=said["column"])
    return ToolMessage(at, last, kind, diagnostic, weak=kind is None)


def _file_above(lines: Sequence[str], at: int) -> str | None:
    for above in range(at - 1, max(-1, at - _ABOVE), -1):
        line = lines[above].strip()
        if _NAME.match(line):
            return line
        if not _BESIDE.match(line):
            return None
    return None
