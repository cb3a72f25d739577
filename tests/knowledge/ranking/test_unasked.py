"""What an error must share with a past solution for it to be shown unasked."""

import pytest

from rca.knowledge.problem.problem import Problem, of_query
from rca.knowledge.ranking.similarity_features import NAMES, Similarity
from rca.knowledge.ranking.unasked import shares_more_than_type

BARE = of_query("java.lang.NullPointerException\n\tat app.shop.Cart.add(Cart.kt:3)")
ELSEWHERE = of_query("java.lang.NullPointerException\n\tat app.shop.Till.open(Till.kt:9)")
SYMPTOM = of_query("the list is empty after the screen was rotated")
BUILD = of_query("e: file:///x/Cart.kt:3:5 Unresolved reference 'discount'.")


def shares(query: Problem, record: Problem, *, validated=False, same=False, worded=0.0, **features):
    every = {**dict.fromkeys(NAMES, 0.0), "type_same": 1.0, **features}
    likeness = Similarity(every, query.told, None, same, (), worded)
    return shares_more_than_type(likeness, query, record, validated=validated)


def test_a_common_type_alone_is_not_enough():
    assert not shares(BARE, ELSEWHERE)
    assert not shares(BARE, ELSEWHERE, type_rare=0.6, validated=True)


@pytest.mark.parametrize(
    "shared",
    [
        {"same": True},
        {"worded": 0.4},
        {"worded": 0.25, "validated": True},
        {"frames": 0.6},
        {"type_rare": 0.8},
        {"type_same": 0.5, "type_rare": 0.4},
    ],
)
def test_more_than_the_type_is_enough(shared):
    assert shares(BARE, ELSEWHERE, **shared)


def test_a_frame_of_a_library_counts_with_the_type_alone():
    assert not shares(BARE, ELSEWHERE, type_same=0.0, frames=0.9)


def test_the_same_function_counts():
    assert shares(BARE, of_query("java.lang.NullPointerException\n\tat app.shop.Cart.add(Cart.kt:9)"))


@pytest.mark.parametrize("query", [SYMPTOM, BUILD])
def test_symptoms_and_reports_of_tools_have_no_common_type(query):
    assert shares(query, ELSEWHERE)
