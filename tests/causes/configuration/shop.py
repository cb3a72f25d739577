"""A small project, an error, and what its configuration has to say about it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rca.analysis.locating.frame_locator import locate
from rca.causes.configuration import ConfigurationCause, find_configuration_causes
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed

SETTINGS = {"settings.gradle.kts": 'include(":app", ":core")\n'}


def causes(
    folder: Path, text: str, files: Mapping[str, str], seconds: float = 20
) -> list[ConfigurationCause]:
    """Return the causes that a project of these files holds for an error."""
    workspace = indexed(folder / "shop", {**SETTINGS, **files})
    try:
        snapshot = workspace.snapshot
        report = parse(text, snapshot.app_packages)
        return find_configuration_causes(report, text, locate(report, snapshot), snapshot, Deadline(seconds))
    finally:
        workspace.close()


def first(folder: Path, text: str, files: Mapping[str, str]) -> tuple[str, str]:
    """Return mechanism and first place of the likeliest cause."""
    cause = causes(folder, text, files)[0]
    return cause.mechanism, shown(cause)


def shown(cause: ConfigurationCause, number: int = 0) -> str:
    """Return a place of a cause as `path:line` or `path:line-end`."""
    span = cause.spans[number]
    return f"{span.path}:{span.line}" + (f"-{span.end_line}" if span.end_line > span.line else "")


def mechanisms(folder: Path, text: str, files: Mapping[str, str]) -> set[str]:
    """Return the mechanisms of all causes."""
    return {cause.mechanism for cause in causes(folder, text, files)}
