"""Words outside comments and strings, those in templates included."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.languages.word_scanner import occurrences, tokens


def words(text, language="kotlin"):
    found = list(tokens(text, language))
    assert all(text[one.start : one.end] == one.text for one in found)
    return [one.text for one in found if one.is_word]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a // b\nc", "a c"),
        ("a /* b */ c", "a c"),
        ("a /* b /* c */ d */ e", "a e"),
        ('a "b" c', "a c"),
        ('a "b \\" c" d', "a d"),
        ('a "$b c ${d + "e ${f}"} g" h', "a b d f h"),
        ('a """b " $c ${d} \\""" e', "a c d e"),
        ('a """b""" c', "a c"),
        ('a "" b', "a b"),
        ('a $$"""$b $$c $${d}""" e', "a c d e"),
        ('"${ { a } }" b', "a b"),
        ("'a' b '\\'' c '\\u0041' d", "b c d"),
        ("`a b` c", "a b c"),
        ("0x1F 1L 1.a 2e5", "a"),
        ('a "b\nc', "a c"),
    ],
)
def test_kotlin(text, expected):
    assert " ".join(words(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('a "$b ${c}" d', "a d"),
        ("a /* /* b */ c", "a c"),
        ('a """\nb \\""" c\n""" d', "a d"),
        ("$a b$c", "$a b$c"),
    ],
)
def test_java(text, expected):
    assert " ".join(words(text, "java")) == expected


PIECES = ["ab", "cd", '"', '"""', "${", "$", "{", "}", "/*", "*/", "//", "\n", "\\", "'", "`", " ", "1", "->"]


@settings(max_examples=600, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40), st.sampled_from(["kotlin", "java"]))
def test_some_words_are_found_where_all_words_are(pieces, language):
    text = "".join(pieces)
    every = [(one.text, one.start) for one in tokens(text, language) if one.is_word]
    some = [(one.text, one.start) for one in occurrences(text, language, ["ab", "cdab"])]
    assert some == [one for one in every if one[0] in ("ab", "cdab")]
