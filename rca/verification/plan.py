"""What to run: the project's own wrapper first, a list of arguments, inside the workspace."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from models.errors import ErrorCode
from rca.error_text.rerun import BuildTool, Failing
from rca.failure import Failure

_GRADLE_TASK = re.compile(r":?[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)*")
_MAVEN_PHASE = re.compile(r"[a-z][\w.-]*(?::[\w.-]+){0,3}")
_TEST = re.compile(r"[A-Za-z_$*][\w.$* ,'()-]*")
_MODULE = re.compile(r"[A-Za-z_][\w.-]*")
_WRAPPERS: dict[BuildTool, tuple[str, str]] = {
    "gradle": ("gradlew", "gradlew.bat"),
    "maven": ("mvnw", "mvnw.cmd"),
}
_BUILD_FILES: dict[BuildTool, tuple[str, ...]] = {
    "gradle": ("settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts"),
    "maven": ("pom.xml",),
}
_PROGRAMS: dict[BuildTool, str] = {"gradle": "gradle", "maven": "mvn"}
_RERUN_SINCE = (7, 6)
"""From this Gradle on, one task can be run again without all that it depends on."""


@dataclass(frozen=True, slots=True)
class Plan:
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
        """Give the command; `version` is that of the build tool, where it is known."""
        if self.tool == "maven":
            return (*self.program, "-B", *self._maven_selection(), self.task)
        filters = tuple(part for test in self.tests for part in ("--tests", test))
        plain = (*self.program, "--console=plain", "--no-daemon")
        # What is up to date or in a cache would pass without being run.
        if _number(version) >= _RERUN_SINCE:
            return (*plain, self.task, "--rerun", *filters)
        return (*plain, "--rerun-tasks", self.task, *filters)

    def _maven_selection(self) -> tuple[str, ...]:
        tests = (f"-Dtest={','.join(_surefire(test) for test in self.tests)}",) if self.tests else ()
        if self.module is None:
            return tests
        # Modules built beside it hold none of the tests, which is no failure of theirs.
        no_tests = ("-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false") if tests else ()
        return ("-pl", f":{self.module}", "-am", *tests, *no_tests)


def plan_run(root: Path, directory: Path, failing: Failing) -> Plan:
    """Plan to run again what failed.

    Args:
        root: the workspace folder, symlinks resolved; the wrapper has to lie in it.
        directory: the folder of the build, inside of `root`.
        failing: what failed.

    Raises:
        Failure: INVALID_PARAMETERS for a task or test of a form that no build names,
            BUILD_TOOL_NOT_FOUND where there is no build or nothing to run it with.
    """
    tool = failing.tool
    task = failing.task or "test"
    pattern = _GRADLE_TASK if tool == "gradle" else _MAVEN_PHASE
    _check(pattern, task, "task", "a Gradle task path such as :app:test, or a Maven phase")
    for test in failing.tests:
        _check(_TEST, test, "tests", "`package.Class.method` or `package.Class`")
    if failing.module is not None:
        _check(_MODULE, failing.module, "module", "a Maven artifact")
    return Plan(
        tool,
        program_of(root, directory, tool),
        root,
        directory,
        task,
        failing.tests,
        _module(directory, failing),
    )


def build_tool_of(directory: Path) -> BuildTool | None:
    """Tell what builds a folder, Gradle where both could."""
    for tool, names in _BUILD_FILES.items():
        if any((directory / name).is_file() for name in (*names, *_WRAPPERS[tool])):
            return tool
    return None


def _check(pattern: re.Pattern[str], given: str, parameter: str, wanted: str) -> None:
    if pattern.fullmatch(given) is None:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"verify_solution: '{parameter}' is {given!r}, which is not {wanted}",
            "Name what failed as the build printed it.",
        )


def program_of(root: Path, directory: Path, tool: BuildTool) -> tuple[str, ...]:
    """Give what starts the build tool: the nearest wrapper inside the workspace, else what is on the path.

    Raises:
        Failure: BUILD_TOOL_NOT_FOUND where there is no build, or nothing to run it with.
    """
    if not any((directory / name).is_file() for name in (*_BUILD_FILES[tool], *_WRAPPERS[tool])):
        raise Failure(
            ErrorCode.BUILD_TOOL_NOT_FOUND,
            f"There is no {tool.capitalize()} build in {directory.relative_to(root).as_posix()}",
            "Give the folder of the build with `directory`, relative to the workspace.",
        )
    name = _WRAPPERS[tool][os.name == "nt"]
    for folder in (directory, *directory.parents):
        if not folder.is_relative_to(root):
            break
        wrapper = folder / name
        if wrapper.is_file() and wrapper.resolve().is_relative_to(root):
            if os.name == "nt" or os.access(wrapper, os.X_OK):
                return (str(wrapper),)
            return ("sh", str(wrapper))
    program = shutil.which(_PROGRAMS[tool])
    if program is None:
        raise Failure(
            ErrorCode.BUILD_TOOL_NOT_FOUND,
            f"There is no {name} in the project and no `{_PROGRAMS[tool]}` on the path",
            f"Add the wrapper to the project, or install {tool.capitalize()}.",
        )
    return (program,)


def _module(directory: Path, failing: Failing) -> str | None:
    """Give the module to select: none in a build that has only one."""
    if failing.module is None or failing.tool != "maven":
        return None
    try:
        text = (directory / "pom.xml").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    return failing.module if "<module>" in text else None


def _surefire(test: str) -> str:
    """Write `package.Class.method` as surefire wants it: `package.Class#method`."""
    head, _, last = test.rpartition(".")
    return f"{head}#{last}" if head and last[:1].islower() and head.rpartition(".")[2][:1].isupper() else test


def _number(version: str | None) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version or "")[:2])
