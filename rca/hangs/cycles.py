"""Cycles of a wait-for graph, and the chain of waits from the main thread."""

from __future__ import annotations

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
    groups = _components(adjacent)
    members = [set(group) for group in groups]
    order = {node: number for number, node in enumerate(adjacent)}
    starts = [min(group, key=lambda node: order.get(node, len(order))) for group in groups]
    return [_ordered(adjacent, group, start) for group, start in zip(members, starts, strict=True)]


def _components(adjacent: Adjacent) -> list[list[str]]:
    """Return the strongly connected components that hold a cycle, by Tarjan's algorithm without recursion."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[list[str]] = []
    for root in adjacent:
        if root in index:
            continue
        work = [(root, iter(adjacent.get(root, ())))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(adjacent.get(other, ()))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = _popped(stack, on_stack, node)
                    if len(group) > 1 or node in adjacent.get(node, ()):
                        found.append(group)
    return found


def _popped(stack: list[str], on_stack: set[str], last: str) -> list[str]:
    group = []
    while True:
        node = stack.pop()
        on_stack.discard(node)
        group.append(node)
        if node == last:
            return group


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
