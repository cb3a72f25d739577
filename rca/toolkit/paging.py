"""Long lists in pages: the part that one answer holds, and where the next one begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from models.wire import Wire
from rca.toolkit.tool import Answer

T = TypeVar("T")
ResultT = TypeVar("ResultT", bound=Wire)


class PageParams(Protocol):
    """Parameters of a tool that answers in pages."""

    @property
    def cursor(self) -> int:
        """How many items to skip."""
        ...

    @property
    def limit(self) -> int:
        """How many items to give at most."""
        ...


@dataclass(frozen=True)
class Page(Generic[T]):
    """A part of a list of `total` items that ends before item `end`."""

    items: tuple[T, ...]
    end: int
    total: int

    @property
    def truncated(self) -> bool:
        """Whether more items follow."""
        return self.total > self.end

    @property
    def next(self) -> str | None:
        """The cursor of the next page; None after the last."""
        return str(self.end) if self.truncated else None

    def answer(self, result: ResultT, gaps: Iterable[str], notes: Iterable[str] = ()) -> Answer[ResultT]:
        """Return the answer that holds this page.

        Args:
            result: what the tool found, with this page's items.
            gaps: why something may be missing; with any of it the answer is partial.
            notes: what else to say of where the answer comes from.
        """
        missing = tuple(gaps)
        return Answer(
            result,
            truncated=self.truncated,
            next=self.next,
            completeness="partial" if missing else "complete",
            provenance=(*missing, *notes),
        )


def page_of(items: Sequence[T], params: PageParams) -> Page[T]:
    """Return the page of a list that the parameters ask for."""
    end = params.cursor + params.limit
    return Page(tuple(items[params.cursor : end]), end, len(items))
