"""The words that identifiers are made of."""

import pytest

from rca.conventions.name_words import ending
from rca.text.identifiers import split_humps, split_words


@pytest.mark.parametrize(
    ("name", "words", "humps"),
    [
        ("fooBar_baz", "foo Bar baz", "foo Bar baz"),
        ("HTTPClient", "HTTP Client", "HTTP Client"),
        ("parseURL", "parse URL", "parse URL"),
        ("SOME_CONSTANT", "SOME CONSTANT", "SOME CONSTANT"),
        ("__dunder__", "dunder", "dunder"),
        ("H2Database", "H 2 Database", "H2 Database"),
        ("ApiV2", "Api V 2", "Api V2"),
        ("log4jUtf8", "log 4 j Utf 8", "log4j Utf8"),
        ("2fast", "2 fast", "2fast"),
        ("größeÄndern", "größeÄndern", "größeÄndern"),
        ("ünïQuelle", "ünï Quelle", "ünïQuelle"),
        ("shows an error", "shows an error", "shows an error"),
        ("", "", ""),
    ],
)
def test_names_are_taken_apart(name, words, humps):
    assert split_words(name) == words.split()
    assert split_humps(name) == humps.split()


def test_a_version_belongs_to_the_word_before_it():
    assert ending("PaymentApiV2") == "V2"
    assert ending("LoginViewModel") == "ViewModel"
