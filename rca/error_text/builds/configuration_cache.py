"""Problems of Gradle's configuration cache, each with its place in a script or its owner.

Source: Gradle's user guide, "Configuration cache": the console lists `- Build file 'x': line 12: …`, the
report shows `build file 'x': line 12` with the message below it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rca.error_text.builds.build_paths import plain_path
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.text.lazy_regex import lazy_regex

_SCRIPT = (
    r"(?:(?:[Bb]uild|[Ss]ettings|[Ii]nit(?:ialization)?) (?:file|script)|[Ss]cript) '(?P<file>[^'\n]{1,600})'"
)
_OWNER = (
    r"(?:Plugin|Class|Project|Bean|Field|Extension|Gradle (?:property|runtime)|Included build"
    r"|[Ss]ystem property)(?: [`'][^`'\n]{1,300}[`'])?(?: of [^:\n]{1,300})?"
    r"|Unknown location|Task `[^`\n]{1,300}` of type `[^`\n]{1,300}`"
)
_PROBLEM = lazy_regex(
    rf"\s*- (?P<owner>{_SCRIPT}|{_OWNER}): (?:line (?P<line>\d{{1,7}}): )?(?P<message>\S.*?)"
    r"(?:\.? See https?://\S+)?\s*$"
)
_PLACE = lazy_regex(rf"\s*(?:[->] )?{_SCRIPT}: line (?P<line>\d{{1,7}})(?:: (?P<message>\S.*?))?\s*$")
_COUNT = lazy_regex(
    r"(?:.{0,400} )?\d+ problems? (?:was|were) found"
    r" (?:storing|reusing|calculating|updating) the configuration"
)
_REPORT = lazy_regex(r"[Cc]onfiguration [Cc]ache (?:[Pp]roblems|[Rr]eport)")
_CODE = "configuration-cache"
_HEADING = lazy_regex(r".{0,400}(?:went wrong:|onfiguration cache problems found)")
_HEADING_ABOVE = 5
_MOST_ABOVE = 60
"""Lines that the other problems take: Gradle lists fifteen, with an empty line or an address below each."""

_MOST_BELOW = 80
"""Lines that they and Gradle's last words take."""


def read_placed_problem(lines: Sequence[str], at: int) -> ToolMessage | None:
    """Parse a problem that names a script; its wording tells it from other lines below the heading."""
    found = _PROBLEM.match(lines[at])
    if found is None or found["file"] is None:
        return None
    return _hit(at, at, found["message"], found["file"], found["line"])


def read(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read a problem below Gradle's count of them, where the heading above it was left out.

    Where it names no script, its owner (a task, a plugin, a class) leads the message. Also a place that was
    copied out of the report, where the text speaks of the configuration cache near it.
    """
    count = _nearest(_is_count, lines, at) if text.startswith("- ") else None
    if count is not None:
        return _below_count(lines, at, count)
    place = _PLACE.match(lines[at])
    if place is None or _nearest(_names_problems, lines, at) is None:
        return None
    below = at + 1 if at + 1 < len(lines) and lines[at + 1].strip() else at
    last = at if place["message"] is not None else below
    message = place["message"] or lines[below].strip().lstrip("-> ")
    if "deprecated" in message:
        return None  # Gradle's warnings of deprecated calls have the same shape
    return _hit(at, last, message, place["file"], place["line"])


def _below_count(lines: Sequence[str], at: int, count: int) -> ToolMessage | None:
    if any("BUILD SUCCESSFUL" in line for line in lines[at + 1 : at + _MOST_BELOW]):
        return None  # told as warnings: the build went on, and nothing failed
    found = _PROBLEM.match(lines[at])
    is_headed = any(_HEADING.match(line) for line in lines[max(0, count - _HEADING_ABOVE) : count + 1])
    if found is None or found["file"] is not None or is_headed:
        return read_placed_problem(lines, at)
    return _hit(at, at, f"{found['owner']}: {found['message']}", None, None)


def _nearest(is_wanted: Callable[[str], bool], lines: Sequence[str], at: int) -> int | None:
    above = range(at - 1, max(-1, at - _MOST_ABOVE), -1)
    return next((index for index in above if is_wanted(lines[index])), None)


def _is_count(line: str) -> bool:
    return "problem" in line and _COUNT.match(line) is not None


def _names_problems(line: str) -> bool:
    return "onfiguration" in line and (_REPORT.search(line) is not None or _is_count(line))


def _hit(first: int, last: int, message: str, file: str | None, line: str | None) -> ToolMessage:
    path = plain_path(file) if file is not None else None
    diagnostic = diagnose("error", message, tool="gradle", file=path, line=line, code=_CODE)
    return ToolMessage(first, last, "gradle_build", diagnostic)
