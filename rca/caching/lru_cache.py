"""A least-recently-used cache, bounded in size."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """Keeps values, and lets go of those that were asked for longest ago. Safe from several threads.

    Args:
        most: the room that all take together.
    """

    def __init__(self, most: int) -> None:
        self._most = most
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

    def put(self, key: K, value: V, size: int) -> None:
        """Keep a value that takes some room."""
        with self._lock:
            before = self._known.pop(key, None)
            self._taken += size - (0 if before is None else before[1])
            self._known[key] = value, size
            while self._taken > self._most:
                self._taken -= self._known.popitem(last=False)[1][1]
