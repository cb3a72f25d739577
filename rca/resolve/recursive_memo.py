"""Memoised results of queries that may be recursive."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

_Answer = TypeVar("_Answer")

_DEEPEST = 56
"""Questions inside questions; beyond it the answer is "not known", and Python's own stack is safe."""

_MOST_TRIES = 3
"""An answer that hung on an open question is asked for again this often, then taken as it is for a while."""

_CLOSED = 1 << 30


class Memo:
    """Keeps answers, but not those that were cut short by a circle and may be better from elsewhere.

    The type of an argument may ask for the call that takes it, and that for the argument again. Inside
    such a circle the inner question is answered by its default; all answers that rest on this are
    thrown away once given, except the one of the question where the circle began.
    """

    def __init__(self) -> None:
        self._open: dict[Hashable, int] = {}
        self._lowest = _CLOSED
        self._tries: dict[Hashable, int] = {}
        self._passing: list[tuple[dict[tuple[str, int], Any], tuple[str, int]]] = []
        """Answers that hold for the outermost question alone."""
        self._stored: dict[str, dict[int, tuple[dict[tuple[str, int], Any], list[int]]]] = {}
        """What is kept of each file: tables, and the places in them."""

    @property
    def depth(self) -> int:
        """Number of questions under way."""
        return len(self._open)

    def get(
        self,
        kept: dict[tuple[str, int], _Answer],
        key: tuple[str, int],
        default: _Answer,
        ask: Callable[[], _Answer],
    ) -> _Answer:
        """Return the kept answer, or ask. `kept` is the table of one kind of question."""
        if key in kept:
            return kept[key]
        question = (id(kept), key)
        depth = len(self._open)
        begun = self._open.get(question)
        if begun is not None:
            self._lowest = min(self._lowest, begun)
            return default
        if depth > _DEEPEST:
            self._lowest = -1
            return default
        self._open[question] = depth
        before, self._lowest = self._lowest, _CLOSED
        try:
            answer = ask()
        finally:
            del self._open[question]
            mine, self._lowest = self._lowest, min(before, self._lowest if self._lowest < depth else _CLOSED)
        if mine >= depth or depth == 0:
            kept[key] = answer
            self._stored.setdefault(key[0], {}).setdefault(id(kept), (kept, []))[1].append(key[1])
        elif self._worn(question):
            kept[key] = answer
            self._passing.append((kept, key))
        if depth == 0:
            self._let_go()
        return answer

    def forget(self, path: str) -> None:
        """Drop all answers about the text of a file."""
        for kept, places in self._stored.pop(path, {}).values():
            for place in places:
                kept.pop((path, place), None)

    def _worn(self, question: Hashable) -> bool:
        self._tries[question] = self._tries.get(question, 0) + 1
        return self._tries[question] >= _MOST_TRIES

    def _let_go(self) -> None:
        """Drop what was taken as it is: it is right for no other question, whichever is asked first."""
        for kept, key in self._passing:
            kept.pop(key, None)
        self._passing.clear()
        self._tries.clear()
