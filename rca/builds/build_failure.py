"""Why a build failed: its output, Gradle's problems report, and what is missing."""

from __future__ import annotations

from dataclasses import dataclass

from models.code import ProjectFrame
from models.error_report import ErrorReport
from rca.builds import build_errors
from rca.builds.build_run import BuildResult
from rca.builds.gradle_problems_report import ProblemsReport, with_problems
from rca.workspace import Snapshot

MOST_ERRORS = 10


@dataclass(frozen=True, slots=True)
class BuildFailure:
    """The errors of a failed run, the places they name, and notes on gaps of the answer."""

    errors: tuple[ErrorReport, ...] = ()
    places: tuple[ProjectFrame, ...] = ()
    missing_task: str | None = None
    notes: tuple[str, ...] = ()


def failure_of(
    ended: BuildResult, report: ProblemsReport, snapshot: Snapshot, *, tests_told: bool
) -> BuildFailure:
    """Explain a run that did not succeed.

    Args:
        ended: the run.
        report: the problems report, opened before the run.
        snapshot: the workspace.
        tests_told: whether failed tests are reported separately, so that only other failures count.
    """
    read = report.read()
    notes = list(read.notes)
    found = with_problems(build_errors.build_errors(ended.output, snapshot), read.errors)
    if tests_told:
        found = build_errors.besides_tests(found)
    if ended.cut:
        notes.append(
            "the build printed so much that the middle of its output was dropped: errors may be missing"
        )
    if len(found) > MOST_ERRORS:
        notes.append(f"{len(found) - MOST_ERRORS} more errors of the build are left out: solve these first")
    shown = found[:MOST_ERRORS]
    missing = None if tests_told else build_errors.missing_task(ended.output)
    return BuildFailure(shown, build_errors.places(shown, snapshot), missing, tuple(notes))
