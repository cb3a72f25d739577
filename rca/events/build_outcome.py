"""What the output of an ended command proves: whether it succeeded, and which build tasks did."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rca.error_text import Occurrence
from rca.events.task_coverage import covers, requested_tasks

_TASK = re.compile(
    r"^> Task (?P<path>:[\w.:\-]{1,300})(?:[ \t]+(?P<ending>[A-Z][A-Z\-]{2,20}))?[ \t]*$", re.MULTILINE
)
_DID_NO_WORK = frozenset({"FAILED", "SKIPPED", "NO-SOURCE"})
"""Endings of tasks that prove nothing."""

_FILTERED = re.compile(r"(?:\A|\s)(?:--tests|-Dtest=|-Dit\.test=|-t\s|--exclude-task|-x\s)")
"""Options that leave a part of the tests, or of the tasks, out."""

_REFERRAL = re.compile(
    r"finished with non-zero exit value \d"
    r"|There were failing tests"
    r"|Compilation error\. See log for more details"
    r"|Compilation failed; see the compiler (?:error )?output"
)
"""Reasons of a failed task that only refer to what was printed before it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command, or one round of a build that goes on, ended.

    `succeeded` is None if nothing says how; `done` has the Gradle tasks whose work was seen to be done,
    `requested` those that the command asked for.
    """

    succeeded: bool | None
    done: frozenset[str] = frozenset()
    requested: tuple[str, ...] = ()
    is_filtered: bool = False

    def did(self, task: str) -> bool:
        """Return whether a Gradle task did its work without failing."""
        return task in self.done or (
            self.succeeded is True and any(covers(requested, task) for requested in self.requested)
        )


def outcome(name: str, text: str, exit_code: int | None) -> Outcome:
    """Return how a command ended, by its exit code, or by what a build says last."""
    failed, built = text.rfind("BUILD FAILED"), text.rfind("BUILD SUCCESSFUL")
    succeeded = None if failed == built else built > failed
    has_ended = succeeded is not None
    if exit_code is not None:
        succeeded = exit_code == 0 and succeeded is not False
    endings = {found["path"]: found["ending"] for found in _TASK.finditer(text)}
    done = frozenset(
        path
        for path, ending in endings.items()
        # Of a build that was stopped, a task without an ending may be the one that was cut off.
        if (has_ended if ending is None else ending not in _DID_NO_WORK)
    )
    return Outcome(succeeded, done, requested_tasks(name), _FILTERED.search(name) is not None)


def without_referrals(found: Sequence[Occurrence]) -> tuple[Occurrence, ...]:
    """Leave out failures of a build that only refer to another error of the same text.

    Gradle ends a run whose program crashed, or whose tests failed, with a failure of its own: it is the same
    problem, not a second one.
    """
    kept = tuple(one for one in found if not _is_referral(one))
    return kept or tuple(found)


def _is_referral(occurrence: Occurrence) -> bool:
    report = occurrence.report
    return (
        report.kind == "gradle_build"
        and not report.exceptions
        and not report.diagnostics
        and _REFERRAL.search(report.what_went_wrong or "") is not None
    )
