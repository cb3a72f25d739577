"""Per-file memo: a value computed from a file, valid until it changes on disk or in the editor."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from rca.caching.lru_cache import LruCache
from rca.caching.memo_key import MemoKey
from rca.workspace import Snapshot

T = TypeVar("T")


class KeptLately(Generic[T]):
    """LRU memo of one function over files. Thread-safe.

    Args:
        read: computes the value from a path and the file's bytes.
        size: returns the size of a value.
        most: the total size that is kept.
    """

    def __init__(self, read: Callable[[str, bytes], T], size: Callable[[T], int], most: int) -> None:
        self._read = read
        self._size = size
        self._known: LruCache[str, tuple[Hashable, T]] = LruCache(most)

    def of(self, snapshot: Snapshot, path: str) -> T | None:
        """Return a file's value, unsaved text first; None if the file is gone."""
        state = snapshot.state(path)
        known = self._known.get(path)
        if known is not None and state is not None and known[0] == state:
            return known[1]
        data = snapshot.content(path)
        if data is None:
            return None
        made = self._read(path, data)
        self._known.put(path, (state, made), self._size(made))
        return made


class KeptByFile(Generic[T]):
    """Memo of one function over all files. Thread-safe; at worst two threads compute the same value.

    Args:
        read: computes the value from a path and the file's bytes.
    """

    def __init__(self, read: Callable[[str, bytes], T]) -> None:
        self._read = read
        self._known: dict[str, tuple[Hashable, T]] = {}

    def of(self, snapshot: Snapshot, path: str) -> T | None:
        """Return a file's value, unsaved text first; None if the file is gone."""
        return self._made(snapshot, path, snapshot.state(path))

    def each(self, snapshot: Snapshot, paths: Iterable[str]) -> Iterator[tuple[str, T | None]]:
        """Return files with their values, as `of` does."""
        get = self._known.get
        for path, state in snapshot.states(paths):
            known = get(path)
            if known is not None and known[0] == state and state is not None:
                yield path, known[1]
            else:
                yield path, self._made(snapshot, path, state)

    def _made(self, snapshot: Snapshot, path: str, state: Hashable) -> T | None:
        known = self._known.get(path)
        if known is not None and state is not None and known[0] == state:
            return known[1]
        data = snapshot.content(path)
        if data is None:
            self._known.pop(path, None)
            return None
        made = self._read(path, data)
        self._known[path] = state, made
        return made


def kept_lately(
    snapshot: Snapshot,
    key: MemoKey[KeptLately[T]],
    read: Callable[[str, bytes], T],
    size: Callable[[T], int],
    most: int,
) -> KeptLately[T]:
    """Return the LRU memo of a name, shared by all snapshots of a workspace."""
    first = snapshot.index.layers[0][0]
    return first.memoize(key, None, lambda: KeptLately(read, size, most))


def kept(snapshot: Snapshot, key: MemoKey[KeptByFile[T]], read: Callable[[str, bytes], T]) -> KeptByFile[T]:
    """Return the memo of a name, shared by all snapshots of a workspace."""
    first = snapshot.index.layers[0][0]
    return first.memoize(key, None, lambda: KeptByFile(read))
