"""`get_test_coverage`: what the tests reach, read from reports of JaCoCo or Kover."""

from __future__ import annotations

import shlex

from models.builds import BuildRun
from models.error_codes import ErrorCode
from models.tools.get_test_coverage import GetTestCoverageParams, GetTestCoverageResult
from rca.builds.build_command import BuildFolder, unsaved_note
from rca.builds.build_run import run as run_command
from rca.builds.coverage import Measured, Measurement, by_module, coverage_of, measure, shown
from rca.builds.report_files import describe
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: GetTestCoverageParams) -> Answer[GetTestCoverageResult]:
    """Read the reports, after a test run if one is requested."""
    folder = BuildFolder.find(context.snapshot, params.directory)
    module = folder.module(params.module)
    measured = measure(context.snapshot, folder.reports_of(module), context.deadline)
    told: BuildRun | None = None
    notes: tuple[str, ...] = ()
    if _needs_run(params, measured):
        command = folder.command(folder.project.measuring(module))
        ended = run_command(command, params.timeout_seconds, context.deadline, context.progress)
        told = ended.run
        measured = measure(context.snapshot, folder.reports_of(module), context.deadline)
        notes = unsaved_note(context.snapshot)
        if told.outcome != "succeeded":
            notes = (*notes, f"the run {told.outcome.replace('_', ' ')}: run_tests tells why")
    unread = describe(measured.problems, folder.root)
    notes = (*notes, *_stale(measured), *unread)
    if unread:
        notes = (*notes, 'coverage of what these reports tell is missing: ask again with `refresh: "always"`')
    files = [file for file in measured.files if _is_wanted(file, module, params.path_prefix)]
    if not files:
        raise _nothing(params, told, measured, unread)
    files.sort(key=lambda file: (-_missed(file), file.path))
    kept = files[: params.limit]
    return Answer(
        GetTestCoverageResult(
            coverage=coverage_of(files),
            modules=by_module(files),
            reports=measured.reports,
            files=tuple(shown(file) for file in kept),
            total_files=len(files),
            run=told,
        ),
        truncated=len(kept) < len(files),
        next=f"{len(files) - len(kept)} more files: narrow with `pathPrefix`, or raise `limit`"
        if len(kept) < len(files)
        else None,
        completeness="partial" if notes else "complete",
        provenance=notes,
    )


def asks(context: ToolContext, params: GetTestCoverageParams) -> bool:
    """Return whether approval is needed: only if the build would run."""
    folder = BuildFolder.find(context.snapshot, params.directory)
    reports = folder.reports_of(folder.module(params.module))
    return _needs_run(params, measure(context.snapshot, reports, context.deadline))


def details(context: ToolContext, params: GetTestCoverageParams) -> dict[str, str]:
    """Show the command itself before it is approved."""
    folder = BuildFolder.find(context.snapshot, params.directory)
    command = folder.command(folder.project.measuring(folder.module(params.module)))
    return {"command": shlex.join(command.argv), "directory": str(command.directory)}


def _needs_run(params: GetTestCoverageParams, measured: Measurement) -> bool:
    if params.refresh == "auto":
        return not measured.reports or measured.is_stale
    return params.refresh == "always"


def _stale(measured: Measurement) -> tuple[str, ...]:
    old = [report.path for report in measured.reports if report.is_stale]
    return (f"code is newer than {', '.join(old[:3])}: line numbers may be off",) if old else ()


def _is_wanted(file: Measured, module: str | None, prefix: str | None) -> bool:
    if module not in {None, ":"} and file.module != module:
        return False
    return prefix is None or file.path.startswith(prefix.removeprefix("./"))


def _missed(file: Measured) -> int:
    return sum(not line.covered for line in file.source.lines.values())


def _nothing(
    params: GetTestCoverageParams, run: BuildRun | None, measured: Measurement, unread: tuple[str, ...]
) -> Failure:
    if measured.files:
        return Failure(
            ErrorCode.NO_RESULTS,
            f"No report covers {params.path_prefix or params.module}",
            f"Reports tell of, for example, {measured.files[0].path}."
            + (f" Not read: {'; '.join(unread)}." if unread else ""),
        )
    if unread:
        return Failure(
            ErrorCode.NO_RESULTS,
            f"No coverage report could be read: {'; '.join(unread)}",
            'Ask with `refresh: "always"`, so that the reports are written again.',
        )
    if run is None:
        return Failure(
            ErrorCode.NO_RESULTS,
            "There is no JaCoCo or Kover report (XML) in this build",
            'Ask with `refresh: "auto"`, so that the tests are run with coverage.',
        )
    return Failure(
        ErrorCode.NO_RESULTS,
        f"The run {run.outcome.replace('_', ' ')} and wrote no XML report: {shlex.join(run.command)}",
        "Turn the XML report on (`jacocoTestReport { reports { xml.required = true } }`), "
        "and see run_tests for why tests fail.",
    )


TOOL = Tool(
    name="get_test_coverage",
    description=(
        "See what the tests reach: line and branch coverage in all, by module and by file, with the lines "
        "that no test reached. Reads the XML reports of JaCoCo, Kover or the Android plugin; where none is "
        "current, the build runs the tests, and the user is asked first. Narrow with `module` and "
        "`pathPrefix`."
    ),
    params=GetTestCoverageParams,
    result=GetTestCoverageResult,
    run=run,
    risk="dangerous",
    seconds=1800.0,
    needs_index=True,
    speaks_for="names",
    asks=asks,
    details=details,
)
