"""How candidates are weighed against each other and against there being no record."""

from hypothesis import given
from hypothesis import strategies as st

from rca.knowledge.ranking.confidence import Candidate, judge
from rca.knowledge.ranking.similarity_features import NAMES, Similarity

FEATURES = st.fixed_dictionaries({name: st.floats(0, 1) for name in NAMES})


def candidate(features, problem, *, same=False, standing=0.0, prior=0.5, told=True):
    likeness = Similarity(
        {**dict.fromkeys(NAMES, 0.0), **features}, told, features.get("cosine", 0.5), same, (), 0.0
    )
    return Candidate(likeness, standing, prior, problem)


ALIKE = {"record_covered": 0.9, "problem_covered": 0.9, "message": 1.0, "topics": 1.0, "cosine": 0.8}


@given(st.lists(FEATURES, max_size=8))
def test_the_chances_of_different_problems_sum_to_one_at_most(shared):
    judgement = judge([candidate(one, str(place)) for place, one in enumerate(shared)])
    assert len(judgement.certainties) == len(shared)
    assert all(0 <= sure <= 1 for sure in judgement.certainties)
    assert sum(judgement.certainties) <= 1.001


@given(st.lists(FEATURES, min_size=1, max_size=6))
def test_another_candidate_makes_none_more_certain(shared):
    every = [candidate(one, str(place)) for place, one in enumerate(shared)]
    fewer = judge(every[:-1]).certainties
    assert all(
        with_it <= alone + 1e-3 for with_it, alone in zip(judge(every).certainties, fewer, strict=False)
    )


def test_two_solutions_of_one_problem_do_not_compete_and_two_problems_do():
    alone = judge([candidate(ALIKE, "a")]).certainties[0]
    together = judge([candidate(ALIKE, "a"), candidate(ALIKE, "a")]).certainties
    assert together == (alone, alone)
    apart = judge([candidate(ALIKE, "a"), candidate(ALIKE, "b")]).certainties
    assert apart[0] == apart[1] <= 0.5 < alone


def test_nothing_shared_is_novel_and_much_shared_is_not():
    assert judge([]).novel
    assert judge([candidate({"cosine": 0.1}, "a")]).novel
    assert not judge([candidate(ALIKE, "a")]).novel


def test_the_same_fingerprint_is_never_novel():
    judgement = judge([candidate({"cosine": 0.0}, "a", same=True), candidate({"cosine": 0.1}, "b")])
    assert not judgement.novel
    assert judgement.certainties[0] >= 0.9


def test_standing_decides_between_records_that_are_as_like():
    first, second = judge(
        [candidate(ALIKE, "a", standing=0.4), candidate(ALIKE, "b", standing=-0.6)]
    ).certainties
    assert first > second


@given(st.lists(FEATURES, min_size=1, max_size=6))
def test_what_is_likely_is_never_novel(shared):
    judgement = judge([candidate(one, str(place)) for place, one in enumerate(shared)])
    assert not (judgement.likely and judgement.novel)


def test_twins_leave_a_record_less_and_keep_it_likely():
    judgement = judge([candidate(ALIKE, str(place)) for place in range(4)])
    assert max(judgement.certainties) < 0.5
    assert judgement.likely
    words = judge([candidate(ALIKE, str(place), told=False) for place in range(4)])
    assert not words.likely


def test_between_novel_and_likely_a_record_is_only_worth_a_look():
    judgements = [judge([candidate({"cosine": part / 100}, "a")]) for part in range(150)]
    states = list(dict.fromkeys((one.novel, one.likely) for one in judgements))
    assert states == [(True, False), (False, False), (False, True)]


def test_what_is_similar_is_believed_less_than_the_same_problem():
    same = candidate({"cosine": 0.0}, "a", same=True, prior=0.0)
    certainties = judge([same, candidate(ALIKE, "b")]).certainties
    assert certainties[0] >= certainties[1]
    assert judge([candidate({}, "a", same=True, prior=1.0)]).certainties[0] < 1.0
