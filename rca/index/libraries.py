"""Libraries as the resolver sees them: several sources as one, and the table that ships."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache

from rca.index.files import Libraries
from rca.languages.facts import Facts

_log = logging.getLogger(__name__)


class Chained:
    """Several sources of library declarations; the first that knows a name has it.

    A project's own archives come before the table that ships, so that their versions count.
    """

    def __init__(self, sources: Sequence[Libraries]) -> None:
        self._sources = tuple(sources)

    def facts(self, path: str) -> Facts | None:
        """Give the facts of a library file; None where no source has it."""
        return next((found for one in self._sources if (found := one.facts(path)) is not None), None)

    def class_places(self, qualified: str) -> tuple[str, ...]:
        """Give the files that declare a class or type alias of a full name."""
        return next((found for one in self._sources if (found := one.class_places(qualified))), ())

    def callable_places(self, qualified: str) -> tuple[str, ...]:
        """Give the files with top-level functions or properties of a package and name."""
        return next((found for one in self._sources if (found := one.callable_places(qualified))), ())

    def declares(self, name: str) -> bool:
        """Tell whether any source has a function or property of a simple name."""
        return any(one.declares(name) for one in self._sources)

    def has_package(self, package: str) -> bool:
        """Tell whether a source declares a package."""
        return any(one.has_package(package) for one in self._sources)


@lru_cache(maxsize=1)
def shipped() -> Libraries:
    """Give the table that ships, opened once; where it is damaged, nothing is known of libraries."""
    from rca.libraries.table import Table  # here: a start without a question needs none of it

    try:
        return Table()
    except (OSError, ValueError) as problem:
        _log.warning("no library is known to the resolver: %s", problem)
        return Chained(())
