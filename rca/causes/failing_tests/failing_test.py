"""The test that failed: its function, the line of the assertion, and what the assertion says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.code import ProjectFrame
from models.error_report import ErrorReport, ReportedException
from rca.causes.failing_tests.assertion_text import AssertionText, read_assertion
from rca.resolve.symbol import Symbol
from rca.workspace import Snapshot
from rca.workspace.build_modules import is_test

_ASSERTION_TYPES = re.compile(
    r"(?:AssertionError|AssertionFailedError|ComparisonFailure|ComparisonFailureWithFacts|AssertionErrorWithFacts|"
    r"MultipleFailuresError|TurbineAssertionError|TurbineTimeoutCancellationException|UncompletedCoroutinesError|"
    r"NoMatchingViewException|AssertJMultipleFailuresError|ArgumentsAreDifferent|WantedButNotInvoked|"
    r"TooManyActualInvocations|TooFewActualInvocations|NeverWantedButInvoked|NoInteractionsWanted|TestTimedOutException)$"
)
_TEST_MARK = re.compile(r"@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Theory)\b")
_SPEC = re.compile(r"(?:Spec|Test|Tests|IT)$")


@dataclass(frozen=True, slots=True)
class FailingTest:
    """A failed test; `line` is where the assertion stands in its function."""

    function: Symbol
    line: int
    assertion: AssertionText | None
    exception: ReportedException

    @property
    def name(self) -> str:
        """Return the test's name for a sentence."""
        return self.function.display_name


def find_failing_test(
    report: ErrorReport, frames: Sequence[ProjectFrame], snapshot: Snapshot
) -> FailingTest | None:
    """Return the test whose assertion failed; None where other code threw, or the trace has no test."""
    for exception in _failed(report):
        order = {frame.text: at for at, frame in enumerate(exception.frames)}
        own = [frame for frame in frames if frame.line is not None and frame.text in order]
        own.sort(key=lambda frame: order[frame.text])
        if not own or not _is_test_file(own[0].file_path, snapshot):
            continue
        place = _test_function(own, snapshot)
        if place is not None:
            message = exception.message or ""
            return FailingTest(*place, read_assertion(message) if message else None, exception)
    return None


def is_failed_assertion(report: ErrorReport) -> bool:
    """Return whether one of an error's exceptions is that of a failed assertion."""
    return any(_failed(report))


def _failed(report: ErrorReport) -> Iterator[ReportedException]:
    """Yield the exceptions of failed assertions, the deepest cause first."""
    for one in reversed(report.exceptions):
        if _ASSERTION_TYPES.search(one.type):
            yield one


def _is_test_file(path: str, snapshot: Snapshot) -> bool:
    return is_test(path) or bool(_TEST_MARK.search(snapshot.text(path) or ""))


def _test_function(frames: Sequence[ProjectFrame], snapshot: Snapshot) -> tuple[Symbol, int] | None:
    """Return the function of the test and the line in it; its helpers stand above it in the trace."""
    first: tuple[Symbol, int] | None = None
    for frame in frames:
        line = frame.line or 0
        function = snapshot.index.enclosing_function(frame.file_path, line)
        if function is None or not _is_test_file(frame.file_path, snapshot):
            continue
        if first is None:
            first = function, line
        marks = " ".join(function.declaration.modifiers)
        if _TEST_MARK.search(marks) or function.name.startswith("test"):
            return function, line
    return first
