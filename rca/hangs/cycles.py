"""Cycles of a wait-for graph, and the chain of waits from the main thread."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from models.wait_graph import WaitEdge

Adjacent = Mapping[str, Mapping[str, WaitEdge]]
_LONGEST_CHAIN = 12


def adjacency(edges: Sequence[WaitEdge]) -> dict[str, dict[str, WaitEdge]]:
    """Return the edges to known holders by waiter and holder; waits that end by themselves are none."""
    adjacent: dict[str, dict[str, WaitEdge]] = {}
    for edge in edges:
        if edge.holder is not None and not edge.timed:
            adjacent.setdefault(edge.waiter, {}).setdefault(edge.holder, edge)
    return adjacent


def find_cycles(adjacent: Adjacent) -> list[list[str]]:
    """Return one cycle of each group of nodes that reach each other, in order of waiting.

    Of a group with several cycles, as a pool with many threads makes it, all nodes come, each after one that
    waits for it.
    """
    cycles = []
    done: set[str] = set()
    for node in adjacent:
        if node in done:
            continue
        group = {other for other in _reached(adjacent, node) if node in _reached(adjacent, other)}
        if group:
            done |= group
            cycles.append(_ordered(adjacent, group, node))
    return cycles


def _reached(adjacent: Adjacent, start: str) -> set[str]:
    """Return the nodes that a node waits for, over any number of others; itself where a cycle leads back."""
    reached: set[str] = set()
    left = deque([start])
    while left:
        for following in adjacent.get(left.popleft(), ()):
            if following not in reached:
                reached.add(following)
                left.append(following)
    return reached


def _ordered(adjacent: Adjacent, group: set[str], start: str) -> list[str]:
    order: dict[str, None] = {}
    left = [start]
    while left:
        node = left.pop()
        if node not in order:
            order[node] = None
            left += [one for one in reversed(list(adjacent.get(node, ()))) if one in group]
    return list(order)


def find_chain(adjacent: Adjacent, start: str, unknown: set[str]) -> list[str]:
    """Return the nodes along the waits of one, the first of a cycle again at the end.

    `unknown` are the nodes that wait for nobody known: a chain ends there.
    """
    chain = [start]
    while len(chain) < _LONGEST_CHAIN:
        following = next(iter(adjacent.get(chain[-1], ())), None)
        if following is None:
            break
        chain.append(following)
        if following in chain[:-1]:
            break
    return chain if len(chain) > 1 or start in unknown else []
