"""Cache of values computed from the texts of many files, valid until one of them changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Generic, TypeVar

from rca.caching.memo_key import MemoKey
from rca.workspace import Snapshot

T = TypeVar("T")


class LastRead(Generic[T]):
    """The last result of a read, with the state of the files that it was read from."""

    def __init__(self) -> None:
        self.known: tuple[Hashable, T] | None = None


def cached_read(
    snapshot: Snapshot, key: MemoKey[LastRead[T]], paths: Sequence[str], read: Callable[[Iterator[str]], T]
) -> T:
    """Return the result of `read` over the texts of indexed files, in the order of `paths`.

    It is cached under `key` until one of the files changes, but not if a file could not be read.
    """
    contents = snapshot.index.contents(paths)
    state = tuple((path, contents[path]) for path in paths)
    kept = snapshot.index.memoize(key, LastRead)
    known = kept.known
    if known is None or known[0] != state:
        texts = _Texts(snapshot, paths)
        known = state, read(iter(texts))
        if not texts.lacking:
            kept.known = known
    return known[1]


class _Texts:
    """The texts of files; `lacking` says whether one was missing or unreadable."""

    def __init__(self, snapshot: Snapshot, paths: Sequence[str]) -> None:
        self._snapshot = snapshot
        self._paths = paths
        self.lacking = False

    def __iter__(self) -> Iterator[str]:
        for path in self._paths:
            data = self._snapshot.content(path)
            if data is None:
                self.lacking = True
            else:
                yield data.decode("utf-8-sig", "replace")
