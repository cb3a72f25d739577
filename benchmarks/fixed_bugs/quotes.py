"""Find quoted errors in commit messages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmarks.fixed_bugs.cases import QuotedText

_FRAME = re.compile(
    r"[\w$.\-]+\.[\w$<>\-]+\s?"
    r"\((?:[\w$\-]+\.(?:kts?|java)(?:: ?\d+)?|Unknown Source|SourceFile|Native Method)"
)
_FRAME_END = re.compile(r"^\W*[\w$.<>\-]*\(?[\w$\-]+\.(?:kt|java):\d+\)\s*$")
"""What is left of a frame on the next line where the message was wrapped."""
_ERROR = re.compile(
    r"(?:Exception in thread|FATAL EXCEPTION|(?:Non-f|F)atal Exception|Caused by|ANR in|Suppressed"
    r"|(?:[a-z]\w*\.)+(?:[A-Z][\w$]*\.)?[A-Z][\w$]*(?:Exception|Error|Failure|Throwable)\b"
    r"|\b[A-Z]\w+(?:Exception|Error): ).*"
)
_BUILD_ERROR = re.compile(
    r"^\W*(?:e: (?:file:)?|error: |\* What went wrong|Execution failed for task|A problem occurred)"
    r"|[\w\-]+\.(?:kts?|java):\d+(?::\d+)?:? (?:error|warning|e): ?"
)
_REST = re.compile(r"^\W*(?:at\b|\.\.\. ?\d+ (?:more|common)|Caused by|Suppressed|\.\.\.\W*$)|^\s+at\s")
_REMARK = re.compile(r"(?<=\)) - [a-z].*$")
_MOST_LINES_BETWEEN = 2
_MOST_HEAD_LINES = 8
_MOST_MESSAGE_LINES = 8
_SENTENCE_WORDS = 3
"""Words before an error, from which on its line is taken for prose that mentions it."""
_LOG_PREFIX = re.compile(r"AndroidRuntime|\d\d:\d\d:\d\d|\b[VDIWEF]/|^[^A-Za-z]*$")


def find_quotation(commit: str, lines: Sequence[str]) -> QuotedText | None:
    """Return where a message quotes an error: its first trace, or else an exception or build error alone."""
    frames = [number for number, line in enumerate(lines) if _FRAME.search(line)]
    span = _trace_span(lines, frames[0]) if frames else _message_span(lines)
    if span is None:
        return None
    first, last = span
    return QuotedText(commit, first, last, (), _column(lines[first]), _end(lines[last]))


def _trace_span(lines: Sequence[str], frame: int) -> tuple[int, int]:
    first = frame
    for number in range(frame - 1, max(-1, frame - _MOST_HEAD_LINES), -1):
        line = lines[number]
        if _ERROR.search(line) or _REST.search(line):
            first = number
        elif not line.strip() and first != frame:
            break
    last = frame
    for number in range(frame + 1, len(lines)):
        if number - last > _MOST_LINES_BETWEEN + 1:
            break
        line = lines[number]
        if _FRAME.search(line) or _REST.search(line) or _FRAME_END.search(line) or _is_error_line(line):
            last = number
    return first, last


def _message_span(lines: Sequence[str]) -> tuple[int, int] | None:
    for number, line in enumerate(lines):
        if number and (_is_error_line(line) or _BUILD_ERROR.search(line)):
            last = number
            for following in range(number + 1, min(len(lines), number + _MOST_MESSAGE_LINES)):
                if not lines[following].strip():
                    break
                last = following
            return number, last
    return None


def _is_error_line(line: str) -> bool:
    match = _ERROR.search(line)
    return match is not None and len(line[: match.start()].split()) < _SENTENCE_WORDS


def _column(line: str) -> int:
    """Return where the error begins on its first line: after the fixer's words, but with a log's prefix."""
    match = _ERROR.search(line)
    if match is None or _LOG_PREFIX.search(line[: match.start()]):
        return 0
    return match.start()


def _end(line: str) -> int:
    """Return where the error ends on its last line: before a remark after its frame."""
    remark = _REMARK.search(line)
    return len(line) if remark is None else remark.start()
