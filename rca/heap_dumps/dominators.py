"""The dominator tree of a heap, and the size that each object retains.

An object retains all that only paths through it reach: what would be freed with it. Objects that refer to
nothing that is left are taken off first, layer by layer, in whole arrays. What remains, objects in or before
cycles, goes through the Semi-NCA algorithm (Georgiadis, 2005).
"""

from __future__ import annotations

from array import array

import numpy as np

from rca.heap_dumps.heap_graph import Array, Edges, expand_ranges
from rca.scheduling.deadline import Deadline

_LEAST_SHARE = 0.002
"""A layer that is a smaller part of what is left is the last: each costs a look at all that is left."""
_CHECK = 20_000


def find_dominators(edges: Edges, roots: Array, parents: Array, deadline: Deadline) -> Array:
    """Return the immediate dominator of each node.

    Args:
        edges: references of all nodes.
        roots: root nodes.
        parents: predecessors as `find_parents` gives them: what has none is left out.
        deadline: looked at between steps.

    Returns:
        An array one longer than the nodes: the last is the virtual root, which dominates itself and all that
        several roots reach; -1 for what no root reaches.
    """
    count = len(edges.starts) - 1
    top = count
    reached = parents != -2
    sources = np.repeat(np.arange(count, dtype=np.int32), np.diff(edges.starts))
    kept = reached[sources] & (sources != edges.targets)
    sources, targets = sources[kept], edges.targets[kept]
    sources = np.concatenate((sources, np.full(len(roots), top, np.int32)))
    targets = np.concatenate((targets, roots.astype(np.int32)))
    layer_of = _layers(sources, targets, count, reached, deadline)
    dominators = np.full(count + 1, -1, np.int64)
    depths = np.zeros(count + 1, np.int32)
    dominators[top] = top
    _core(sources, targets, layer_of, top, dominators, depths, deadline)
    by_target = np.argsort(targets, kind="stable")
    targets, sources = targets[by_target], sources[by_target]
    firsts = np.searchsorted(targets, np.arange(count + 1))
    for number in range(int(layer_of.max(initial=0)), 0, -1):
        deadline.checkpoint()
        nodes = np.flatnonzero(layer_of == number)
        lengths = np.append(firsts, len(targets))[nodes + 1] - firsts[nodes]
        before = sources[expand_ranges(firsts[nodes], lengths)].astype(np.int64)
        found = _common(before, lengths, dominators, depths, deadline)
        dominators[nodes] = found
        depths[nodes] = depths[found] + 1
    return dominators


def retained_sizes(dominators: Array, sizes: Array, deadline: Deadline) -> Array:
    """Return the bytes that each node retains, itself included; those of the virtual root at the end."""
    retained = np.concatenate((sizes, [0])).astype(np.int64)
    top = len(dominators) - 1
    depths = tree_depths(dominators, deadline)
    order = np.argsort(-depths, kind="stable")
    order = order[(dominators[order] >= 0) & (order != top)]
    ends = np.flatnonzero(np.diff(depths[order])) + 1
    for start, stop in zip([0, *ends], [*ends, len(order)], strict=True):
        nodes = order[start:stop]
        np.add.at(retained, dominators[nodes], retained[nodes])
        if start % 64 == 0:
            deadline.checkpoint()
    return retained


def tree_depths(dominators: Array, deadline: Deadline) -> Array:
    """Return how far each node lies below the virtual root, by doubling the steps upward."""
    top = len(dominators) - 1
    depths: Array
    up = np.where(dominators >= 0, dominators, top)
    depths = (np.arange(len(dominators)) != top).astype(np.int64)
    while True:
        deadline.checkpoint()
        if (up == top).all():
            return depths
        depths = depths + depths[up]
        up = up[up]


def _layers(sources: Array, targets: Array, count: int, reached: Array, deadline: Deadline) -> Array:
    """Return the layer of each node: 1 for those that refer to nothing, 2 for what refers to those alone, ….

    0 is the core that is left.
    """
    layer_of = np.zeros(count + 1, np.int32)
    left = np.append(reached, True)
    number = 0
    while True:
        deadline.checkpoint()
        has_more = np.zeros(count + 1, bool)
        has_more[sources] = True
        ends = left & ~has_more
        ends[count] = False
        taken = int(ends.sum())
        if taken <= _LEAST_SHARE * left.sum() or number > 200:
            return layer_of
        number += 1
        layer_of[ends] = number
        left &= ~ends
        is_kept = ~ends[targets]
        sources, targets = sources[is_kept], targets[is_kept]


