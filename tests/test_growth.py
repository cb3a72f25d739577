"""The measure of growth tells linear from quadratic, whatever disturbs it."""

import gc
import time

import pytest

from tests.growth import LEAST, ROUNDS, TRIES, assert_grows_linearly

SMALL, LARGE = "a" * 4_000, "a" * 32_000


class Clock:
    """A clock that moves by what the code under test says it took."""

    def __init__(self, monkeypatch):
        self.now = 0.0
        self.runs = []
        monkeypatch.setattr(time, "thread_time", lambda: self.now)

    def took(self, text, seconds):
        self.runs.append(text)
        self.now += seconds

    def count(self, text):
        return sum(1 for one in self.runs if one is text)


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


def test_real_code_that_is_linear_passes():
    assert_grows_linearly(lambda text: sum(1 for _ in text), SMALL, LARGE)


def test_real_code_that_is_quadratic_fails():
    with pytest.raises(AssertionError, match=r"for 4000, .* for 32000; .*; "):
        assert_grows_linearly(lambda text: sum(text.count("b") for _ in range(len(text) // 4)), SMALL, LARGE)


@pytest.mark.parametrize("power", [1.0, 1.3])
def test_up_to_a_little_more_than_linear_one_look_is_enough(clock, power):
    assert_grows_linearly(lambda text: clock.took(text, 1e-6 * len(text) ** power), SMALL, LARGE)
    assert (clock.count(SMALL), clock.count(LARGE)) == (TRIES, 1)


@pytest.mark.parametrize("power", [1.7, 2.0])
def test_faster_growth_fails_after_all_rounds(clock, power):
    with pytest.raises(AssertionError):
        assert_grows_linearly(lambda text: clock.took(text, 1e-6 * len(text) ** power), SMALL, LARGE)
    assert (clock.count(SMALL), clock.count(LARGE)) == (ROUNDS * TRIES, ROUNDS * TRIES)


def test_a_disturbance_of_all_rounds_but_one_does_not_fail_it(clock):
    disturbed = (ROUNDS - 1) * TRIES

    def run(text):
        clock.took(text, 1e-6 * len(text) + (9.0 if text is LARGE and clock.count(LARGE) < disturbed else 0))

    assert_grows_linearly(run, SMALL, LARGE)
    assert clock.count(LARGE) == disturbed + 1


def test_a_slow_first_run_hides_nothing(clock):
    with pytest.raises(AssertionError):
        assert_grows_linearly(
            lambda text: clock.took(text, 1e-8 * len(text) ** 2 + (9.0 if not clock.runs else 0)),
            SMALL,
            LARGE,
        )


def test_what_takes_no_time_is_not_judged(clock):
    assert_grows_linearly(lambda text: clock.took(text, LEAST if text is LARGE else 0.0), SMALL, LARGE)


def test_garbage_is_left_meanwhile_and_collected_again():
    seen = []
    assert_grows_linearly(lambda _text: seen.append(gc.isenabled()), SMALL, LARGE)
    assert (set(seen), gc.isenabled()) == ({False}, True)


def test_texts_of_nearly_one_length_are_refused(clock):
    with pytest.raises(AssertionError, match="too near"):
        assert_grows_linearly(lambda text: clock.took(text, 1.0), SMALL, SMALL * 2)
