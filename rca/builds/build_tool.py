"""The build tool of a folder: its start command, and how it names tasks and tests."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path, PurePath

from models.error_codes import ErrorCode
from rca.error_text.failed_tasks import BuildTool
from rca.redaction import redact
from rca.tool_failure import Failure

_GRADLE_TASK = re.compile(r":?[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)*")
_MAVEN_PHASE = re.compile(r"[a-z][\w.-]*(?::[\w.-]+){0,3}")
_TEST = re.compile(r"[A-Za-z_$*][\w.$* ,'()-]*(?:#[\w$* ,'()-]+)?")
_WRAPPERS: dict[BuildTool, tuple[str, str]] = {
    "gradle": ("gradlew", "gradlew.bat"),
    "maven": ("mvnw", "mvnw.cmd"),
}
_BUILD_FILES: dict[BuildTool, tuple[str, ...]] = {
    "gradle": ("settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts"),
    "maven": ("pom.xml",),
}
_PROGRAMS: dict[BuildTool, str] = {"gradle": "gradle", "maven": "mvn"}


def build_tool_of(directory: Path) -> BuildTool | None:
    """Return the build tool of a folder; Gradle if both are possible."""
    for tool, names in _BUILD_FILES.items():
        if any((directory / name).is_file() for name in (*names, *_WRAPPERS[tool])):
            return tool
    return None


def program_of(root: Path, directory: Path, tool: BuildTool) -> tuple[str, ...]:
    """Return the build tool's start command: the nearest wrapper inside the workspace, else the one on PATH.

    Raises:
        Failure: BUILD_TOOL_NOT_FOUND without a build, or without a program to run it.
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


def shown(part: str, root: PurePath) -> str:
    """Return an argument of a command, redacted and without the workspace's folder."""
    path = type(root)(part)
    return f"./{path.relative_to(root).as_posix()}" if path.is_relative_to(root) else redact(part).text


def surefire(test: str) -> str:
    """Convert `package.Class.method` to surefire's form `package.Class#method`, which may be given."""
    if "#" in test:
        return test
    head, _, last = test.rpartition(".")
    return f"{head}#{last}" if head and last[:1].islower() and head.rpartition(".")[2][:1].isupper() else test


def check_tasks(tool: BuildTool, tasks: Sequence[str], parameter: str) -> None:
    """Refuse anything but a task name: an option would change what the build does.

    Raises:
        Failure: INVALID_PARAMETERS.
    """
    pattern = _GRADLE_TASK if tool == "gradle" else _MAVEN_PHASE
    for task in tasks:
        if pattern.fullmatch(task) is None:
            wanted = "a Gradle task path such as :app:test" if tool == "gradle" else "a Maven phase or goal"
            raise Failure(
                ErrorCode.INVALID_PARAMETERS,
                f"'{parameter}' has {task!r}, which is not {wanted}",
                "Name tasks alone; options of the build tool are not taken.",
            )


def check_tests(tests: Sequence[str]) -> None:
    """Refuse anything but a test name.

    Raises:
        Failure: INVALID_PARAMETERS.
    """
    for test in tests:
        if _TEST.fullmatch(test) is None:
            raise Failure(
                ErrorCode.INVALID_PARAMETERS,
                f"'tests' has {test!r}, which is not `package.Class.method` or `package.Class`",
                "Name tests as their report does.",
            )
