"""Retained sizes against their definition: what cannot be reached any more once an object is taken away."""

from __future__ import annotations

import random

import numpy as np
import pytest

from rca.heap_dumps.dominators import find_dominators, retained_sizes
from rca.heap_dumps.heap_graph import Edges
from rca.heap_dumps.shortest_paths import NOWHERE, find_parents, path_to
from rca.scheduling.deadline import Deadline


def reached(followers: list[list[int]], roots: list[int], without: int = -1) -> set[int]:
    seen = {root for root in roots if root != without}
    left = list(seen)
    while left:
        for node in followers[left.pop()]:
            if node != without and node not in seen:
                seen.add(node)
                left.append(node)
    return seen


def edges_of(followers: list[list[int]]) -> Edges:
    starts = np.cumsum([0, *map(len, followers)]).astype(np.int64)
    return Edges(starts, np.array([node for each in followers for node in each], np.int32))


@pytest.mark.parametrize("block", range(10))
def test_any_graph(block):
    for seed in range(block * 60, block * 60 + 60):
        chance = random.Random(seed)
        count = chance.randint(1, 24)
        followers: list[list[int]] = [[] for _ in range(count)]
        for _ in range(chance.randint(0, 60)):
            followers[chance.randrange(count)].append(chance.randrange(count))
        roots = sorted({chance.randrange(count) for _ in range(chance.randint(1, 4))})
        edges = edges_of(followers)
        parents = find_parents(edges, [roots], Deadline())
        dominators = find_dominators(edges, np.array(roots), parents, Deadline())
        retained = retained_sizes(dominators, np.ones(count, np.int64), Deadline())
        everything = reached(followers, roots)
        assert {node for node in range(count) if parents[node] != NOWHERE} == everything
        for node in everything:
            assert retained[node] == len(everything) - len(reached(followers, roots, node)), (seed, node)


def test_a_long_list_is_no_deeper_than_the_stack():
    count = 30_000
    edges = edges_of([[node + 1] for node in range(count - 1)] + [[]])
    parents = find_parents(edges, [[0]], Deadline())
    assert len(path_to(parents, count - 1)) == count
    dominators = find_dominators(edges, np.array([0]), parents, Deadline())
    retained = retained_sizes(dominators, np.ones(count, np.int64), Deadline())
    assert retained[0] == count


def test_the_first_group_of_roots_comes_before_the_others():
    edges = edges_of([[2], [2], [3], []])
    parents = find_parents(edges, [[1], [0, 1]], Deadline())
    assert path_to(parents, 3) == [1, 2, 3]
