"""Gradle's HTML problems report, which holds errors that the output lacks or shortens.

The page holds a JSON value between two comments, or since 9.8 in a script of its own. Each problem has the
names of its kind from the outermost in, texts in pieces, and where it lies: a file, a task or a plugin.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.error_report import Diagnostic, ErrorReport
from rca.redaction import redact

REPORT = Path("build", "reports", "problems", "problems-report.html")
LARGEST_REPORT = 20_000_000
"""Bytes of a report; a larger one is not read."""
MOST_PROBLEMS = 50
_LONGEST = 2_000

_DATA = (
    re.compile(r"^\s*//\s*begin-report-data\s*$(.*?)^\s*//\s*end-report-data\s*$", re.MULTILINE | re.DOTALL),
    re.compile(r"""<script[^>]*\bid=["']diagnostics["'][^>]*>(.*?)</script>""", re.DOTALL),
)


@dataclass(frozen=True, slots=True)
class ReadProblems:
    """The errors of a report in its order, and notes on what is missing."""

    errors: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()


class ProblemsReport:
    """The problems report of one build, which counts only if the run wrote it.

    Args:
        directory: the folder of the build.
    """

    def __init__(self, directory: Path) -> None:
        self._path = directory / REPORT
        try:
            self._before = self._stamp()
        except OSError:
            self._before = None  # where it is still closed after the run, `read` says so

    def read(self) -> ReadProblems:
        """Return the errors written since this object was made."""
        try:
            stamp = self._stamp()
            if stamp is None or stamp == self._before:
                return ReadProblems()
            if stamp[1] > LARGEST_REPORT:
                return _unread(f"is larger than {LARGEST_REPORT // 1_000_000} MB")
            return problems_of(self._path.read_text(encoding="utf-8", errors="replace"))
        except OSError as problem:
            return _unread(f"cannot be read ({problem.strerror or problem})")

    def _stamp(self) -> tuple[int, int] | None:
        try:
            status = self._path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        return status.st_mtime_ns, status.st_size


def problems_of(page: str) -> ReadProblems:
    """Parse the errors of a report; an unknown form is reported in the notes."""
    data = _data(page)
    if data is None:
        return _unread("has a shape that is not known")
    entries = data.get("diagnostics") if isinstance(data, dict) else data
    if not isinstance(entries, list):
        return _unread("has a shape that is not known")
    found: dict[tuple[str | None, int | None, str], Diagnostic] = {}
    unknown = 0
    for entry in entries:
        if not isinstance(entry, dict) or not isinstance(entry.get("severity"), str):
            unknown += 1
        elif entry["severity"].upper() == "ERROR":
            diagnostic = _diagnostic(entry)
            if diagnostic.message:
                found.setdefault((diagnostic.file, diagnostic.line, diagnostic.message), diagnostic)
            else:
                unknown += 1
    notes = []
    if unknown:
        notes.append(
            f"{unknown} entries of Gradle's problems report ({REPORT.as_posix()}) have no known shape"
        )
    if len(found) > MOST_PROBLEMS:
        more = len(found) - MOST_PROBLEMS
        notes.append(f"{more} more errors stand in Gradle's problems report ({REPORT.as_posix()})")
    return ReadProblems(tuple(found.values())[:MOST_PROBLEMS], tuple(notes))


def with_problems(errors: Sequence[ErrorReport], problems: Sequence[Diagnostic]) -> tuple[ErrorReport, ...]:
    """Append an error with the problems that the output does not contain."""
    told = [one for report in errors for one in report.diagnostics]
    said = "\n".join(f"{one.message}" for one in told) + "\n".join(
        one.what_went_wrong or "" for one in errors
    )
    places = {(_name(one.file), one.line) for one in told if one.file}
    new = tuple(
        one
        for one in problems
        if ((_name(one.file), one.line) not in places if one.file else one.message.split("\n")[0] not in said)
    )
    if not new:
        return tuple(errors)
    return (*errors, ErrorReport(kind="gradle_build", language=None, diagnostics=new))


def _unread(why: str) -> ReadProblems:
    return ReadProblems(
        notes=(
            f"Gradle's problems report {why}: errors that stand only there are missing ({REPORT.as_posix()})",
        )
    )


def _data(page: str) -> object:
    """Return the JSON value embedded in a page; None if there is none."""
    match = next((found for pattern in _DATA if (found := pattern.search(page))), None)
    if match is None:
        return None
    try:
        return json.loads(match[1])
    except (ValueError, RecursionError):
        return None


def _diagnostic(problem: dict[str, Any]) -> Diagnostic:
    kinds = [one for one in _list(problem.get("problemId")) if isinstance(one, dict)]
    title = _text(problem.get("contextualLabel")) or _text(problem.get("problem"))
    title = title or _text(kinds[-1].get("displayName") if kinds else None)
    places = [one for one in _list(problem.get("locations")) if isinstance(one, dict)]
    place = next((one for one in places if isinstance(one.get("path"), str)), {})
    task = next((one["taskPath"] for one in places if isinstance(one.get("taskPath"), str)), None)
    solution = next(map(_text, _list(problem.get("solutions"))), "")
    details = _text(problem.get("problemDetails"))
    parts = (
        title,
        details if details != title else "",
        f"Task: {task}" if task and not place else "",
        f"Possible solution: {solution}" if solution else "",
    )
    message = redact("\n".join(part for part in parts if part)).text
    return Diagnostic(
        severity="error",
        file=place.get("path"),
        line=_number(place.get("line")),
        column=_number(place.get("column")),
        message=message if len(message) <= _LONGEST else message[: _LONGEST - 1] + "…",
        code=":".join(str(one["name"]) for one in kinds if one.get("name")) or None,
        tool="gradle",
    )


def _text(value: object) -> str:
    """Join the pieces of a text: strings, `{text}`, `{name}`, and lists of these."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, dict):
        return _text(value.get("text") or value.get("name") or "")
    return " ".join(filter(None, map(_text, value))) if isinstance(value, list) else ""


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _name(path: str | None) -> str:
    return re.split(r"[/\\]", path)[-1] if path else ""
