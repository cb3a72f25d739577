"""Cycles of graphs, compared with what reachability says; and their cost."""

import time

from hypothesis import given
from hypothesis import strategies as st

from models.wait_graph import WaitEdge
from rca.hangs.cycles import adjacency, find_chain, find_cycles


def wait(waiter, holder, *, timed=False):
    return WaitEdge(
        waiter=waiter,
        holder=holder,
        kind="monitor",
        resource="a lock",
        certainty="stated",
        evidence="",
        timed=timed,
    )


def reaches(adjacent, start, goal):
    seen, left = set(), [start]
    while left:
        for other in adjacent.get(left.pop(), ()):
            if other == goal:
                return True
            if other not in seen:
                seen.add(other)
                left.append(other)
    return False


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=24))
def test_each_node_that_reaches_itself_is_in_one_cycle(pairs):
    adjacent = adjacency([wait(f"t{a}", f"t{b}") for a, b in pairs])
    cycles = find_cycles(adjacent)
    members = [node for cycle in cycles for node in cycle]
    assert len(members) == len(set(members))
    assert set(members) == {node for node in adjacent if reaches(adjacent, node, node)}
    for cycle in cycles:
        assert all(reaches(adjacent, one, other) for one in cycle for other in cycle)


def test_a_simple_cycle_comes_in_order_of_waiting():
    adjacent = adjacency([wait("a", "b"), wait("b", "c"), wait("c", "a"), wait("x", "a")])
    assert find_cycles(adjacent) == [["a", "b", "c"]]
    assert find_chain(adjacent, "x", set()) == ["x", "a", "b", "c", "a"]


def test_a_wait_with_a_time_limit_closes_no_cycle():
    assert find_cycles(adjacency([wait("a", "b"), wait("b", "a", timed=True)])) == []


def test_thousands_of_waiting_threads_take_no_long_time():
    ring = [wait(f"t{number}", f"t{(number + 1) % 5000}") for number in range(5000)]
    started = time.process_time()
    assert len(find_cycles(adjacency(ring))[0]) == 5000
    assert time.process_time() - started < 10
