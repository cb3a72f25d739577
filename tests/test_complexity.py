"""The measure of growth tells linear from quadratic, whatever disturbs it."""

import gc
import time

import pytest

from tests.complexity import LEAST, TRIES, assert_grows_linearly


class Clock:
    """A clock that moves by what the code under test says it took."""

    def __init__(self, monkeypatch):
        self.now = 0.0
        self.runs = []
        monkeypatch.setattr(time, "thread_time", lambda: self.now)

    def took(self, text, seconds):
        self.runs.append(len(text))
        self.now += seconds

    def count(self, size):
        return sum(1 for one in self.runs if one == size)


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


def of(size):
    return "a" * size


def test_real_code_that_is_linear_passes():
    assert_grows_linearly(lambda text: sum(1 for _ in text), of, 4_000)


def test_real_code_that_is_quadratic_fails():
    # The smallest run has to take longer than `LEAST`. With 2,000 characters a fast machine took half of it, so
    # the bound was too high for quadratic growth to reach it.
    with pytest.raises(AssertionError, match=r"for 4000, .* for 16000; .* for 16000, .* for 64000"):
        assert_grows_linearly(
            lambda text: [sum(1 for _ in text) for _ in range(len(text) // 64)], of, 4_000, 4
        )


@pytest.mark.parametrize("power", [1.0, 1.3])
def test_up_to_a_little_more_than_linear_one_step_is_enough(clock, power):
    assert_grows_linearly(lambda text: clock.took(text, 1e-5 * len(text) ** power), of, 1_000)
    assert (clock.count(1_000), clock.count(8_000), clock.count(64_000)) == (TRIES, 1, 0)


@pytest.mark.parametrize("power", [1.7, 2.0])
def test_faster_growth_fails_after_both_steps(clock, power):
    with pytest.raises(AssertionError):
        assert_grows_linearly(lambda text: clock.took(text, 1e-5 * len(text) ** power), of, 1_000)
    assert (clock.count(1_000), clock.count(8_000), clock.count(64_000)) == (TRIES, 2 * TRIES, TRIES)


def test_one_step_of_the_machine_does_not_fail_it(clock):
    def run(text):
        clock.took(text, 1e-5 * len(text) * (1 if len(text) < 8_000 else 5))

    assert_grows_linearly(run, of, 1_000)
    assert clock.count(64_000) == 1


def test_a_disturbance_of_all_tries_but_one_does_not_fail_it(clock):
    def run(text):
        disturbed = len(text) == 8_000 and clock.count(8_000) < TRIES - 1
        clock.took(text, 1e-5 * len(text) + (9.0 if disturbed else 0))

    assert_grows_linearly(run, of, 1_000)
    assert clock.count(8_000) == TRIES


def test_a_slow_first_run_hides_nothing(clock):
    def run(text):
        clock.took(text, 1e-6 * len(text) ** 2 + (9.0 if not clock.runs else 0))

    with pytest.raises(AssertionError):
        assert_grows_linearly(run, of, 1_000)


def test_what_takes_no_time_is_not_judged(clock):
    assert_grows_linearly(lambda text: clock.took(text, LEAST if len(text) > 1_000 else 0.0), of, 1_000)


def test_garbage_is_left_meanwhile_and_collected_again():
    seen = []
    assert_grows_linearly(lambda _text: seen.append(gc.isenabled()), of, 1_000)
    assert (set(seen), gc.isenabled()) == ({False}, True)


def test_texts_of_nearly_one_length_are_refused(clock):
    with pytest.raises(AssertionError, match="too near"):
        assert_grows_linearly(lambda text: clock.took(text, 1.0), of, 1_000, 2)
