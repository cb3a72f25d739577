"""Finds the report files that Gradle and Maven wrote, module by module."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

_NOT_LOOKED_INTO = frozenset({"src", "node_modules", "out", "dist"})

MOST_TOLD = 5
"""Reports that are named one by one."""


@dataclass(frozen=True, slots=True)
class ReportProblem:
    """A report or folder that was not read completely; `what` ends a sentence that its path begins."""

    path: Path
    what: str


@dataclass(frozen=True, slots=True)
class FoundReports:
    """Reports below a folder, and report folders that could not be listed."""

    paths: tuple[Path, ...]
    problems: tuple[ReportProblem, ...]


def find_reports(directory: Path, places: Mapping[str, tuple[str, ...]], pattern: str) -> FoundReports:
    """Find reports below a build's folder; sources are not looked into.

    Args:
        directory: the folder of the build.
        places: folders of reports by the name of the output folder that they lie in (`build`, `target`).
        pattern: names of files, at any depth of those.
    """
    paths: list[Path] = []
    problems: list[ReportProblem] = []
    waiting = [directory]
    while waiting:
        folder = waiting.pop()
        try:
            entries = [entry for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False)]
        except OSError:
            # Folders vanish under a build. One that is closed to this user was closed to the build, too.
            continue
        for entry in entries:
            if entry.name in places:
                for place in places[entry.name]:
                    _collect(Path(entry.path, place), pattern, paths, problems)
            elif not entry.name.startswith(".") and entry.name not in _NOT_LOOKED_INTO:
                waiting.append(Path(entry.path))
    return FoundReports(tuple(paths), tuple(problems))


def describe(problems: Iterable[ReportProblem], root: Path) -> tuple[str, ...]:
    """Return a sentence per problem, with paths relative to the workspace; of very many the first."""
    sentences = [f"{_relative(problem.path, root)} {problem.what}" for problem in problems]
    more = len(sentences) - MOST_TOLD
    if more <= 1:
        return tuple(sentences)
    return (*sentences[:MOST_TOLD], f"{more} more reports were not read whole")


def _collect(place: Path, pattern: str, paths: list[Path], problems: list[ReportProblem]) -> None:
    def unlisted(problem: OSError) -> None:
        if not isinstance(problem, FileNotFoundError | NotADirectoryError):
            folder = Path(problem.filename or place)
            problems.append(ReportProblem(folder, f"could not be listed ({problem.strerror or problem})"))

    for folder, _folders, names in os.walk(place, onerror=unlisted):
        paths.extend(Path(folder, name) for name in names if fnmatchcase(name, pattern))


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
