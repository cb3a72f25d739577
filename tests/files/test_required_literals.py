"""What an expression needs stands in whatever it matches."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.files import regex_engine
from rca.files.required_literals import byte_hints, required_literal

SIGNS = st.text(st.sampled_from("abkK\u017f\u212aé_. \\x"), max_size=12)
PATTERNS = st.lists(
    st.sampled_from(
        ["a", "b", "ab", "k", "\u017f", "é", "_", " ", ".", "*", "+", "?", "{2}", "{0,1}", "(", ")", "(?:", "(?i)",
         "[ab]", "[^]a]", "[[:alpha:]b]", "|", "^", "$", "\\b", "\\.", "\\w", "\\\\", "\\x61", "\\p{L}"]
    ),
    max_size=8,
).map("".join)  # fmt: skip


@given(PATTERNS, SIGNS, st.booleans())
def test_it_stands_in_each_match(pattern, text, ignore_case):
    try:
        found = regex_engine.compiled(pattern, ignore_case=ignore_case).search(text.encode())
    except regex_engine.Invalid:
        return
    if found is None:
        return
    wanted = required_literal(pattern, is_regex=True, ignore_case=ignore_case).encode()
    assert wanted.lower() in text.encode()[found.start() : found.end()].lower()


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("class Basket", "class Basket"),
        (r"\bprice\(", "price("),
        (r"fun\s+total", "total"),
        (r"colou?r_of", "colo"),
        (r"[a-z]+Error\b", "Error"),
        (r"(?:get|set)Price", ""),
        (r"(get)Price", "Price"),
        ("one|two", ""),
        (r"(?i)bandit", "bandit"),
        (r"(?i)basket", "ba"),
    ],
)
def test_the_longest_is_given(pattern, expected):
    assert required_literal(pattern, is_regex=True, ignore_case=False) == expected


def test_a_text_needs_itself():
    assert required_literal("a|b*", is_regex=False, ignore_case=False) == "a|b*"


@given(st.tuples(SIGNS, st.text("abcde", min_size=4, max_size=8), SIGNS).map("".join), SIGNS, SIGNS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be"])
def test_signs_of_a_text_stand_in_files_of_any_encoding(encoding, text, before, after):
    signs = byte_hints(text)
    data = (before + text + after).encode(encoding)
    words = re.split(rb"[^\w\x80-\xff]+", data)
    letters = signs[1].split()
    assert any(one in data for one in (signs[0], *signs[2:])) or all(letter in words for letter in letters)
