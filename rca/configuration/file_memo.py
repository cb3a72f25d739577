"""What is read out of files, kept for each until it changes on the disk or in the editor."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from rca.caching.lru_cache import LruCache
from rca.workspace import Snapshot

T = TypeVar("T")


class KeptLately(Generic[T]):
    """What one function makes of files that were asked for lately. Safe from several threads.

    Args:
        read: makes it of a path and the file's bytes.
        size: tells how much room it takes.
        most: what all that is kept may take together.
    """

    def __init__(self, read: Callable[[str, bytes], T], size: Callable[[T], int], most: int) -> None:
        self._read = read
        self._size = size
        self._known: LruCache[str, tuple[Hashable, T]] = LruCache(most)

    def of(self, snapshot: Snapshot, path: str) -> T | None:
        """Return what a file says, unsaved text first; None where it is gone."""
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
    """What one function makes of each file. Safe from several threads: at worst two do the same work.

    Args:
        read: makes it of a path and the file's bytes.
    """

    def __init__(self, read: Callable[[str, bytes], T]) -> None:
        self._read = read
        self._known: dict[str, tuple[Hashable, T]] = {}

    def of(self, snapshot: Snapshot, path: str) -> T | None:
        """Return what a file says, unsaved text first; None where it is gone."""
        return self._made(snapshot, path, snapshot.state(path))

    def each(self, snapshot: Snapshot, paths: Iterable[str]) -> Iterator[tuple[str, T | None]]:
        """Return files with what each says, as `of` does."""
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
    snapshot: Snapshot, name: str, read: Callable[[str, bytes], T], size: Callable[[T], int], most: int
) -> KeptLately[T]:
    """Return what is kept under a name of files asked for lately, for all snapshots of a workspace."""
    first = snapshot.index.layers[0][0]
    return first.memoize(f"kept lately: {name}", None, lambda: KeptLately(read, size, most))


def kept(snapshot: Snapshot, name: str, read: Callable[[str, bytes], T]) -> KeptByFile[T]:
    """Return what is kept under a name for all snapshots of a workspace."""
    first = snapshot.index.layers[0][0]
    return first.memoize(f"kept of files: {name}", None, lambda: KeptByFile(read))
