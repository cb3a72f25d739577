"""A least-recently-used cache, bounded in size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """Keeps the values that were used last. Safe from several threads.

    Args:
        most: what the sizes of all values may come to.
        keeps_newest: whether the value used last is kept even where it alone is larger than `most`;
            otherwise such a value is not kept, and the others stay.
    """

    def __init__(self, most: int, *, keeps_newest: bool = False) -> None:
        self._most = most
        self._keeps_newest = keeps_newest
        self._lock = Lock()
        self._known: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._taken = 0

    def get(self, key: K) -> V | None:
        """Return a value; None where it is not kept."""
        with self._lock:
            known = self._known.get(key)
            if known is None:
                return None
            self._known.move_to_end(key)
            return known[0]

    def get_or_put(self, key: K, make: Callable[[], V], size: int = 1) -> V:
        """Return a value, and where it is not kept, keep what `make` returns; `make` must be quick."""
        with self._lock:
            known = self._known.get(key)
            value, size = (make(), size) if known is None else known
            self._put(key, value, size)
            return value

    def put(self, key: K, value: V, size: int) -> None:
        """Keep a value of some size, in place of the one before."""
        with self._lock:
            self._put(key, value, size)

    def resize(self, key: K, size: int) -> None:
        """Set the size of a value that has changed, which counts as a use of it."""
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._put(key, known[0], size)

    def remove(self, key: K) -> None:
        """Drop a value, where it is kept."""
        with self._lock:
            self._remove(key)

    def items(self) -> tuple[tuple[K, V], ...]:
        """Return all keys with their values, the one used longest ago first."""
        with self._lock:
            return tuple((key, value) for key, (value, _) in self._known.items())

    def __len__(self) -> int:
        return len(self._known)

    def _put(self, key: K, value: V, size: int) -> None:
        self._remove(key)
        if size > self._most and not self._keeps_newest:
            return
        self._known[key] = value, size
        self._taken += size
        while self._taken > self._most and len(self._known) > self._keeps_newest:
            self._taken -= self._known.popitem(last=False)[1][1]

    def _remove(self, key: K) -> None:
        known = self._known.pop(key, None)
        if known is not None:
            self._taken -= known[1]
