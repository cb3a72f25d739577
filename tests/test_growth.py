"""The measure of growth tells linear from quadratic, whatever disturbs it."""

import gc
import re
import time

import pytest

from tests.growth import ROUNDS, TRIES, assert_grows_linearly

SMALL, LARGE = "a" * 4_000, "a" * 32_000


def linear(text):
    return sum(1 for _ in range(20 * len(text)))


def quadratic(text):
    return sum(text.count("b") for _ in range(len(text) // 4))


def burn(seconds):
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def test_linear_code_passes():
    assert_grows_linearly(linear, SMALL, LARGE)


@pytest.mark.parametrize("run", [quadratic, lambda text: re.search("a*b", text[: len(text) // 4])])
def test_quadratic_code_fails(run):
    with pytest.raises(AssertionError, match=r"for 4000, .* for 32000; .*; "):
        assert_grows_linearly(run, SMALL, LARGE)


def test_a_disturbance_of_two_rounds_does_not_fail_it():
    larger = []

    def disturbed(text):
        larger.extend([text] * (text is LARGE))
        linear(text)
        if len(larger) <= (ROUNDS - 1) * TRIES and text is LARGE:
            burn(0.25)

    assert_grows_linearly(disturbed, SMALL, LARGE)
    assert len(larger) == (ROUNDS - 1) * TRIES + 1


def test_a_slow_first_run_hides_nothing():
    runs = []

    def warming(text):
        runs.append(text)
        burn(0.2 if len(runs) == 1 else 0)
        quadratic(text)

    with pytest.raises(AssertionError):
        assert_grows_linearly(warming, SMALL, LARGE)


def test_garbage_is_left_meanwhile_and_collected_again():
    seen = []
    assert_grows_linearly(lambda _text: seen.append(gc.isenabled()), SMALL, LARGE)
    assert (set(seen), gc.isenabled()) == ({False}, True)


def test_texts_of_nearly_one_length_are_refused():
    with pytest.raises(AssertionError, match="too near"):
        assert_grows_linearly(linear, SMALL, SMALL * 2)
