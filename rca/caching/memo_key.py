"""Keys of values that are computed once and kept: by its key a value's type is known to all who use it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class MemoKey(Generic[T]):
    """Identifies a value of type `T` in a memo. Declare it once, beside what computes the value.

    A key equals no other, whatever they are named: the name is for people.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def of(self, *which: Hashable) -> MemoKey[T]:
        """Return the key of one of many values of this kind; equal for equal arguments."""
        return _PartKey(self, which)

    def __repr__(self) -> str:
        return f"MemoKey({self.name!r})"


class _PartKey(MemoKey[T]):
    """The key of one of many values of a kind."""

    def __init__(self, kind: MemoKey[T], which: tuple[Hashable, ...]) -> None:
        super().__init__(kind.name)
        self._identity = kind, which

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _PartKey) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)
