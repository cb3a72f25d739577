"""Wait-for graphs of dumps whose programs are known: cycles named, none invented."""

import pytest

from evaluation.hangs.hang_score import load_hang_cases, score_hangs
from rca.hangs.find_wait_graph import find_wait_graph
from rca.hangs.hang_code import NoCode

CASES = load_hang_cases()
RECALL_BAR = 0.95


def test_cycles_are_named_and_none_is_invented(program_code):
    score = score_hangs(lambda text: find_wait_graph(text, ("demo", "com.example"), program_code), CASES)
    assert score.recall >= RECALL_BAR, score.misses
    assert not score.invented, score.misses


def test_main_chains_are_right(program_code):
    score = score_hangs(lambda text: find_wait_graph(text, ("demo", "com.example"), program_code), CASES)
    assert score.right_chains == score.chains, score.misses


def test_nothing_is_invented_without_the_code():
    score = score_hangs(lambda text: find_wait_graph(text, (), NoCode()), CASES)
    assert not score.invented, score.misses


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_edge_leads_between_known_nodes(program_code, case):
    graph = find_wait_graph(case.text, ("demo", "com.example"), program_code)
    assert graph is not None
    ids = {node.id for node in graph.nodes}
    assert {edge.waiter for edge in graph.edges} <= ids
    assert {edge.holder for edge in graph.edges if edge.holder is not None} <= ids
    assert all(edge.holder is None for edge in graph.edges if edge.certainty == "unknown")


@pytest.mark.parametrize("case", CASES[::7], ids=lambda case: case.name)
def test_a_dump_may_be_cut_anywhere(case):
    for end in range(0, len(case.text), 997):
        find_wait_graph(case.text[:end], (), NoCode())
