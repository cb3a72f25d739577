"""Messages are whatever a program prints: no form takes long to see that one is not its own."""

import time

import pytest

from rca.causes.failure.classification import MESSAGE_LIMIT, classify_build_message, forms

TEXTS = (
    "a",
    "a.",
    "AB_",
    "1",
    " ",
    '"',
    "(",
    "Index ",
    "length=5; index=",
    "Expected ",
    "x failed: ",
    "Fragment ",
    "view ",
)
SECONDS = 1.0


@pytest.mark.parametrize("text", TEXTS)
def test_each_form_reads_a_long_text_quickly(text):
    long = (text * MESSAGE_LIMIT)[:MESSAGE_LIMIT]
    for form in forms():
        started = time.thread_time()
        form.regex.search(long)
        assert time.thread_time() - started < SECONDS, form.pattern


def test_a_condition_is_one_short_line():
    sentence = classify_build_message("Unresolved reference: " + "a" * 5000 + "\n# New orders").sentence
    assert len(sentence) < 300
    assert "\n" not in sentence
