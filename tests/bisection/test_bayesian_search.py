"""The search for the first bad commit: what it tests next, and what its tests leave."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.bisection.bayesian_search import BayesianSearch
from rca.bisection.commit_range import CommitRange, RangeCommit


def line(count: int, *, begins_good: bool = True) -> CommitRange:
    """Return a range without branches: commit 0 is the newest."""
    every = (1 << count) - 1
    commits = tuple(RangeCommit(f"c{number}", f"Change {number}") for number in range(count))
    return CommitRange(commits, tuple(every >> number << number for number in range(count)), begins_good)


def find(commits: CommitRange, bad: int, suspicion=None, older=0.0, skipped=()):
    """Search with a commit that is known to be the first bad one; return what is left, and the tests."""
    search = BayesianSearch(commits, suspicion or {}, older)
    tests = []
    while (number := search.next_test()) is not None:
        tests.append(number)
        if number in skipped:
            search.add_skip(number)
        elif commits.reach[number] >> bad & 1:
            search.add_failure(number)
        else:
            search.add_pass(number)
    return search.candidates, tests


@given(st.integers(1, 40), st.data())
def test_the_first_bad_commit_is_found_whatever_was_suspected(count, data):
    bad = data.draw(st.integers(0, count - 1))
    weights = data.draw(st.lists(st.floats(0, 1), min_size=count, max_size=count))
    suspicion = {f"c{number}": weight for number, weight in enumerate(weights)}
    assert find(line(count), bad, suspicion)[0] == [bad]


@pytest.mark.parametrize("bad", [0, 17, 63])
def test_without_a_suspicion_it_halves(bad):
    assert len(find(line(64), bad)[1]) == int(math.log2(64))


def test_a_right_suspicion_takes_two_tests():
    candidates, tests = find(line(64), 20, {"c20": 0.9})
    assert (candidates, sorted(tests)) == ([20], [20, 21])


def test_a_wrong_suspicion_costs_few_tests_more():
    assert len(find(line(64), 50, {"c20": 0.9})[1]) <= int(math.log2(64)) + 4


def test_commits_that_cannot_be_tested_stay_candidates():
    candidates, tests = find(line(8), 3, skipped=(3, 4))
    assert sorted(candidates) == [2, 3, 4]
    assert len(set(tests)) == len(tests)


def test_where_all_fail_only_the_oldest_is_left_and_it_may_be_older():
    commits = line(16, begins_good=False)
    search = BayesianSearch(commits, {}, older=0.1)
    while (number := search.next_test()) is not None:
        search.add_failure(number)
    assert search.candidates == [15]
    assert search.may_be_older


def test_a_change_of_a_branch_shows_after_its_merge():
    # 0 merges 1 (main) and 2 (branch), both made from 3.
    commits = CommitRange(
        tuple(RangeCommit(f"c{number}", "") for number in range(4)), (0b1111, 0b1010, 0b1100, 0b1000), True
    )
    for bad in range(4):
        assert find(commits, bad)[0] == [bad]