def _core(  # noqa: PLR0913, PLR0917 - the arrays of one graph
    sources: Array,
    targets: Array,
    layer_of: Array,
    top: int,
    dominators: Array,
    depths: Array,
    deadline: Deadline,
) -> None:
    """Set dominators and depths of the nodes that no layer holds."""
    inside = layer_of[targets] == 0  # what refers to the core is of the core
    sources, targets = sources[inside], targets[inside]
    nodes = np.unique(np.concatenate((targets, [top])))  # the virtual root is the last
    small_sources, small_targets = np.searchsorted(nodes, sources), np.searchsorted(nodes, targets)
    order = np.argsort(small_sources, kind="stable")
    starts = np.searchsorted(small_sources[order], np.arange(len(nodes) + 1))
    numbers, parents = _depth_first(_plain(starts), _plain(small_targets[order]), len(nodes) - 1, deadline)
    number_of = np.frombuffer(numbers, np.int32)
    node_at = np.empty(len(nodes), np.int64)
    node_at[number_of] = nodes
    to, origin = number_of[small_targets], number_of[small_sources]
    order = np.argsort(to, kind="stable")
    starts = np.searchsorted(to[order], np.arange(len(nodes) + 1))
    found = _semi_nca(_plain(starts), _plain(origin[order]), parents, deadline)
    dominators[node_at] = node_at[np.frombuffer(found, np.int32)]
    deep = array("i", bytes(4 * len(found)))
    for number in range(1, len(found)):
        deep[number] = deep[found[number]] + 1
    depths[node_at] = np.frombuffer(deep, np.int32)


def _plain(numbers: Array) -> array[int]:
    """Return an array whose elements a plain loop reads fast."""
    return array("i", numbers.astype(np.int32).tobytes())


def _depth_first(
    starts: array[int], targets: array[int], root: int, deadline: Deadline
) -> tuple[array[int], array[int]]:
    """Return the depth-first number of each node, and the number of each number's parent."""
    count = len(starts) - 1
    numbers = array("i", [-1]) * count
    parents = array("i", bytes(4 * count))
    following = starts[:count]
    numbers[root] = 0
    stack, done = [root], 1
    while stack:
        node = stack[-1]
        at, end = following[node], starts[node + 1]
        while at < end and numbers[targets[at]] >= 0:
            at += 1
        if at == end:
            following[node] = at
            stack.pop()
            continue
        following[node] = at + 1
        target = targets[at]
        numbers[target] = done
        parents[done] = numbers[node]
        stack.append(target)
        done += 1
        if done % _CHECK == 0:
            deadline.checkpoint()
    return numbers, parents


def _semi_nca(starts: array[int], sources: array[int], parents: array[int], deadline: Deadline) -> array[int]:
    """Return the immediate dominator of each depth-first number; `sources` are predecessors by number."""
    count = len(parents)
    labels = array("i", range(count))
    semi = array("i", range(count))
    ancestors = parents[:]
    for number in range(count - 1, 0, -1):
        if number % _CHECK == 0:
            deadline.checkpoint()
        best = parents[number]
        for at in range(starts[number], starts[number + 1]):
            source = sources[at]
            if source > number:
                path = []
                node = source
                while ancestors[node] > number:
                    path.append(node)
                    node = ancestors[node]
                label = labels[node]
                above = ancestors[node]
                for node in reversed(path):
                    if semi[labels[node]] > semi[label]:
                        labels[node] = label
                    else:
                        label = labels[node]
                    ancestors[node] = above
                source = semi[labels[source]]
            best = min(best, source)
        semi[number] = best
    found = parents
    for number in range(1, count):
        node = found[number]
        limit = semi[number]
        while node > limit:
            node = found[node]
        found[number] = node
    return found


def _common(before: Array, lengths: Array, dominators: Array, depths: Array, deadline: Deadline) -> Array:
    """Return the nearest common dominator of each group of nodes; no group is empty."""
    while len(before) > len(lengths):
        deadline.checkpoint()
        begins = np.cumsum(lengths) - lengths
        halves = (lengths + 1) // 2
        first = np.repeat(begins, halves) + 2 * expand_ranges(np.zeros(len(halves), np.int64), halves)
        has_second = first + 1 < np.repeat(begins + lengths, halves)
        second = np.where(has_second, first + 1, first)
        before = _meet(before[first], before[second], dominators, depths, deadline)
        lengths = halves
    return before


def _meet(one: Array, other: Array, dominators: Array, depths: Array, deadline: Deadline) -> Array:
    """Return where the ways of two nodes to the virtual root meet, pair by pair."""
    active = np.flatnonzero(one != other)
    rounds = 0
    while len(active):
        rounds += 1
        if rounds % 64 == 0:
            deadline.checkpoint()
        a, b = one[active], other[active]
        first_deeper, second_deeper = depths[a] >= depths[b], depths[b] >= depths[a]
        one[active] = np.where(first_deeper, dominators[a], a)
        other[active] = np.where(second_deeper, dominators[b], b)
        active = active[one[active] != other[active]]
    return one
