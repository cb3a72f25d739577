"""The module of a file of tests, and whether the build's own test task runs a class of it."""

from __future__ import annotations

from rca.test_discovery.class_tests import TestedClass
from rca.test_discovery.surefire_selection import SurefireSelection, surefire_selection
from rca.workspace import Snapshot
from rca.workspace.build_modules import modules_of

_GRADLE = ("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")


class ModuleBuilds:
    """The modules of one snapshot. Those of Maven are folders with a POM, which the index does not list."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._modules = modules_of(snapshot.index)
        self._listed = snapshot.index.listed
        self._poms: dict[str, str | None] = {}
        self._selections: dict[str, SurefireSelection] = {}

    def module(self, path: str) -> str:
        """Return the name of a file's module."""
        folder = self._pom_folder(path)
        if folder is None:
            return self._modules.of(path)
        return f":{folder.replace('/', ':')}"

    def runs_by_default(self, tested: TestedClass) -> bool:
        """Return whether the build runs a class when it is asked for nothing but tests."""
        place, outermost = tested.place, tested.place
        folder = self._pom_folder(place.outline.path)
        if folder is None:
            return True
        if folder not in self._selections:
            self._selections[folder] = surefire_selection(folder, self._snapshot.text)
        while (outer := outermost.outer) is not None:
            outermost = outer
        if not self._selections[folder].runs(outermost.row.binary_name):
            return False
        return place is outermost or tested.is_nested or place.outline.uses_enclosed

    def _pom_folder(self, path: str) -> str | None:
        """Return the folder of the POM that compiles a file; None where Gradle does, or nothing known."""
        return self._above(path.rpartition("/")[0])

    def _above(self, folder: str) -> str | None:
        if folder not in self._poms:
            self._poms[folder] = self._look(folder)
        return self._poms[folder]

    def _look(self, folder: str) -> str | None:
        inside = f"{folder}/" if folder else ""
        if any(f"{inside}{name}" in self._listed for name in _GRADLE):
            return None
        # No build lies below a folder of sources.
        is_source = "/src/" in f"/{inside}" and not inside.endswith("/src/")
        if not is_source and self._snapshot.text(f"{inside}pom.xml") is not None:
            return folder
        return self._above(folder.rpartition("/")[0]) if folder else None
