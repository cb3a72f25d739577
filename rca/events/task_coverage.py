"""Which Gradle tasks a successful command must have run, though a console in color names few of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

_GRADLE = re.compile(r"(?:\A|[\s/\\;&|(])gradlew?(?:\.bat)?(?P<arguments>(?:[ \t]+[^\s;&|]+)*)")
_TAKES_VALUE = frozenset(
    {"--tests", "-p", "--project-dir", "-P", "-D", "-c", "-I", "--console", "--init-script"}
)
_COMPILES = re.compile(r"^(?:compile|ksp|kapt|process|merge|generate|package|bundle|desugar|dex)")
_TESTS = re.compile(r"^test(?![a-z])")
_COMPILES_TESTS = re.compile(r"^(?:compile|ksp|kapt|process)(?:Test|\w*UnitTest)")
_LINTS = re.compile(r"^(?:lint|detekt|ktlint)")
_ON_DEVICE = re.compile(r"AndroidTest|^connected|^install|^run")
_RUNS_PROGRAM = re.compile(r"(?:^|:)(?:run(?![a-z])\w*|\w*Run)$")
_DISPLAY_OPTION = re.compile(
    r"^(?:-[qwidsS]|--(?:quiet|warn|info|debug|(?:full-)?stacktrace|console|no-daemon|daemon|offline|parallel)(?:=.*)?)$"
)
"""Options of Gradle that change what is printed, or how fast, and nothing of what a program does."""
_ASSEMBLE = re.compile(r"^assemble(?P<variant>\w*)$")


def requested_tasks(command: str) -> tuple[str, ...]:
    """Return the tasks that a command line asks Gradle for."""
    return tuple(argument for argument, is_task in _arguments(command) if is_task)


def program_options(command: str) -> frozenset[str]:
    """Return the options of a command line by which a program that Gradle runs may do something else."""
    options = (argument for argument, is_task in _arguments(command) if not is_task)
    return frozenset(option for option in options if not _DISPLAY_OPTION.match(option))


def runs_program(task: str) -> bool:
    """Return whether a Gradle task, given by its path, runs a program, as `:app:run` and `:bootRun` do."""
    return _RUNS_PROGRAM.search(task) is not None


def _arguments(command: str) -> Iterator[tuple[str, bool]]:
    """Yield each argument of Gradle in a command line, and whether it names a task."""
    for call in _GRADLE.finditer(command):
        takes_value = False
        for argument in call["arguments"].split():
            is_option = takes_value or argument.startswith("-")
            takes_value = is_option and not takes_value and argument in _TAKES_VALUE
            yield argument, not is_option


def covers(requested: str, task: str) -> bool:
    """Return whether a successful run of a requested task includes another task, given by its path.

    A name without a project is run in every project below the folder. What runs on a device, runs the app, or
    belongs to a source set of the project's own making is included in nothing else.
    """
    project, _, name = requested.rpartition(":")
    task_project, _, task_name = task.rpartition(":")
    if project and project.strip(":") != task_project.strip(":"):
        return False
    return name == task_name or bool(_included_by(name, task_name))


def _included_by(name: str, task: str) -> object:
    is_of_tests = _TESTS.search(task) or _COMPILES_TESTS.search(task)
    if _ON_DEVICE.search(task) or ("Test" in task and not is_of_tests):
        return False
    if name == "test":
        return is_of_tests or _COMPILES.search(task)
    if name in {"build", "check"}:
        return is_of_tests or _COMPILES.search(task) or _LINTS.search(task)
    assembled = _ASSEMBLE.search(name)
    return assembled and not is_of_tests and _COMPILES.search(task) and assembled["variant"] in task
