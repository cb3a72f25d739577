"""Errors of a build or test run, parsed into the form of `parse_error` and shortened for a model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from models.builds import FailedTest
from models.code import ProjectFrame
from models.error_report import ErrorReport, Frame, ReportedException
from rca.analysis.locating.frame_locator import choose_culprit, locate
from rca.builds.junit_xml import TestCase
from rca.error_text import parse
from rca.redaction import redact
from rca.workspace import Snapshot

MOST_PLACES = 20
_INNERMOST = 3
"""Frames kept of each stack besides the app's own."""

_EXECUTED = re.compile(r"^\d+ actionable tasks?: (?:\d+ avoided, )?(\d+) executed", re.MULTILINE)
_TASK = re.compile(r"^> Task :", re.MULTILINE)
_UNCHANGED = re.compile(r"^> Task :(?:\S*:)?([\w.-]+) (?:UP-TO-DATE|FROM-CACHE)\s*$", re.MULTILINE)
_UNCHANGED_TESTS = re.compile(
    r"^> Task (:(?:[\w.-]+:)*\w*?[tT]ests?) (?:UP-TO-DATE|FROM-CACHE)\s*$", re.MULTILINE
)
_FAILING_TESTS = re.compile(
    r"There (?:were|are) (?:failing tests|test failures)|There was\(were\) test failure"
)
_ANT_TASK = re.compile(
    r"^(?:\[(?:INFO|WARNING|ERROR)\])?[ \t]+\[(?:java|javac|kotlinc|exec)\] ?", re.MULTILINE
)
"""What Ant, which Maven runs by antrun, puts before each line that a compiler prints."""
_EXECUTION_OF = re.compile(r"Execution failed for task '([^']+)'")
_NO_TASK = re.compile(r"Task '([^']+)' (?:is ambiguous|not found) in [^\n]*")


def build_errors(output: str, snapshot: Snapshot) -> tuple[ErrorReport, ...]:
    """Return the errors of a failed build, the root first."""
    report = parse(redact(_relevant(output)).text, snapshot.app_packages)
    found = [report.model_copy(update={"others": ()}), *report.others]
    return tuple(shortened(one) for one in found if one.kind != "unknown")


def besides_tests(errors: Sequence[ErrorReport]) -> tuple[ErrorReport, ...]:
    """Return failures other than failed tests: compilers and other tasks."""
    found = [one for one in errors if any(each.severity == "error" for each in one.diagnostics)]
    compiled = {task for one in found for task in one.failed_tasks}
    for one in errors:
        parts = [
            part for part in (one.what_went_wrong or "").split("\n\n") if not _FAILING_TESTS.search(part)
        ]
        others = [part for part in parts if (task := _EXECUTION_OF.search(part)) and task[1] not in compiled]
        if one not in found and others:
            tasks = tuple(task[1] for part in others if (task := _EXECUTION_OF.search(part)))
            words = "\n\n".join(others)
            found.append(
                ErrorReport(kind="gradle_build", language=None, failed_tasks=tasks, what_went_wrong=words)
            )
    return tuple(found)


def warnings(output: str) -> int:
    """Return the number of compiler warnings."""
    report = parse(_ANT_TASK.sub("", output))
    return sum(one.severity == "warning" for each in (report, *report.others) for one in each.diagnostics)


def places(errors: Sequence[ErrorReport], snapshot: Snapshot) -> tuple[ProjectFrame, ...]:
    """Return the project's places that errors name, most suspect first, each once."""
    found: dict[tuple[str, int | None], ProjectFrame] = {}
    for report in errors:
        for place in locate(report, snapshot):
            found.setdefault((place.file_path, place.line), place)
    return tuple(found.values())[:MOST_PLACES]


def failed_test(case: TestCase, snapshot: Snapshot) -> FailedTest:
    """Parse a failed test's output, and locate the culprit."""
    report = parse(redact(case.text).text, snapshot.app_packages)
    return FailedTest(
        test=case.id,
        name=case.name,
        place=choose_culprit(report, locate(report, snapshot), snapshot),
        error=shortened(report.model_copy(update={"kind": "test_failure"})),
    )


def shortened(report: ErrorReport) -> ErrorReport:
    """Truncate each stack to its innermost frames and the app's own; `frame_count` keeps the total."""
    return report.model_copy(update={"exceptions": tuple(_short(one) for one in report.exceptions)})


def executed_tasks(output: str) -> int | None:
    """Return how many tasks did work; None if the build does not say."""
    found = _EXECUTED.search(output)
    return int(found[1]) if found else None


def unchanged_tasks(output: str) -> frozenset[str] | None:
    """Return the tasks that were up to date; None if Gradle lists no tasks."""
    if _TASK.search(output) is None:
        return None
    return frozenset(found[1] for found in _UNCHANGED.finditer(output))


def unchanged_test_tasks(output: str) -> tuple[str, ...]:
    """Return the paths of test tasks that were up to date."""
    return tuple(dict.fromkeys(found[1] for found in _UNCHANGED_TESTS.finditer(output)))


def missing_task(output: str) -> str | None:
    """Return the task that the build does not have, if that is why it failed."""
    found = _NO_TASK.search(output)
    return found[1] if found else None


def _short(exception: ReportedException) -> ReportedException:
    return exception.model_copy(update={"frames": tuple(_kept(exception.frames))})


def _kept(frames: Sequence[Frame]) -> Iterator[Frame]:
    for number, frame in enumerate(frames):
        if number < _INNERMOST or frame.origin == "app":
            yield frame


def _relevant(output: str) -> str:
    """Drop the lines of successful tasks, which are most of a long output."""
    lines = _ANT_TASK.sub("", output).split("\n")
    return "\n".join(line for line in lines if not _went_well(line))


def _went_well(line: str) -> bool:
    return line.startswith("> Task ") and not line.rstrip().endswith("FAILED")
