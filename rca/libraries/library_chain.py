"""Several library sources, queried in order as one."""

from __future__ import annotations

from typing import Protocol

from rca.languages.facts import Facts


class LibrarySource(Protocol):
    """A source of library declarations: `rca.resolve.index_protocols.Libraries`, a layer above."""

    def facts(self, path: str) -> Facts | None:
        """Return the facts of a library file."""

    def class_places(self, qualified: str) -> tuple[str, ...]:
        """Return the files that declare a class or type alias."""

    def callable_places(self, qualified: str) -> tuple[str, ...]:
        """Return the files with top-level functions or properties of a full name."""

    def declares(self, name: str) -> bool:
        """Return whether there is a function or property of a simple name."""

    def has_package(self, package: str) -> bool:
        """Return whether there is a package."""


class LibraryChain:
    """Several library sources, queried in order; the first that knows a name answers.

    So the project's own archives come before the packaged table: a class or facade that an archive has is
    taken from there alone, in the version that the project uses.
    """

    def __init__(self, *sources: LibrarySource) -> None:
        self._sources = sources

    def facts(self, path: str) -> Facts | None:
        """Return the facts of a library file."""
        return next((found for one in self._sources if (found := one.facts(path)) is not None), None)

    def class_places(self, qualified: str) -> tuple[str, ...]:
        """Return the files that declare a class or type alias of a full name."""
        return next((found for one in self._sources if (found := one.class_places(qualified))), ())

    def callable_places(self, qualified: str) -> tuple[str, ...]:
        """Return the files with top-level functions or properties; of two of a name, the earlier source's."""
        found: dict[str, str] = {}
        for one in self._sources:
            for path in one.callable_places(qualified):
                found.setdefault(path.partition("/")[2], path)
        return tuple(found.values())

    def declares(self, name: str) -> bool:
        """Return whether any source has a function or property of a simple name."""
        return any(one.declares(name) for one in self._sources)

    def has_package(self, package: str) -> bool:
        """Return whether any source declares a package."""
        return any(one.has_package(package) for one in self._sources)
