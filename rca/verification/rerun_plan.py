"""What to rerun: the project's wrapper, an argument list, inside the workspace."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from models.error_codes import ErrorCode
from rca.builds.build_tool import check_tasks, check_tests, program_of, surefire
from rca.error_text.failed_tasks import BuildTool, FailedTasks
from rca.tool_failure import Failure

_MODULE = re.compile(r"[A-Za-z_][\w.-]*")
_RERUN_SINCE = (7, 6)
"""From this Gradle on, one task can be run again without all that it depends on."""


@dataclass(frozen=True, slots=True)
class RerunPlan:
    """One run.

    `program` starts the build tool; `root` is the workspace folder, `directory` the folder to run in.
    """

    tool: BuildTool
    program: tuple[str, ...]
    root: Path
    directory: Path
    task: str
    tests: tuple[str, ...] = ()
    module: str | None = None

    @property
    def shown_directory(self) -> str:
        """The folder relative to the workspace, `.` for the workspace itself."""
        return self.directory.relative_to(self.root).as_posix()

    def argv(self, version: str | None = None) -> tuple[str, ...]:
        """Return the command; `version` is that of the build tool, where it is known."""
        if self.tool == "maven":
            return (*self.program, "-B", *self._maven_selection(), self.task)
        filters = tuple(part for test in self.tests for part in ("--tests", test))
        plain = (*self.program, "--console=plain", "--no-daemon")
        # What is up to date or in a cache would pass without being run.
        if _number(version) >= _RERUN_SINCE:
            return (*plain, self.task, "--rerun", *filters)
        return (*plain, "--rerun-tasks", self.task, *filters)

    def _maven_selection(self) -> tuple[str, ...]:
        tests = (f"-Dtest={','.join(surefire(test) for test in self.tests)}",) if self.tests else ()
        if self.module is None:
            return tests
        # Modules built beside it hold none of the tests, which is no failure of theirs.
        no_tests = ("-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false") if tests else ()
        return ("-pl", f":{self.module}", "-am", *tests, *no_tests)


def plan_run(root: Path, directory: Path, failing: FailedTasks) -> RerunPlan:
    """Return the plan of running again what failed.

    Args:
        root: the workspace folder, symlinks resolved; the wrapper must lie in it.
        directory: the folder of the build, inside `root`.
        failing: what failed.

    Raises:
        Failure: INVALID_PARAMETERS for an invalid task or test name, BUILD_TOOL_NOT_FOUND without a build
            or a program to run it.
    """
    tool = failing.tool
    task = failing.task or "test"
    check_tasks(tool, (task,), "task")
    check_tests(failing.tests)
    if failing.module is not None and _MODULE.fullmatch(failing.module) is None:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"'module' is {failing.module!r}, which is not a Maven artifact",
            "Name what failed as the build printed it.",
        )
    return RerunPlan(
        tool,
        program_of(root, directory, tool),
        root,
        directory,
        task,
        failing.tests,
        _module(directory, failing),
    )


def _module(directory: Path, failing: FailedTasks) -> str | None:
    """Return the module to select; None in a build with only one."""
    if failing.module is None or failing.tool != "maven":
        return None
    try:
        text = (directory / "pom.xml").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None  # Maven reads the same file, and says why it cannot
    return failing.module if "<module>" in text else None


def _number(version: str | None) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version or "")[:2])
