"""Dependency resolution from local caches, without a run of the build.

Versions are chosen as Gradle does, the highest asked for; where that one is not there, the newest that
is. What a build computes (versions made by code, substitutions, exclusions) is not seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rca.libraries.artifact_caches import Caches, find_caches
from rca.libraries.coordinates import Coordinate, Module, version_order
from rca.libraries.declared_dependencies import Declared, read_declared
from rca.libraries.module_metadata import ModuleMetadata, read_module, read_pom
from rca.scheduling.deadline import Deadline

_MOST_MODULES = 5_000
_MOST_PARENTS = 8


class Artifact(NamedTuple):
    """An archive with classes. `origin` is shown to people: `group:name:version`, or the archive's name."""

    origin: str
    path: Path


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The resolved dependencies.

    `missing` are declared artifacts that no cache has; `other_versions` pairs requested artifacts with those
    used instead; `notes` say what could not be read.
    """

    artifacts: tuple[Artifact, ...]
    missing: tuple[str, ...]
    other_versions: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def find_dependencies(
    root: Path, environment: Mapping[str, str], home: Path, deadline: Deadline | None = None
) -> Dependencies:
    """Return the archives that a project's build files declare, with transitive dependencies.

    Raises:
        Cancelled: `deadline` was cancelled.
    """
    declared = read_declared(root)
    caches = find_caches(environment, home, declared.sdk)
    search = _Search(caches, deadline)
    search.run(declared)
    artifacts = _own_archives(declared.archives)
    if declared.android:
        platform = caches.platform(declared.level)
        if platform is not None:
            artifacts.append(Artifact(platform.parent.name.replace("-", ":", 1), platform))
        else:
            level = "?" if declared.level is None else declared.level
            search.missing[f"android.jar (API level {level})"] = None
    artifacts += search.artifacts()
    return Dependencies(
        tuple(dict.fromkeys(artifacts)),
        tuple(search.missing),
        tuple(search.other_versions.items()),
        (*declared.notes, *search.notes),
    )


def _own_archives(paths: list[Path]) -> list[Artifact]:
    """Name archives after their files, and number those of one name."""
    counts: dict[str, int] = {}
    found = []
    for path in paths:
        count = counts[path.stem] = counts.get(path.stem, 0) + 1
        found.append(Artifact(path.stem if count == 1 else f"{path.stem}~{count}", path))
    return found


class _Search:
    """A traversal of the dependency graph."""

    def __init__(self, caches: Caches, deadline: Deadline | None) -> None:
        self._caches = caches
        self._watch = deadline
        self._wanted: dict[Module, str | None] = {}
        self._managed: dict[Module, str] = {}
        self._chosen: dict[Module, str] = {}
        self._locked: dict[Module, str] = {}
        self._descriptions: dict[Coordinate, ModuleMetadata] = {}
        self._named: set[Module] = set()
        self.missing: dict[str, None] = {}
        self.other_versions: dict[str, str] = {}
        self.notes: list[str] = []

    def run(self, declared: Declared) -> None:
        """Find all direct and transitive dependencies."""
        waiting: deque[Coordinate] = deque()
        for one in declared.locked:
            self._locked[one.module] = max(
                (one.version or "", self._locked.get(one.module, "")), key=version_order
            )
        own = [found for path in declared.poms if (found := self._project_pom(path)) is not None]
        built = {one.own.module for one in own if one.own is not None}
        for found in own:
            self._manage(found)
            waiting.extend(one for one in found.dependencies if one.module not in built)
        waiting.extend(declared.coordinates)
        waiting.extend(declared.locked)
        self._named = {one.module for one in waiting}
        # What platforms set is known before those that name no version are looked for.
        waiting = deque(sorted(waiting, key=lambda one: (one.version is None, "bom" not in one.module.name)))
        while waiting and len(self._wanted) < _MOST_MODULES:
            if self._watch is not None:
                self._watch.checkpoint()
            waiting.extend(self._visit(waiting.popleft()))

    def artifacts(self) -> list[Artifact]:
        """Return the archives found."""
        found = []
        for module, version in self._chosen.items():
            wanted = Coordinate(module, version)
            path = self._caches.classes(wanted)
            if path is not None:
                found.append(Artifact(str(wanted), path))
            elif module in self._named and not self._is_only_described(wanted):
                self.missing[str(wanted)] = None
        return found

    def _visit(self, wanted: Coordinate) -> list[Coordinate]:
        """Add one artifact; return its dependencies."""
        module = wanted.module
        version = self._locked.get(module) or wanted.version or self._managed.get(module)
        if module in self._wanted:
            before = self._wanted[module]
            if version is None or (before is not None and version_order(before) >= version_order(version)):
                return []
        self._wanted[module] = version
        chosen = self._choose(module, version)
        if chosen is None:
            if module in self._named:
                self.missing[str(Coordinate(module, version))] = None
            return []
        if chosen == self._chosen.get(module):
            return []
        self._chosen[module] = chosen
        found = self._describe(Coordinate(module, chosen))
        self._manage(found)
        return [with_version(one, found.managed) for one in found.dependencies]

    def _choose(self, module: Module, version: str | None) -> str | None:
        there = self._caches.versions(module)
        if version is None or version in there:
            return version or (there[-1] if there else None)
        if not there:
            return None
        self.other_versions[str(Coordinate(module, version))] = str(Coordinate(module, there[-1]))
        return there[-1]

    def _manage(self, found: ModuleMetadata) -> None:
        for module, version in found.managed.items():
            known = self._managed.get(module)
            if known is None or version_order(version) > version_order(known):
                self._managed[module] = version

    def _is_only_described(self, wanted: Coordinate) -> bool:
        """Return whether only metadata exists: a BOM, or a module that stands for others."""
        found = self._describe(wanted)
        return bool(found.dependencies or found.managed)

    def _describe(self, wanted: Coordinate, depth: int = 0) -> ModuleMetadata:
        known = self._descriptions.get(wanted)
        if known is not None:
            return known
        self._descriptions[wanted] = found = ModuleMetadata()  # what names itself ends here
        module = self._caches.description(wanted, ".module")
        pom = self._caches.description(wanted, ".pom")
        try:
            if module is not None:
                found = read_module(module)
            elif pom is not None:
                found = self._pom(pom, depth, tests=False)
        except ValueError as problem:
            self.notes.append(str(problem))
        self._descriptions[wanted] = found
        return found

    def _pom(self, path: Path, depth: int, *, tests: bool) -> ModuleMetadata:
        found = read_pom(path, tests=tests)
        if found.parent is not None and depth < _MOST_PARENTS:
            parent_path = self._caches.description(found.parent, ".pom") or self._beside(path, found.parent)
            if parent_path is not None:
                inherited = self._pom(parent_path, depth + 1, tests=False)
                found = read_pom(path, inherited, tests=tests)
                found.dependencies += inherited.dependencies if tests else []
        for one in found.imports:
            if depth < _MOST_PARENTS:
                for module, version in self._describe(one, depth + 1).managed.items():
                    found.managed.setdefault(module, version)
        found.dependencies = [with_version(one, found.managed) for one in found.dependencies]
        return found

    def _project_pom(self, path: Path) -> ModuleMetadata | None:
        try:
            return self._pom(path, 0, tests=True)
        except ValueError as problem:
            self.notes.append(str(problem))
            return None

    def _beside(self, path: Path, parent: Coordinate) -> Path | None:
        """Find a project's parent POM in the folder above."""
        above = path.parent.parent / "pom.xml"
        if path.name != "pom.xml" or not above.is_file():
            return None
        try:
            own = read_pom(above).own
        except ValueError as problem:
            self.notes.append(f"the parent of {path.parent.name}/pom.xml: {problem}")
            return None
        return above if own is not None and own.module == parent.module else None


def with_version(wanted: Coordinate, managed: Mapping[Module, str]) -> Coordinate:
    """Return the version set elsewhere for a coordinate without one."""
    if wanted.version is None and wanted.module in managed:
        return wanted._replace(version=managed[wanted.module])
    return wanted
