"""Progress of the index, and the stores from which answers can be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from rca.navigation.call_graph import CallerAnswer, LinkedUses
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

if TYPE_CHECKING:
    from rca.index.index_view import IndexView


class LinkReader(Protocol):
    """What another process resolved about call sites; see `rca.xrefs`."""

    def find(
        self, view: IndexView, targets: Sequence[Symbol], max_depth: int, deadline: Deadline, most: int | None
    ) -> CallerAnswer | None:
        """Return the callers of functions up to a depth; None if the xrefs cannot answer."""

    def uses(self, view: IndexView, target: Symbol, deadline: Deadline) -> LinkedUses | None:
        """Return every call site that means a declaration; None if the xrefs cannot answer."""


@dataclass
class IndexState:
    """Progress of the index, shared by all snapshots of a workspace."""

    checked: bool = False
    """Whether every file was compared with the disk since the program started."""
    reading_libraries: bool = False
    """Whether archives that the project depends on are being read."""
    links: LinkReader | None = None
    """Reads the links of the workspace, where they are made."""
