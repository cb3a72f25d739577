"""Loads the libraries that the workspace's builds depend on, from local caches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rca.libraries.all_libraries import Libraries
from rca.libraries.archive_index import ArchiveIndex
from rca.libraries.dependency_resolution import Artifact, find_dependencies
from rca.libraries.library_store import LibraryStore
from rca.scheduling.deadline import Deadline


@dataclass(frozen=True)
class LibraryCaches:
    """Where archives may be: variables such as `GRADLE_USER_HOME`, and the user's home folder."""

    environment: Mapping[str, str]
    home: Path


@dataclass(frozen=True)
class LibraryReport:
    """The state of the project's libraries.

    `archives` are those read, `missing` declared ones that no cache has (the packaged table is used instead,
    if it has them), `problems` what could not be read.
    """

    archives: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    """Those that `archives` names."""


def read_libraries(
    roots: Sequence[Path],
    store: LibraryStore,
    caches: LibraryCaches,
    deadline: Deadline,
    progress: Callable[[int, int], None],
) -> tuple[Libraries, LibraryReport]:
    """Find and read the archives of all folders; those read earlier come from the store.

    Raises:
        Cancelled: cancelled; what was read stays.
    """
    artifacts: dict[Artifact, None] = {}
    missing: dict[str, None] = {}
    problems: list[str] = []
    for root in roots:
        found = find_dependencies(root, caches.environment, caches.home, deadline)
        artifacts.update(dict.fromkeys(found.artifacts))
        missing.update(dict.fromkeys(found.missing))
        problems.extend(found.notes)
    archives = ArchiveIndex(store, tuple(artifacts))
    problems.extend(archives.read(deadline, progress))
    libraries = Libraries(archives)
    report = LibraryReport(
        tuple(one.origin for one in artifacts),
        tuple(missing),
        (*problems, *libraries.problems),
        tuple(artifacts),
    )
    return libraries, report
