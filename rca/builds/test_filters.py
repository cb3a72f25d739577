"""Test filters: `--tests` and `-Dtest` arguments."""

from __future__ import annotations

from collections.abc import Sequence

from rca.builds.build_tool import surefire
from rca.builds.task_selection import ProjectBuild, Selection

_NO_MATCH_IS_FINE = ("-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false")
"""Modules that are built beside the one meant hold none of its tests."""


def gradle_arguments(
    project: ProjectBuild, module: str | None, task: str | None, tests: Sequence[str]
) -> tuple[str, ...]:
    """Return tasks with their filters; a filter is passed only to modules that hold its class, if known.

    A task whose filter matches no test would fail the run.
    """
    if not tests or module is not None or task is not None:
        selection = project.testing(module) if task is None else project.named((task,), module)
        return tuple(part for one in selection.tasks for part in (one, *_filters(tests)))
    by_module: dict[str | None, list[str]] = {}
    for test in tests:
        for held in project.holding(test) or (None,):
            by_module.setdefault(held, []).append(test)
    return tuple(
        part
        for held, own in by_module.items()
        for one in project.testing(held).tasks
        for part in (one, *_filters(own))
    )


def maven_arguments(selection: Selection, tests: Sequence[str]) -> tuple[str, ...]:
    """Return the phase with its filter."""
    chosen = () if selection.module is None else ("-pl", f":{selection.module}", "-am")
    if not tests:
        return (*chosen, *selection.tasks)
    wanted = f"-Dtest={','.join(part for test in tests for part in _with_nested(surefire(test)))}"
    return (*chosen, wanted, *_NO_MATCH_IS_FINE, *selection.tasks)


def _with_nested(pattern: str) -> tuple[str, ...]:
    """Return a pattern, and for a class one of the classes inside of it, which surefire selects apart."""
    is_class = "#" not in pattern and "*" not in pattern
    return (pattern, f"{pattern}$*") if is_class else (pattern,)


def _filters(tests: Sequence[str]) -> tuple[str, ...]:
    return tuple(part for test in tests for part in ("--tests", test.replace("#", ".")))
