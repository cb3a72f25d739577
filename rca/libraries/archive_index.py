"""Library declarations from a project's archives, for the resolver; see `rca.resolve.index_protocols`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rca.languages.facts import Facts
from rca.libraries.archive_packing import Stamp, digest_of, stamp_of
from rca.libraries.archive_pool import read_archives
from rca.libraries.dependency_resolution import Artifact
from rca.libraries.library_store import LibraryStore
from rca.scheduling.deadline import Deadline

_PREFIX = "library:"

Progress = Callable[[int, int], None]
"""Told how many of how many archives are done."""


class ArchiveIndex:
    """The declarations of a project's archives, in class path order.

    Only archives already read are known: call `read` first, in the background. If two archives have a file of
    one name (two versions, or the JVM's and Android's build of one library), the first wins.
    """

    def __init__(self, store: LibraryStore, artifacts: Sequence[Artifact]) -> None:
        self._store = store
        self._artifacts = tuple(artifacts)
        self._order: dict[int, int] = {}
        self._origins: dict[int, str] = {}
        self._jars: dict[str, int] = {}

    def read(self, deadline: Deadline | None = None, progress: Progress | None = None) -> tuple[str, ...]:
        """Read the archives that the store lacks; return a line for each that could not be read.

        Raises:
            Cancelled: `deadline` was cancelled; what was read stays.
        """
        problems: list[str] = []
        waiting: dict[bytes, list[tuple[int, Stamp]]] = {}
        done = 0
        for place, artifact in enumerate(self._artifacts):
            if deadline is not None:
                deadline.checkpoint()
            try:
                stamp = stamp_of(artifact.path)
                known = self._store.digest(stamp)
                digest = known or digest_of(artifact.path)
            except OSError as problem:
                problems.append(f"{artifact.origin}: {problem.strerror}")
            else:
                jar = self._store.jar(digest)
                if jar is None:
                    waiting.setdefault(digest, []).append((place, stamp))
                    continue
                if known is None:
                    self._store.remember(stamp, digest)
                self._take(place, jar)
            done += 1
        self._tell(progress, done)
        jobs = [(group[0][1], digest) for digest, group in waiting.items()]
        for stamp, packed in read_archives(jobs, deadline):
            jar = self._store.add(stamp, packed)
            for place, other in waiting[packed.digest]:
                self._store.remember(other, packed.digest)
                self._take(place, jar)
                done += 1
            self._tell(progress, done)
        problems += [
            f"{origin}: {line}"
            for jar, origin in self._origins.items()
            for line in self._store.problems(jar).splitlines()
        ]
        return tuple(problems)

    def _tell(self, progress: Progress | None, done: int) -> None:
        if progress is not None:
            progress(done, len(self._artifacts))

    def _take(self, place: int, jar: int) -> None:
        """Include a library of the store in the answers from now on."""
        origin = self._artifacts[place].origin
        if place <= self._order.get(jar, place):
            self._order[jar] = place
            self._origins[jar] = origin
        self._jars[origin] = jar

    def facts(self, path: str) -> Facts | None:
        """Return the facts of a library file; None where no archive has it."""
        origin, _, name = path.removeprefix(_PREFIX).partition("/")
        jar = self._jars.get(origin)
        return None if jar is None else self._store.facts(jar, name)

    def class_places(self, qualified: str) -> tuple[str, ...]:
        """Return the files that declare a class or type alias of a full name."""
        return self._paths(self._store.class_files(qualified)) if self._order else ()

    def callable_places(self, qualified: str) -> tuple[str, ...]:
        """Return the files with top-level functions or properties of a package and name."""
        return self._paths(self._store.callable_files(qualified)) if self._order else ()

    def declares(self, name: str) -> bool:
        """Return whether any archive has a function or property of a simple name, member or not."""
        return any(jar in self._order for jar in self._store.declaring(name))

    def has_package(self, package: str) -> bool:
        """Return whether an archive declares a package."""
        return any(jar in self._order for jar in self._store.having(package))

    def _paths(self, files: Iterable[tuple[int, str]]) -> tuple[str, ...]:
        first: dict[str, int] = {}
        for jar, name in files:
            if jar in self._order and (name not in first or self._order[jar] < self._order[first[name]]):
                first[name] = jar
        return tuple(f"{_PREFIX}{self._origins[jar]}/{name}" for name, jar in first.items())
