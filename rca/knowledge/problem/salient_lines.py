"""Salient lines: those that say what went wrong, for texts without exception or diagnostic."""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import itemgetter

from rca.error_text.log_prefix import without_prefix
from rca.error_text.logcat import split
from rca.knowledge.problem.message_template import elsewhere

_WRITTEN_BY_A_TOOL = re.compile(
    r"""\s*(?:
        [ew]:\s | (?i:error|warning|fatal|failure|failed|reason|abort\ message):\s | (?:ERROR|FAILURE|FATAL)\b
      | Failure\ \[ | >\s | \*\s[A-Z] | Caused\ by: | adb:\s | \$\s\w | [VDIWEF]/[\w.$-]+\s{0,20}[(:]
      | (?:[\w@+-]{1,80}[\\/.]){0,20}[\w-]{1,80}\.(?:kts?|java|xml|gradle|pro|toml|cpp|h)
        (?::\d+|:\s|:?\s\(\d+)
    )""",
    re.VERBOSE,
)
"""What stands at the start of a tool's line, and not of what a person says."""

_THROWN = re.compile(
    r"\s*(?:class )?(?:[a-z]\w*\.)+[A-Z][\w$]*(?:Exception|Error)\b|\s*[A-Z]\w*(?:Exception|Error):\s"
)

_DRESS = re.compile(
    r"""\s*(?:
        [ew]:\s | (?:error|warning|fatal|failure):\s? | ERROR:?\s | >\s | Caused\ by:\s
      | [VDIWEF]/[\w.$-]+\s{0,20}(?:\(\s{0,9}\d+\))?:\s
      | (?:file:/{0,3})?(?:[A-Za-z]:)?(?:[\w@.+ -]{0,80}[\\/]){0,30}[\w.-]{1,80}\.\w{1,6}:\d+(?::\d+)?:?\s
    )""",
    re.VERBOSE | re.IGNORECASE,
)

_TELLS = re.compile(
    r"""\b(?:fail|error|exception|den(?:y|ied)|refus|reject|cannot|can't|could\ ?n[o']t|unable|not\ |missing|
        invalid|illegal|unknown|unexpected|fatal|time[ds]?[ -]?out|suppress|abort|crash|kill|violat|no\ such|
        too\ (?:many|large|long|big)|unsupported|unresolved|conflict|duplicate|mismatch|multiple\ times|
        deprecated|ignor|skip|drop|lost|leak|corrupt|blocked|expired|forbidden|unauthori[sz]ed|exceed)
        | Error\b | Exception\b | [A-Z]_FAILED""",
    re.VERBOSE | re.IGNORECASE,
)

_ROUTINE = re.compile(
    r"\s*(?:> (?:Task|Configure|Transform) |BUILD |\d+ actionable |\* Try:|> Run with|> Get more)"
)
_FAILURE = re.compile(r"^FAILURE: ", re.MULTILINE)
_READ = 20_000
_BEFORE_FAILURE = 1_500
_CHARS = 600
_LINES = 40


@dataclass(frozen=True, slots=True)
class Line:
    """The content of a line without its prefix, and its log tag."""

    tag: str | None
    said: str

    def __str__(self) -> str:
        """Return the content with its tag."""
        return f"{self.tag}: {self.said}" if self.tag else self.said


def written_by_a_tool(text: str) -> bool:
    """Return whether a text begins as a compiler, a build, a log or a thrown exception does."""
    return _WRITTEN_BY_A_TOOL.match(text) is not None or names_what_was_thrown(text)


def names_what_was_thrown(text: str) -> bool:
    """Return whether a text begins with an exception's class."""
    return _THROWN.match(text) is not None


def strip_prefix(line: str) -> str:
    """Remove a tool's prefix: `e: `, a file with its line, a log's level and tag."""
    while (match := _DRESS.match(line)) and match.end() < len(line):
        line = line[match.end() :]
    return line.strip()


def salient_lines(log: str) -> list[Line]:
    """Return the lines of a log that say what went wrong, each once, about 600 characters.

    If no line does, all lines count. Levels, times and processes are left out.
    """
    streams = split(without_prefix(log[:_READ]).splitlines())
    said = (
        (at, stream.tag, line) for stream in streams for at, line in zip(stream.at, stream.lines, strict=True)
    )
    lines = [
        Line(tag, strip_prefix(line)) for _at, tag, line in sorted(said, key=itemgetter(0)) if _is_said(line)
    ]
    return _first([line for line in lines if _TELLS.search(line.said)] or lines)


def warned_before_failure(log: str) -> str:
    """Return the warnings of a build log just above `FAILURE:`, apart from its tasks; else empty."""
    match = _FAILURE.search(log)
    if match is None:
        return ""
    above = log[max(0, match.start() - _BEFORE_FAILURE) : match.start()].splitlines()[-_LINES:]
    lines = [Line(None, strip_prefix(line)) for line in above if _is_said(line)]
    telling_ones = [line for line in lines if _TELLS.search(line.said) and not elsewhere(line.said)]
    return "\n".join(line.said for line in _first(telling_ones))


def _is_said(line: str) -> bool:
    return bool(line.strip()) and not _ROUTINE.match(line)


def _first(lines: list[Line]) -> list[Line]:
    kept: list[Line] = []
    length = 0
    for line in dict.fromkeys(lines):
        if length + len(line.said) > _CHARS and kept:
            break
        kept.append(Line(line.tag, line.said[:_CHARS]))
        length += len(line.said)
    return kept
