"""Shortest paths from GC roots over strong references, breadth first."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from rca.heap_dumps.heap_graph import Array, Edges, expand_ranges
from rca.scheduling.deadline import Deadline

NOWHERE = -2
ROOT = -1
_FEW = 24
"""Nodes of a front up to which a plain loop is faster than arrays: long lists have fronts of one."""


def find_parents(
    edges: Edges, roots: Iterable[Collection[int]], deadline: Deadline, hidden: Array | None = None
) -> Array:
    """Return the node before each node on a shortest path from a root.

    Args:
        edges: references of all nodes.
        roots: groups of root nodes; what a group reaches is not reached again from those behind it.
        deadline: looked at between steps.
        hidden: references that are not followed, as a mask of `edges.targets`.

    Returns:
        For each node its predecessor, `ROOT` for roots, `NOWHERE` for what no root reaches.
    """
    parents = np.full(len(edges.starts) - 1, NOWHERE, np.int32)
    for group in roots:
        front = np.array(sorted(group), np.int64)
        front = front[parents[front] == NOWHERE]
        parents[front] = ROOT
        while len(front):
            deadline.checkpoint()
            if len(front) <= _FEW:
                front = _few_steps(edges, parents, front, deadline, hidden)
            else:
                front = _step(edges, parents, front, hidden)
    return parents


def path_to(parents: Array, node: int) -> list[int]:
    """Return the nodes from a root to a node, both included; nothing where no root reaches it."""
    path = [node]
    while parents[path[-1]] >= 0:
        path.append(int(parents[path[-1]]))
    return path[::-1] if parents[path[-1]] == ROOT else []


def _step(edges: Edges, parents: Array, front: Array, hidden: Array | None) -> Array:
    begins = edges.starts[front]
    counts = edges.starts[front + 1] - begins
    flat = expand_ranges(begins, counts)
    targets = edges.targets[flat]
    is_new = parents[targets] == NOWHERE
    if hidden is not None:
        is_new &= ~hidden[flat]
    targets = targets[is_new]
    sources = np.repeat(front, counts)[is_new]
    parents[targets[::-1]] = sources[::-1]  # the first of several sources is written last
    return np.unique(targets).astype(np.int64)


def _few_steps(edges: Edges, parents: Array, front: Array, deadline: Deadline, hidden: Array | None) -> Array:
    """Walk in a plain loop until the front is wide again."""
    current = front.tolist()
    starts, targets = edges.starts, edges.targets
    rounds = 0
    while current and len(current) <= _FEW:
        rounds += 1
        if rounds % 1000 == 0:
            deadline.checkpoint()
        following: dict[int, None] = {}
        for node in current:
            begin, end = int(starts[node]), int(starts[node + 1])
            if end - begin > 10_000:
                return (
                    np.array([*following, *current[current.index(node) :]], np.int64)
                    if following
                    else (_step(edges, parents, np.array(current, np.int64), hidden))
                )
            for at, target in enumerate(targets[begin:end].tolist(), begin):
                if parents[target] == NOWHERE and (hidden is None or not hidden[at]):
                    parents[target] = node
                    following[target] = None
        current = list(following)
    return np.array(sorted(current), np.int64)
