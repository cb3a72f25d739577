"""One build run: starts the process, watches it, and reads its output and reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from models.builds import BuildOutcome, BuildRun
from models.error_codes import ErrorCode
from rca.builds import build_process
from rca.builds.build_tool import build_tool_of, program_of, shown
from rca.error_text.failed_tasks import BuildTool
from rca.redaction import redact
from rca.scheduling.deadline import Cancelled, Deadline
from rca.tool_failure import Failure

OUTPUT_CHARS = 6_000
"""What an answer shows of a failed run's output: its end."""


@dataclass(frozen=True, slots=True)
class Command:
    """What is run, where; `root` is the workspace folder."""

    tool: BuildTool
    argv: tuple[str, ...]
    root: Path
    directory: Path

    @property
    def shown(self) -> tuple[str, ...]:
        """The command without the workspace's own folder and without secrets."""
        return tuple(shown(part, self.root) for part in self.argv)

    @property
    def shown_directory(self) -> str:
        """The folder relative to the workspace, `.` for the workspace itself."""
        return self.directory.relative_to(self.root).as_posix()


@dataclass(frozen=True, slots=True)
class BuildResult:
    """The outcome of a run, with its output."""

    run: BuildRun
    output: str
    cut: bool

    @property
    def tail(self) -> str:
        """The redacted end of the output, for people."""
        return redact(self.output[-OUTPUT_CHARS:]).text


def tool_of(directory: Path, shown: str) -> BuildTool:
    """Return what builds a folder.

    Raises:
        Failure: BUILD_TOOL_NOT_FOUND where nothing does.
    """
    tool = build_tool_of(directory)
    if tool is None:
        raise Failure(
            ErrorCode.BUILD_TOOL_NOT_FOUND,
            f"There is no Gradle or Maven build in '{shown or '.'}'",
            "Give the folder of the build with `directory`, relative to the workspace.",
        )
    return tool


def command(root: Path, directory: Path, tool: BuildTool, arguments: tuple[str, ...]) -> Command:
    """Return the build command: the project's own wrapper first, plain output, all failures reported.

    Raises:
        Failure: BUILD_TOOL_NOT_FOUND.
    """
    program = program_of(root, directory, tool)
    options = ("-B", "--fail-at-end") if tool == "maven" else ("--console=plain", "--no-daemon", "--continue")
    return Command(tool, (*program, *options, *arguments), root, directory)


def run(
    planned: Command, seconds: float, deadline: Deadline, progress: Callable[[str], None] = lambda _line: None
) -> BuildResult:
    """Run it to its end, its time limit, or the deadline.

    Raises:
        Cancelled: the caller no longer wants it; nothing is left running.
        Failure: BUILD_TOOL_NOT_FOUND where it does not start.
    """
    try:
        ran = build_process.run(planned.argv, planned.directory, seconds, deadline, progress)
    except OSError as problem:
        raise Failure(
            ErrorCode.BUILD_TOOL_NOT_FOUND,
            f"{planned.shown[0]} cannot be started: {problem.strerror or problem}",
            "Check that the wrapper is a program that this system can run.",
        ) from problem
    if ran.stopped == "cancelled":
        raise Cancelled
    outcome: BuildOutcome = "timed_out" if ran.stopped else "succeeded" if ran.exit_code == 0 else "failed"
    told = BuildRun(
        tool=planned.tool,
        command=planned.shown,
        directory=planned.shown_directory,
        outcome=outcome,
        exit_code=ran.exit_code,
        seconds=round(ran.seconds, 1),
    )
    return BuildResult(told, ran.output, ran.cut)
