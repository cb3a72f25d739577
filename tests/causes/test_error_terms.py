"""Terms of an error: what its messages, types and frames share with code."""

from rca.causes.error_terms import terms_of_error
from rca.error_text import parse


def terms(text):
    return set(terms_of_error(parse(text), text).all())


def test_the_words_of_a_null_pointer_exception_say_nothing_of_the_code():
    assert "pointer" not in terms("java.lang.NullPointerException: no basket\n\tat shop.Cart.add(Cart.kt:1)")


def test_the_words_of_other_types_and_of_messages_do():
    found = terms("java.lang.IndexOutOfBoundsException: pointer index\n\tat shop.Cart.add(Cart.kt:1)")
    assert {"bound", "pointer", "cart"} <= found
