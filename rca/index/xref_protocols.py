"""What the index says of links: so that it does not import the package that makes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from models.code import Caller, Evidence
from rca.languages.facts import CallSite
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

if TYPE_CHECKING:
    from rca.index.index_view import IndexView


@dataclass(frozen=True, slots=True)
class Edge:
    """A call site that means a declaration; `caller` is the declaration that it counts for."""

    caller: Symbol | None
    path: str
    site: CallSite
    evidence: Evidence
    confidence: float


@dataclass(frozen=True)
class CallerAnswer:
    """Callers, nearest first; `reasons` says what may be missing or doubtful."""

    callers: tuple[Caller, ...]
    complete: bool
    reasons: tuple[str, ...]

    def of(self, targets: Sequence[Symbol]) -> CallerAnswer:
        """Return the answer about declarations, adjusted to what their language can determine."""
        if not any(one.facts.names_only for one in targets):
            return self
        return CallerAnswer(self.callers, False, (*self.reasons, "this language is matched by name only"))


class LinkedUses(NamedTuple):
    """Every call site that means a declaration, several of one line too, and what could mean it."""

    edges: tuple[Edge, ...]
    doubts: tuple[str, ...]


class LinkReader(Protocol):
    """What another process resolved about call sites; see `rca.xrefs`."""

    def find(
        self, view: IndexView, targets: Sequence[Symbol], max_depth: int, deadline: Deadline, most: int | None
    ) -> CallerAnswer | None:
        """Return the callers of functions up to a depth; None if the xrefs cannot answer."""

    def uses(self, view: IndexView, target: Symbol, deadline: Deadline) -> LinkedUses | None:
        """Return every call site that means a declaration; None if the xrefs cannot answer."""
