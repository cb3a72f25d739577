"""`run_tests`: run the project's tests with its own build, what failed parsed."""

from __future__ import annotations

import shlex

from models.builds import TestCounts
from models.error_report import ErrorReport
from models.tools.run_tests import RunTestsParams, RunTestsResult
from rca.builds import errors, reports
from rca.builds.planned import BuildFolder, unsaved_note
from rca.builds.problems import ProblemsReport, with_problems
from rca.builds.reports import TestCase
from rca.builds.run import Command
from rca.builds.run import run as run_command
from rca.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: RunTestsParams) -> Answer[RunTestsResult]:
    """Run them, and read the reports that the run wrote."""
    folder, command = _planned(context, params)
    before, report = reports.stamps(command.directory), ProblemsReport(command.directory)
    ended = run_command(command, params.timeout_seconds, context.watch, context.progress)
    cases = reports.written_since(command.directory, before)
    # Where all was up to date no report is written, and those of the run before still hold.
    up_to_date = not cases and ended.run.outcome == "succeeded"
    if up_to_date:
        # Reports of other tasks and variants lie there, too, however old.
        tasks = errors.unchanged_tasks(ended.output)
        place = folder.reports_of(folder.module(params.module))
        cases = reports.kept_of(place, tasks, params.tests or ())
    failed = [case for case in cases if case.status == "failed"]
    found: tuple[ErrorReport, ...] = ()
    if not failed and ended.run.outcome != "succeeded":
        found = with_problems(errors.build_errors(ended.output, context.snapshot), report.errors())
    notes = unsaved_note(context.snapshot)
    missing = errors.missing_task(ended.output) if found else None
    if missing is not None:
        notes = (*notes, f"the build has no task {missing}: name the test task with `task`")
    if ended.run.outcome == "timed_out":
        notes = (*notes, "the run was stopped: tests that had not run yet are missing")
    shown = failed[: params.limit]
    return Answer(
        RunTestsResult(
            run=ended.run,
            up_to_date=up_to_date,
            counts=_counts(cases),
            failed=tuple(errors.failed_test(case, context.snapshot) for case in shown),
            errors=found,
            places=errors.places(found, context.snapshot),
            output=None if failed or ended.run.outcome == "succeeded" else ended.tail,
        ),
        truncated=len(shown) < len(failed),
        next=f"{len(failed) - len(shown)} more failed: raise `limit`" if len(shown) < len(failed) else None,
        completeness="partial" if notes else "complete",
        provenance=notes,
    )


def details(context: ToolContext, params: RunTestsParams) -> dict[str, str]:
    """Show the command itself before it is approved."""
    _folder, command = _planned(context, params)
    return {"command": shlex.join(command.argv), "directory": str(command.directory)}


def _planned(context: ToolContext, params: RunTestsParams) -> tuple[BuildFolder, Command]:
    folder = BuildFolder.find(context.snapshot, params.directory)
    module = folder.module(params.module)
    command = folder.test_command(module, params.task, params.tests or (), rerun=params.rerun)
    return folder, command


def _counts(cases: tuple[TestCase, ...]) -> TestCounts:
    ended = [case.status for case in cases]
    return TestCounts(
        total=len(ended),
        passed=ended.count("passed"),
        failed=ended.count("failed"),
        skipped=ended.count("skipped"),
    )


TOOL = Tool(
    name="run_tests",
    description=(
        "Run the project's unit tests with its own Gradle wrapper or Maven: how many passed, and each that "
        "failed with its parsed error and the code to look at first. Narrow it with `module` and `tests` "
        "(`package.Class.method`). Tests that are up to date are not run again unless `rerun`; then the "
        "results are those of the last run, and the answer says so. Where the build fails before the tests, "
        "`errors` tells why. The user is asked first. To check a recorded solution: verify_solution."
    ),
    params=RunTestsParams,
    result=RunTestsResult,
    run=run,
    risk="dangerous",
    seconds=1800.0,
    needs_index=True,
    speaks_for="names",
    details=details,
)
