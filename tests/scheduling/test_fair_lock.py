"""The fair lock: one thread at a time, in the order of asking, handed over between two steps."""

import threading
import time

import pytest

from rca.scheduling.deadline import Deadline
from rca.scheduling.fair_lock import FairLock


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def started(act):
    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    return thread


def until(condition):
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.001)


def test_one_thread_at_a_time_in_the_order_of_asking():
    turns, seen, inside = FairLock(), [], []

    def ask(number):
        with turns.hold():
            inside.append(number)
            assert len(inside) == 1
            seen.append(number)
            inside.remove(number)

    threads = []
    with turns.hold():
        for number in range(5):
            threads.append(started(lambda number=number: ask(number)))
            until(lambda number=number: len(turns._waiting) == number + 1)
    for thread in threads:
        thread.join(10)
    assert seen == [0, 1, 2, 3, 4]


def test_a_thread_may_take_its_turn_again():
    turns = FairLock()
    with turns.hold(), turns.hold():
        assert turns.is_mine
    assert not turns.is_mine


def test_long_work_lets_others_go_first_once_its_slice_is_over():
    clock = Clock()
    lock, seen = FairLock(clock), []

    def ask():
        with lock.hold():
            seen.append("short")

    with lock.hold(), lock.hold():
        other = started(ask)
        until(lambda: lock._waiting)
        assert not lock.hand_over()
        assert seen == []
        clock.now += 1.0
        assert lock.hand_over()
        assert seen == ["short"]
        assert lock.is_mine
    other.join(10)
    assert not lock.is_mine
    with lock.hold():
        pass


@pytest.mark.parametrize("look", [lambda deadline: deadline.expired, Deadline.checkpoint])
def test_a_checkpoint_hands_the_lock_over(look):
    clock = Clock()
    lock, seen, deadline = FairLock(clock), [], Deadline()

    def ask():
        with lock.hold():
            seen.append("short")

    with lock.hold(), lock.shared(deadline, lambda: seen.append("resumed")):
        other = started(ask)
        until(lambda: lock._waiting)
        clock.now += 1.0
        assert not look(deadline)
        assert seen == ["short", "resumed"]
        assert not look(deadline)
    other.join(10)
    assert seen == ["short", "resumed"]


def test_nobody_gives_way_to_nobody_and_not_without_the_lock():
    clock = Clock()
    lock = FairLock(clock)
    with lock.hold():
        clock.now += 1.0
        assert not lock.hand_over()
    assert not lock.hand_over()


def test_a_failure_releases_the_lock():
    lock = FairLock()
    with pytest.raises(ValueError, match="x"), lock.hold():
        raise ValueError("x")
    with lock.hold():
        assert lock.is_mine
