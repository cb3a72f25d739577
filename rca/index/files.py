"""What the resolver asks of the index: so that neither imports the other."""

from __future__ import annotations

from typing import Protocol

from rca.index.store import Role
from rca.languages.facts import Facts


class Files(Protocol):
    """Facts by file, and files by name."""

    def facts(self, path: str) -> Facts | None:
        """Give the facts of a file."""

    def declaring(self, name: str, role: Role) -> tuple[str, ...]:
        """Give the files that declare or call a name."""

    def places(self, name: str, role: Role) -> tuple[tuple[str, str], ...]:
        """Give the files that declare or call a name, and the package of each."""

    def aliases_of(self, class_name: str) -> tuple[str, ...]:
        """Give the names of type aliases whose target names a class."""
