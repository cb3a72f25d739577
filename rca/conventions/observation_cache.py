"""LRU cache of the observations of other files."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

from rca.caching.lru_cache import LruCache
from rca.caching.memo_key import MemoKey
from rca.conventions import class_observations, file_observations, member_observations
from rca.conventions.code_file import CodeFile, open_file
from rca.conventions.observation import Observation
from rca.index.index_view import IndexView
from rca.index.tags.tags import Tag
from rca.workspace import Snapshot

_MOST_CASES: Final = 50_000
"""What is kept of all files together; of a case it takes some 150 bytes."""


class FileObservations(NamedTuple):
    """The observations of one file."""

    is_test: bool
    cases: Sequence[Observation]


class ObservationCache:
    """Observations by file, valid while its text, its tags and the names of all files stay. Thread-safe.

    Args:
        names: the names of all files of the project, without their folders.
    """

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names
        self._known: LruCache[str, tuple[Hashable, FileObservations]] = LruCache(_MOST_CASES)

    def of(
        self, snapshot: Snapshot, path: str, content: Hashable, tags: Sequence[Tag]
    ) -> FileObservations | None:
        """Return a file's observations; None if it is no source; `content` identifies the indexed text."""
        state = snapshot.state(path)
        key = content, state, tuple(tags)
        known = self._known.get(path)
        if known is not None and known[0] == key:
            return known[1]
        file = open_file(snapshot, path)
        if file is None:
            return None
        losses = snapshot.reads.losses
        made = FileObservations(file.is_test, tuple(cases_of(file, tags, self.names)))
        # Without a state it may change again and look the same.
        if state is not None and snapshot.reads.losses == losses:
            self._known.put(path, (key, made), 1 + len(made.cases))
        return made


_OBSERVATIONS = MemoKey[ObservationCache]("observations by file")


def kept_cases(index: IndexView, names: frozenset[str]) -> ObservationCache:
    """Return the cache shared by all snapshots of a workspace."""
    first = index.layers[0][0]
    kept = first.memoize(_OBSERVATIONS, None, lambda: ObservationCache(names))
    if kept.names is not names:
        if kept.names != names:
            first.forget(_OBSERVATIONS)
            return first.memoize(_OBSERVATIONS, None, lambda: ObservationCache(names))
        kept.names = names
    return kept


def cases_of(file: CodeFile, tags: Sequence[Tag], names: frozenset[str]) -> list[Observation]:
    """Return the observations of a file."""
    return [
        *class_observations.cases(file, tags, names),
        *member_observations.cases(file),
        *file_observations.cases(file),
    ]
