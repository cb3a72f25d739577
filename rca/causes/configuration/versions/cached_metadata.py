"""Transitive dependencies by the metadata in the build's caches: which library depends on which."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable
from pathlib import Path

from rca.caching.cached_attribute import cached_attribute
from rca.libraries.artifact_caches import Caches, find_caches
from rca.libraries.coordinates import Coordinate, coordinate
from rca.libraries.module_metadata import ModuleMetadata, read_module, read_pom
from rca.scheduling.deadline import Deadline

_MOST_READ = 250
_MOST_STEPS = 6
_SHARE = 0.4


class CachedMetadata:
    """Reads `.module` and `.pom` files of Gradle's and Maven's caches; nothing is downloaded."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        self._read: dict[Coordinate, ModuleMetadata | None] = {}

    @cached_attribute
    def _caches(self) -> Caches:
        return find_caches(os.environ, Path.home())

    def has(self, module: str, version: str) -> bool:
        """Return whether the cache describes a version of a module."""
        return self._describe(_coordinate(module, version)) is not None

    def asked_version(self, of: str, by: str, version: str) -> str | None:
        """Return the version of a module that a version of another one asks for; None if it is not known."""
        described = self._describe(_coordinate(by, version))
        for dependency in described.dependencies if described is not None else ():
            if described is not None and str(dependency.module) == of:
                return dependency.version or described.managed.get(dependency.module)
        return None

    def chain_to(self, wanted: str, roots: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        """Return the shortest chain of libraries that leads to a module; empty if none is known.

        Args:
            wanted: `group:name`.
            roots: modules and versions that the build asks for.
        """
        deadline = self._deadline.part(_SHARE)
        waiting: deque[tuple[Coordinate, tuple[str, ...]]] = deque()
        waiting.extend((_coordinate(module, version), ()) for module, version in roots)
        seen = {one for one, _ in waiting}
        read = 0
        while waiting and read < _MOST_READ and not deadline.expired:
            one, before = waiting.popleft()
            described = self._describe(one)
            if described is None:
                continue
            read += 1
            chain: tuple[str, ...] = (*before, str(one))
            for dependency in described.dependencies:
                version = dependency.version or described.managed.get(dependency.module)
                found = dependency._replace(version=version)
                if str(dependency.module) == wanted:
                    return (*chain, str(found))
                if version and found not in seen and len(chain) < _MOST_STEPS:
                    seen.add(found)
                    waiting.append((found, chain))
        return ()

    def _describe(self, wanted: Coordinate) -> ModuleMetadata | None:
        if wanted not in self._read:
            self._read[wanted] = self._read_one(wanted)
        return self._read[wanted]

    def _read_one(self, wanted: Coordinate) -> ModuleMetadata | None:
        module = self._caches.description(wanted, ".module")
        pom = self._caches.description(wanted, ".pom") if module is None else None
        try:
            if module is not None:
                return read_module(module)
            return read_pom(pom) if pom is not None else None
        except ValueError:
            return None


def _coordinate(module: str, version: str) -> Coordinate:
    group, _, name = module.partition(":")
    return coordinate(group, name, version)
