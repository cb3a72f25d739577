"""Cache shared by snapshots: decoded facts, and results valid while the project's interface hash holds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

from rca.caching.lru_cache import LruCache
from rca.caching.memo_key import MemoKey
from rca.index.interface_hash import surface_of
from rca.languages.facts import Facts
from rca.scheduling.fair_lock import FairLock
from rca.scheduling.gc_tuning import unfreeze

if TYPE_CHECKING:
    from rca.index.shared_resolver import SharedResolver

_MOST_BYTES = 6 * 1024 * 1024
"""Packed; unpacked they take some six times as much, so that the server stays small on any project."""
_MOST_SURFACES = 4000

_T = TypeVar("_T")


class SharedCache:
    """Kept between revisions; safe from several threads. Whoever resolves holds `resolver_lock`.

    `most_bytes` bounds the facts that are kept, as they are packed.
    """

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self.resolver_lock = FairLock()
        self._lock = threading.Lock()
        self._facts: LruCache[bytes, Facts] = LruCache(most_bytes, keeps_newest=True)
        self._surfaces: dict[bytes, int] = {}
        self._of: Hashable = None
        self._memory: dict[MemoKey[Any], Any] = {}
        self._working: dict[MemoKey[Any], threading.RLock] = {}
        self._resolver: tuple[Hashable, SharedResolver] | None = None

    def facts(self, digest: bytes, size: int, unpack: Callable[[], Facts]) -> Facts:
        """Return the facts of a content, unpacked once; `size` is what they take when packed."""
        known = self._facts.get(digest)
        if known is not None:
            return known
        facts = unpack()
        return self._facts.get_or_put(digest, lambda: facts, size)

    def known_facts(self, digest: bytes) -> Facts | None:
        """Return the facts of a content if they are decoded already."""
        return self._facts.get(digest)

    def surface(self, digest: bytes, facts: Facts) -> int:
        """Return the surface of a content, worked out once."""
        known = self._surfaces.get(digest)
        if known is None:
            if len(self._surfaces) >= _MOST_SURFACES:
                self._surfaces.clear()
            known = self._surfaces[digest] = surface_of(facts)
        return known

    def resolver(self, surface: Hashable, make: Callable[[], SharedResolver]) -> SharedResolver:
        """Return the resolver for this interface hash, kept until another one is requested."""
        known = self._resolver
        if known is None or known[0] != surface or known[1].is_full:
            known = self._resolver = None  # the old one is freed before the new one grows
            self._resolver = known = surface, make()
        return known[1]

    def memoize(self, surface: Hashable, key: MemoKey[_T], work_out: Callable[[], _T]) -> _T:
        """Return what was worked out for a key and this surface, kept until another surface is seen."""
        with self._lock:
            if self._of != surface:
                if self._memory:
                    unfreeze()
                self._of, self._memory, self._working = surface, {}, {}
            memory = self._memory
            if key in memory:
                known: _T = memory[key]
                return known
            working = self._working.setdefault(key, threading.RLock())
        with working:  # whoever asks meanwhile would only do the same work beside it
            if key not in memory:
                memory[key] = work_out()
        found: _T = memory[key]
        return found
