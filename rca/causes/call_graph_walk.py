"""Proximity of functions in the graph of calls and shared properties, by personalized PageRank.

The walk starts at given functions and is computed by local pushes (Andersen, Chung and Lang, 2006), so that
it reads only the files near them. Calls are resolved by name, as candidates are.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from typing import Final

from rca.causes.candidate_set import CandidateSet
from rca.resolve.symbol import Symbol

_RESTART: Final = 0.25
"""Chance that a walk ends at a function it is in."""
_MOST_PUSHES: Final = 160
_LEAST: Final = 1e-4
_FORWARD: Final = 1.0
_BACKWARD: Final = 0.5
"""Weight of all calls that a function makes, and of all calls that are made of it."""
_WIDELY_USED: Final = 12
_MOST_TARGETS: Final = 4
_MOST_DECLARING: Final = 8
_SHORTEST_NAME: Final = 3

Edges = tuple[tuple[Symbol, float], ...]


class CallGraphWalk:
    """Walks from seeds; the edges of a function are found once."""

    def __init__(self, space: CandidateSet) -> None:
        self._space = space
        self._edges: dict[Symbol, Edges] = {}

    def nearness(self, seeds: Mapping[Symbol, float]) -> dict[Symbol, float]:
        """Return the chance that a walk from the seeds, chosen by their weights, ends at each function."""
        total = sum(seeds.values())
        waiting = {symbol: weight / total for symbol, weight in seeds.items() if weight > 0}
        order = [(-share, number, symbol) for number, (symbol, share) in enumerate(waiting.items())]
        heapq.heapify(order)
        found: dict[Symbol, float] = {}
        pushed, added = 0, len(order)
        while order and pushed < _MOST_PUSHES and not self._space.deadline.expired:
            _, _, symbol = heapq.heappop(order)
            share = waiting.pop(symbol, 0.0)
            if share < _LEAST:
                continue  # an older, smaller entry of a function that was pushed since
            pushed += 1
            found[symbol] = found.get(symbol, 0.0) + _RESTART * share
            for target, weight in self._edges_of(symbol):
                waiting[target] = waiting.get(target, 0.0) + (1 - _RESTART) * share * weight
                added += 1
                heapq.heappush(order, (-waiting[target], added, target))
        for symbol, share in waiting.items():  # what was reached and not gone on from
            found[symbol] = found.get(symbol, 0.0) + _RESTART * share
        return found

    def _edges_of(self, symbol: Symbol) -> Edges:
        found = self._edges.get(symbol)
        if found is None:
            weights: dict[Symbol, float] = {}
            for share, group in (
                (_FORWARD, list(self._used(symbol))),
                (_BACKWARD, list(self._users(symbol))),
            ):
                for target in group:
                    weights[target] = weights.get(target, 0.0) + share / len(group)
            weights.pop(symbol, None)
            total = sum(weights.values())
            found = tuple((target, weight / total) for target, weight in weights.items())
            self._edges[symbol] = found
        return found

    def _used(self, symbol: Symbol) -> Iterator[Symbol]:
        """Yield what a function calls, reads and writes, once for each name."""
        functions = self._space.code.functions(symbol.path)
        sites = functions.sites.get(symbol, ()) if functions else ()
        for name in dict.fromkeys(site.name for site in sites):
            yield from self._declared(name, symbol)

    def _declared(self, name: str, around: Symbol) -> list[Symbol]:
        if len(name) < _SHORTEST_NAME:
            return []
        paths = self._space.code.index.declaring(name, "callable")
        if len(paths) > _MOST_DECLARING:
            paths = tuple(path for path in paths if path == around.path)
        found = [
            symbol
            for path in paths
            if (functions := self._space.code.functions(path)) is not None
            for symbol in functions.named(name)
        ]
        here = [symbol for symbol in found if symbol.path == around.path]
        return (here or found)[:_MOST_TARGETS]

    def _users(self, symbol: Symbol) -> Iterator[Symbol]:
        """Yield the functions that use a name which few files use; those of its file otherwise."""
        name = symbol.name
        if len(name) < _SHORTEST_NAME:
            return
        paths = self._space.code.index.declaring(name, "called")
        if len(paths) > _WIDELY_USED:
            paths = tuple(path for path in paths if path == symbol.path)
        for path in paths:
            functions = self._space.code.functions(path)
            if functions is not None:
                yield from functions.using(name)
