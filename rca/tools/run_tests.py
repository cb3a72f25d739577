"""`run_tests`: run the project's tests with its own build, what failed parsed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial

from models.builds import TestCounts
from models.test_discovery import TestNews
from models.tools.run_tests import RunTestsParams, RunTestsResult
from rca.builds import build_errors, test_reports
from rca.builds.build_command import BuildFolder, unsaved_note, with_debugger
from rca.builds.build_failure import BuildFailure, failure_of
from rca.builds.build_process import LISTENING
from rca.builds.build_run import BuildResult, Command
from rca.builds.build_run import run as run_command
from rca.builds.gradle_problems_report import ProblemsReport
from rca.builds.junit_xml import TestCase
from rca.builds.report_files import describe
from rca.builds.report_follower import ReportFollower
from rca.builds.test_reports import TestResults
from rca.builds.test_results import result_of_test
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: RunTestsParams) -> Answer[RunTestsResult]:
    """Run the tests, and read the reports that the run wrote."""
    folder, command = _planned(context, params)
    before, report = test_reports.stamps(command.directory), ProblemsReport(command.directory)
    with _following(context, command, before):
        ended = run_command(command, params.timeout_seconds, context.deadline, partial(_progress, context))
    succeeded = ended.run.outcome == "succeeded"
    results = test_reports.written_since(command.directory, before, context.deadline)
    # Where all was up to date no report is written, and those of the run before still hold.
    up_to_date = succeeded and results == TestResults()
    if up_to_date:
        # Reports of other tasks and variants lie there, too, however old.
        tasks = build_errors.unchanged_tasks(ended.output)
        place = folder.reports_of(folder.module(params.module))
        results = test_reports.kept_of(place, tasks, params.tests or (), context.deadline)
    _tell(context, results.cases)
    failed = [case for case in results.cases if case.status == "failed"]
    failure = (
        BuildFailure() if succeeded else failure_of(ended, report, context.snapshot, tests_told=bool(failed))
    )
    notes = (
        *unsaved_note(context.snapshot),
        *describe(results.problems, command.root),
        *failure.notes,
        *_doubts(ended, results, failure, up_to_date=up_to_date),
    )
    shown = failed[: params.limit]
    return Answer(
        RunTestsResult(
            run=ended.run,
            up_to_date=up_to_date,
            all_passed=_all_passed(results, succeeded=succeeded),
            counts=_counts(results.cases),
            failed=tuple(build_errors.failed_test(case, context.snapshot) for case in shown),
            errors=failure.errors,
            places=failure.places,
            output=None if succeeded or (failed and not failure.errors) else ended.tail,
        ),
        truncated=len(shown) < len(failed),
        next=f"{len(failed) - len(shown)} more failed: raise `limit`" if len(shown) < len(failed) else None,
        completeness="partial" if notes else "complete",
        provenance=notes,
    )


def _following(
    context: ToolContext, command: Command, before: test_reports.Stamps
) -> AbstractContextManager[object]:
    if context.test_news is None:
        return nullcontext()
    return ReportFollower(command.directory, before, partial(_tell, context), context.deadline)


def _tell(context: ToolContext, cases: Sequence[TestCase]) -> None:
    if context.test_news is not None and cases:
        results = tuple(result_of_test(case, context.snapshot) for case in cases)
        context.test_news(TestNews(results=results))


def _progress(context: ToolContext, line: str) -> None:
    context.progress(line)
    if context.test_news is not None and LISTENING in line:
        context.test_news(TestNews(waits_for_debugger=True))


def _all_passed(results: TestResults, *, succeeded: bool) -> bool | None:
    if not succeeded or any(case.status == "failed" for case in results.cases):
        return False
    return True if results.cases and not results.problems else None


def _doubts(
    ended: BuildResult, results: TestResults, failure: BuildFailure, *, up_to_date: bool
) -> Iterator[str]:
    """Return what the counts do not show, and how to find out."""
    run = ended.run
    if results.problems:
        yield "tests of reports that were not read whole are missing: read these files, or run with `rerun`"
    skipped = build_errors.unchanged_test_tasks(ended.output) if results.cases and not up_to_date else ()
    if skipped:
        yield f"tests of {', '.join(skipped)}, which Gradle had no need to run, are not counted: see `rerun`"
    if failure.missing_task is not None:
        yield f"the build has no task {failure.missing_task}: name the test task with `task`"
    if run.outcome == "timed_out":
        yield "the run was stopped: tests that had not run yet are missing"
    elif run.outcome == "failed" and not any(case.status == "failed" for case in results.cases):
        passed = sum(case.status == "passed" for case in results.cases)
        yield (
            f"the build failed (exit code {run.exit_code}) and no failed test was seen: this is no success, "
            f"though {passed} tests passed; `errors` and `output` say what is known"
        )
    elif run.outcome == "succeeded" and not results.cases:
        yield "no test was seen: the run wrote no report that names one, and none was kept of an earlier run"


def details(context: ToolContext, params: RunTestsParams) -> dict[str, str]:
    """Show the command itself before it is approved."""
    _folder, command = _planned(context, params)
    return {"command": shlex.join(command.argv), "directory": str(command.directory)}


def _planned(context: ToolContext, params: RunTestsParams) -> tuple[BuildFolder, Command]:
    folder = BuildFolder.find(context.snapshot, params.directory)
    module = folder.module(params.module)
    command = folder.test_command(module, params.task, params.tests or (), rerun=params.rerun)
    return folder, with_debugger(command) if params.debug else command


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
        "Run the project's unit tests with its own Gradle wrapper or Maven: how many passed, and each "
        "failure with its parsed error and the code to look at. Narrow with `module` and `tests` "
        "(`package.Class.method`). Tests that are up to date run again only with `rerun`. The user is asked "
        "first."
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
