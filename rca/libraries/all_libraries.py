"""All library declarations: a project's own archives first, then the packaged table."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rca.libraries.library_chain import LibraryChain, LibrarySource
from rca.libraries.signature_table import SHIPPED, SignatureTable


class Libraries(LibraryChain):
    """The library source of the resolver (`rca.resolve.index_protocols.Libraries`).

    `archives` come before the table, so that a project's own version of a library counts. If the table is
    unreadable, only they are used, and `problems` says so.
    """

    def __init__(self, *archives: LibrarySource, table: Path = SHIPPED) -> None:
        shipped, self.problems = _opened(table)
        super().__init__(*archives, *shipped)


@lru_cache(maxsize=4)
def _opened(path: Path) -> tuple[tuple[SignatureTable, ...], tuple[str, ...]]:
    """Open a table once for all workspaces."""
    try:
        return (SignatureTable(path),), ()
    except OSError as problem:
        return (), (f"the table of library signatures cannot be opened: {problem.strerror}",)
    except ValueError as problem:
        return (), (str(problem),)
