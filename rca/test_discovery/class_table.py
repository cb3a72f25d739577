"""Classes by name: those of tests, and the classes of other files that they extend."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from rca.index.index_view import IndexView
from rca.languages.facts import NONE
from rca.test_discovery.test_outline import Meanings, OutlinedClass, TestOutline

_MOST_LEVELS = 30

OutlineOf = Callable[[str], TestOutline | None]
"""Returns the outline of a file; None for one without classes."""


class ClassPlace(NamedTuple):
    """A class of an outline."""

    outline: TestOutline
    row: OutlinedClass

    @property
    def outer(self) -> ClassPlace | None:
        """The class around it."""
        outer = self.row.outer
        return None if outer == NONE else ClassPlace(self.outline, self.outline.classes[outer])


class ClassTable:
    """Finds what classes extend. Of classes with one name that of the same module is meant first.

    Args:
        index: the snapshot's.
        outlines: those of the files of tests, by path.
        outline_of: outlines another file.
        module_of: the module of a file.
    """

    def __init__(
        self,
        index: IndexView,
        outlines: Mapping[str, TestOutline],
        outline_of: OutlineOf,
        module_of: Callable[[str], str],
    ) -> None:
        self._index = index
        self._outline_of = outline_of
        self._module_of = module_of
        self._outlined = outlines
        self._by_name: dict[str, list[ClassPlace]] = {}
        for outline in outlines.values():
            for row in outline.classes:
                self._by_name.setdefault(row.qualified_name, []).append(ClassPlace(outline, row))
        self._looked_up: set[str] = set()

    def lineage(self, place: ClassPlace) -> tuple[tuple[ClassPlace, ...], frozenset[str]]:
        """Return a class with the project's classes above it, nearest first, and the names of libraries'."""
        found: dict[tuple[str, int], ClassPlace] = {(place.outline.path, place.row.index): place}
        libraries: set[str] = set()
        waiting = [place]
        for _ in range(_MOST_LEVELS):
            following: list[ClassPlace] = []
            for below in waiting:
                for meanings in below.row.supertypes:
                    above = self._meant(meanings, below.outline.path)
                    if above is None:
                        libraries.update(meanings)
                    elif (above.outline.path, above.row.index) not in found:
                        found[above.outline.path, above.row.index] = above
                        following.append(above)
            if not following:
                break
            waiting = following
        return tuple(found.values()), frozenset(libraries)

    def _meant(self, meanings: Meanings, path: str) -> ClassPlace | None:
        for name in meanings:
            places = self._named(name)
            if places:
                module = self._module_of(path)
                return min(
                    places,
                    key=lambda one: (one.outline.path != path, self._module_of(one.outline.path) != module),
                )
        return None

    def _named(self, name: str) -> list[ClassPlace]:
        if name not in self._looked_up:
            self._looked_up.add(name)
            for outline in self._declaring(name):
                places = [ClassPlace(outline, row) for row in outline.classes if row.qualified_name == name]
                self._by_name.setdefault(name, []).extend(places)
        return self._by_name.get(name, [])

    def _declaring(self, name: str) -> Iterator[TestOutline]:
        """Return the outlines of files beside those of tests that may declare a class."""
        around, _, simple = name.rpartition(".")
        for path, package in self._index.places(simple, "class"):
            if path in self._outlined or not (
                around == package or around.startswith(f"{package}.") or not package
            ):
                continue
            outline = self._outline_of(path)
            if outline is not None:
                yield outline
