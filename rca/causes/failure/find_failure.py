"""What failed: the condition of the root cause, and the expression in the project that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.failure import FailedCondition
from rca.causes.failure.bare_stack import describe_stack
from rca.causes.failure.blocked_threads import describe_waiting
from rca.causes.failure.classification import classify, classify_build_message
from rca.causes.failure.condition import Condition
from rca.causes.failure.failure_frames import exceptions_outward
from rca.causes.failure.failure_search import FailureSearch
from rca.causes.failure.recursion import describe_recursion
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.workspace import Snapshot


@dataclass(frozen=True)
class _Source:
    """A condition and the exception whose it is; without a type it is a message of a build."""

    condition: Condition
    exception: str | None = None
    message: str | None = None


def find_failure(
    report: ErrorReport, places: Sequence[ProjectFrame], snapshot: Snapshot, deadline: Deadline
) -> FailedCondition | None:
    """Return what failed; None where type and message are of no known family.

    Args:
        report: the error.
        places: its frames and diagnostics that lie in the workspace.
        snapshot: the workspace.
        deadline: ends the search for the expression; the condition is given all the same.
    """
    source = _source(report)
    if source is None:
        return None
    shown = None
    if source.exception is not None:
        search = FailureSearch(report, places, snapshot, deadline)
        # What time does not allow is left away: the condition needs no code.
        with suppress(Failure):
            shown = search.find(source.condition, source.exception, source.message)
    condition = source.condition if shown is None else shown.condition
    return FailedCondition(
        family=condition.family,
        condition=condition.sentence,
        exception=source.exception,
        name=condition.name,
        index=condition.index,
        size=condition.size,
        actual_type=condition.actual,
        expected_type=condition.expected,
        expression=None if shown is None else shown.found.expression,
        value=None if shown is None else shown.value or shown.found.value,
        others=() if shown is None else shown.found.others,
    )


def _source(report: ErrorReport) -> _Source | None:
    waiting = describe_waiting(report)
    if waiting is not None:
        return _Source(waiting, report.exceptions[0].type)
    for exception in exceptions_outward(report):
        condition = (
            classify(exception.type, exception.message)
            if exception.type
            else describe_stack(exception.frames)
        )
        if condition is None:
            continue
        if condition.family == "stack_overflow":
            circle = describe_recursion(exception.frames)
            condition = replace(condition, sentence=circle or condition.sentence)
        return _Source(condition, exception.type, exception.message)
    found = (classify_build_message(message) for message in _build_messages(report))
    return next((_Source(condition) for condition in found if condition is not None), None)


def _build_messages(report: ErrorReport) -> Iterator[str]:
    yield from (one.message for one in report.diagnostics if one.severity == "error")
    if report.what_went_wrong:
        yield report.what_went_wrong
