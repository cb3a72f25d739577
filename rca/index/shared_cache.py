"""What snapshots share: facts unpacked lately, and what holds as long as the project's surface stays."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from rca.index.interface_hash import surface_of
from rca.languages.facts import Facts
from rca.scheduling.fair_lock import FairLock
from rca.scheduling.gc_tuning import unfreeze

_MOST_BYTES = 6 * 1024 * 1024
"""Packed; unpacked they take some six times as much, so that the server stays small on any project."""
_MOST_SURFACES = 4000

_T = TypeVar("_T")


class SharedCache:
    """Kept between revisions; safe from several threads. Whoever resolves holds `resolver_lock`.

    `most_bytes` bounds the facts that are kept, as they are packed.
    """

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self.resolver_lock = FairLock()
        self._lock = threading.Lock()
        self._facts: OrderedDict[bytes, tuple[Facts, int]] = OrderedDict()
        self._bytes = 0
        self._surfaces: dict[bytes, int] = {}
        self._of: Hashable = None
        self._memory: dict[str, Any] = {}
        self._working: dict[str, threading.RLock] = {}
        self._resolver: tuple[Hashable, Any] | None = None

    def facts(self, digest: bytes, size: int, unpack: Callable[[], Facts]) -> Facts:
        """Return the facts of a content, unpacked once; `size` is what they take when packed."""
        with self._lock:
            known = self._facts.get(digest)
            if known is not None:
                self._facts.move_to_end(digest)
                return known[0]
        facts = unpack()
        with self._lock:
            if digest not in self._facts:
                self._facts[digest] = facts, size
                self._bytes += size
            while self._bytes > self._most_bytes and len(self._facts) > 1:
                _, (_, least) = self._facts.popitem(last=False)
                self._bytes -= least
        return facts

    def known_facts(self, digest: bytes) -> Facts | None:
        """Return the facts of a content where they are unpacked."""
        with self._lock:
            known = self._facts.get(digest)
            if known is None:
                return None
            self._facts.move_to_end(digest)
            return known[0]

    def surface(self, digest: bytes, facts: Facts) -> int:
        """Return the surface of a content, worked out once."""
        known = self._surfaces.get(digest)
        if known is None:
            if len(self._surfaces) >= _MOST_SURFACES:
                self._surfaces.clear()
            known = self._surfaces[digest] = surface_of(facts)
        return known

    def resolver(self, surface: Hashable, make: Callable[[], _T]) -> _T:
        """Return what resolves calls for this surface, kept until another surface is asked for."""
        if self._resolver is None or self._resolver[0] != surface:
            self._dispose()
            self._resolver = surface, make()
        return cast("_T", self._resolver[1])

    def resolver_anew(self, surface: Hashable, make: Callable[[], _T]) -> _T:
        """Let go of what resolves calls, and give a new one."""
        self._dispose()
        return self.resolver(surface, make)

    def _dispose(self) -> None:
        """Let go of the old one before the new one grows."""
        if self._resolver is not None:
            self._resolver[1].dispose()
            self._resolver = None

    def memoize(self, surface: Hashable, name: str, work_out: Callable[[], _T]) -> _T:
        """Return what was worked out under a name for this surface, kept until another surface is seen."""
        with self._lock:
            if self._of != surface:
                if self._memory:
                    unfreeze()
                self._of, self._memory, self._working = surface, {}, {}
            memory = self._memory
            if name in memory:
                return cast("_T", memory[name])
            working = self._working.setdefault(name, threading.RLock())
        with working:  # whoever asks meanwhile would only do the same work beside it
            if name not in memory:
                memory[name] = work_out()
        return cast("_T", memory[name])
