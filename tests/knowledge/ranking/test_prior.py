"""What a record's standing adds."""

from datetime import UTC, datetime

from models.solution import Solution
from rca.knowledge.ledger.record import Record
from rca.knowledge.problem.problem import of_solution
from rca.knowledge.problem.topic_lexicon import topics_of
from rca.knowledge.ranking.prior import standing
from rca.knowledge.ranking.tokenizer import words_of

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def record(state="candidate", created="", worked=0, failed=0, source="user"):
    solution = Solution(
        id="one",
        error_description="It fails",
        root_cause="A cause",
        solution="A solution",
        error_type="E",
        metadata={"createdAt": created},
    )
    return Record(1, solution, source, state, of_solution(solution), worked, failed)


def test_validated_recent_and_helpful_count_more():
    plain = standing(record(), None, NOW)
    assert standing(record("validated"), None, NOW) > plain > standing(record("stale"), None, NOW)
    assert standing(record(worked=3), None, NOW) > plain > standing(record(failed=3), None, NOW)
    assert standing(record(created="2026-10-01T00:00:00Z"), None, NOW) > plain
    assert standing(record(created="2019-10-01"), None, NOW) == plain
    assert standing(record(created="last week"), None, NOW) == plain


def test_what_was_recorded_here_counts_more_than_what_was_shipped():
    assert standing(record(), None, NOW) > standing(record(source="starter"), None, NOW)


def test_a_persons_words_and_an_error_are_about_the_same_topics():
    said = topics_of(words_of("the app dies when I turn the phone"))
    thrown = topics_of(words_of("Can not perform this action after onSaveInstanceState"))
    assert "configuration change" in said & thrown
    assert topics_of(words_of("zubat quux")) == frozenset()
