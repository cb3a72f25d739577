"""Names that have some letters in order are found in one look at each, whatever they are."""

import time

import pytest

from rca.navigation.symbol_search import _with_letters


@pytest.mark.parametrize(
    ("wanted", "name", "fits"),
    [
        ("bat", "BasketTotal", True),
        ("BT", "basketTotal", True),
        ("tl", "BasketTotal", True),
        ("tx", "BasketTotal", False),
        ("b_t", "BasketTotal", True),
        ("]^-", "a]b^c-d", True),
        ("", "anything", True),
    ],
)
def test_letters_in_order(wanted, name, fits):
    assert list(_with_letters(wanted, [name])) == ([name] if fits else [])


def test_a_long_text_takes_no_longer():
    started = time.process_time()
    assert list(_with_letters("a" * 40 + "b", ["a" * 200] * 50)) == []
    assert time.process_time() - started < 10
