"""What an answer lacks: one line for each part, each reason once, and nothing said twice."""

import pytest

from rca.analysis.rendering.gap_lines import gap_lines, is_by_words, is_said

LATE = [
    "hypotheses: not all functions were compared, the time ran out",
    "callers: still indexing",
    "hypotheses: not all texts of the error were looked up, the time ran out",
]
BY_WORDS = "past solutions: compared by their words alone (the model is not loaded yet)"


def test_reasons_of_one_part_share_a_line():
    late = "not all functions were compared; not all texts of the error were looked up"
    assert gap_lines(LATE) == [f"hypotheses, as the time ran out: {late}", "callers: still indexing"]


def test_a_sentence_without_a_part_stays():
    assert gap_lines(["the text was cut", "the text was cut"]) == ["the text was cut"]


def test_how_past_solutions_were_compared_is_said_beside_them():
    assert gap_lines([BY_WORDS]) == []
    assert is_by_words([BY_WORDS])
    assert is_said(BY_WORDS, "Past solutions: novel, none fits; compared by their words alone.")
    assert not is_said(BY_WORDS, "Past solutions: novel, none fits.")


@pytest.mark.parametrize(
    "gap", [*LATE, "changes: Git could not read 'a/b/C.java': git did not finish in time."]
)
def test_what_the_lines_say_counts_as_said(gap):
    text = "\n".join(f"- {line}" for line in gap_lines([*LATE, gap]))
    assert is_said(gap, text)
    assert is_said(gap, text.replace("a/b/C.java", "C.java"))
    assert not is_said(gap, "- something else: not all")


def test_a_short_note_is_not_taken_for_said():
    assert not is_said("the rest: 1", "1 of 7 calls lead to `go`")
