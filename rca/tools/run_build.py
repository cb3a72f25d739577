"""`run_build`: compile the project with its own build, its errors parsed."""

from __future__ import annotations

import shlex

from models.tools.run_build import RunBuildParams, RunBuildResult
from rca.builds import build_errors
from rca.builds.build_command import BuildFolder, unsaved_note
from rca.builds.build_failure import BuildFailure, failure_of
from rca.builds.build_run import Command
from rca.builds.build_run import run as run_command
from rca.builds.build_tool import check_tasks
from rca.builds.gradle_problems_report import ProblemsReport
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: RunBuildParams) -> Answer[RunBuildResult]:
    """Run the build, and parse the output of a failed run."""
    command = _command(context, params)
    report = ProblemsReport(command.directory)
    ended = run_command(command, params.timeout_seconds, context.deadline, context.progress)
    succeeded = ended.run.outcome == "succeeded"
    failure = BuildFailure() if succeeded else failure_of(ended, report, context.snapshot, tests_told=False)
    notes = (*unsaved_note(context.snapshot), *failure.notes)
    if failure.missing_task is not None:
        notes = (
            *notes,
            f"the build has no task {failure.missing_task}: name one with `tasks`; `gradle tasks` lists them",
        )
    if succeeded and ended.cut:
        notes = (*notes, "the middle of the build's long output was dropped: there may be more warnings")
    return Answer(
        RunBuildResult(
            run=ended.run,
            executed_tasks=build_errors.executed_tasks(ended.output),
            warnings=build_errors.warnings(ended.output),
            errors=failure.errors,
            places=failure.places,
            output=None if succeeded else ended.tail,
        ),
        completeness="partial" if notes else "complete",
        provenance=notes,
    )


def details(context: ToolContext, params: RunBuildParams) -> dict[str, str]:
    """Show the command itself before it is approved."""
    command = _command(context, params)
    return {"command": shlex.join(command.argv), "directory": str(command.directory)}


def _command(context: ToolContext, params: RunBuildParams) -> Command:
    folder = BuildFolder.find(context.snapshot, params.directory)
    module = folder.module(params.module)
    if params.tasks is None:
        return folder.command(folder.project.compiling(module))
    check_tasks(folder.tool, params.tasks, "tasks")
    return folder.command(folder.project.named(params.tasks, module))


TOOL = Tool(
    name="run_build",
    description=(
        "Compile the project with its own Gradle wrapper or Maven, and get the errors parsed: the root "
        "before its cascade, with the code that they name. Default: the debug variant on Android, else "
        "everything; `module` or `tasks` narrow it. The build sees the disk, not unsaved text. The user is "
        "asked first."
    ),
    params=RunBuildParams,
    result=RunBuildResult,
    run=run,
    risk="dangerous",
    seconds=1800.0,
    needs_index=True,
    speaks_for="names",
    details=details,
)
