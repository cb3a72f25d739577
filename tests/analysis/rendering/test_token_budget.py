"""Sections keep the budget, and the important ones grow first."""

from hypothesis import given
from hypothesis import strategies as st

from rca.analysis.rendering.token_budget import Section, estimate_tokens, fit


def section(rank, *forms):
    return Section(rank, forms)


def test_with_room_each_section_is_whole_and_in_its_place():
    assert fit([section(2, "long two", ""), section(1, "long one", "1")], 100) == "long two\n\nlong one\n"


def test_the_lower_rank_grows_first():
    text = fit([section(2, "b" * 60, ""), section(1, "a" * 60, "")], 12)
    assert "a" * 60 in text
    assert "b" not in text


def test_a_form_that_does_not_fit_gives_way_to_a_shorter_one():
    assert fit([section(1, "a" * 300, "a" * 30, "")], 20) == "a" * 30 + "\n"


@given(
    st.lists(st.builds(Section, st.integers(0, 5), st.lists(st.text(), min_size=1, max_size=3).map(tuple))),
    st.integers(2, 400),
)
def test_the_budget_holds_whatever_comes(sections, tokens):
    assert estimate_tokens(fit(sections, tokens)) <= tokens
