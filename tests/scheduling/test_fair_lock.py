"""Turns of threads: one at a time, in the order of asking, given up between steps, left while waiting."""

import threading
import time

import pytest

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


def test_a_long_turn_lets_others_go_first_once_its_time_is_over():
    clock = Clock()
    turns, seen = FairLock(clock=clock), []

    def ask():
        with turns.hold():
            seen.append("short")

    with turns.hold(), turns.hold():
        other = started(ask)
        until(lambda: turns._waiting)
        assert not turns.yield_turn()
        assert seen == []
        clock.now += 1.0
        assert turns.yield_turn()
        assert seen == ["short"]
        assert turns.is_mine
    other.join(10)
    assert not turns.is_mine
    with turns.hold():
        pass


def test_nobody_gives_way_to_nobody_and_not_without_a_turn():
    clock = Clock()
    turns = FairLock(clock=clock)
    with turns.hold():
        clock.now += 1.0
        assert not turns.yield_turn()
    assert not turns.yield_turn()


def test_a_turn_is_left_while_something_is_waited_for():
    turns, gone = FairLock(), threading.Event()

    def ask():
        with turns.hold():
            gone.set()

    with turns.hold(), turns.hold():
        started(ask)
        with turns.released():
            assert gone.wait(10)
        assert turns.is_mine
    assert not turns.is_mine


@pytest.mark.parametrize("longest", [None, 0.0, 0.0001, 0.001])
def test_two_kinds_of_turns_never_wait_for_each_other(longest):
    stage = FairLock(longest=longest)
    shared = FairLock(besides=stage)
    done = []

    def work(number):
        for _ in range(30):
            with stage.hold(), shared.hold():
                stage.yield_turn()
                with shared.released():
                    stage.yield_turn()
        done.append(number)

    for thread in [started(lambda number=number: work(number)) for number in range(4)]:
        thread.join(30)
    assert sorted(done) == [0, 1, 2, 3]


def test_a_failure_ends_a_turn():
    turns = FairLock()
    with pytest.raises(ValueError, match="x"), turns.hold():
        raise ValueError("x")
    with turns.hold():
        assert turns.is_mine


def test_a_turn_that_comes_to_no_step_is_taken_away():
    clock = Clock()
    turns, seen = FairLock(longest=0.01, clock=clock), []

    def ask():
        with turns.hold():
            seen.append("short")

    with turns.hold(), turns.hold():
        other = started(ask)
        until(lambda: turns._waiting)
        time.sleep(0.05)
        assert seen == [], "its time is not over"
        clock.now += 1.0
        other.join(10)
        assert seen == ["short"]
        assert not turns.is_mine
        assert turns.should_yield
        with turns.hold():  # inside its turn, which it lost: it waits for nobody
            assert not turns.is_mine
        assert turns.yield_turn()
        assert turns.is_mine
    assert not turns.is_mine
    assert not turns.should_yield
    with turns.hold():
        assert turns.is_mine


def test_who_lost_a_turn_queues_at_the_next_step_and_when_it_comes_back():
    clock = Clock()
    turns, free = FairLock(longest=0.01, clock=clock), threading.Event()

    def stay():
        with turns.hold():
            free.wait(10)

    def wait():
        with turns.released():
            free.set()

    def go_on():
        free.set()
        assert turns.yield_turn()

    for step in (go_on, wait):
        free.clear()
        with turns.hold():
            other = started(stay)
            until(lambda: turns._waiting)
            clock.now += 1.0
            until(lambda other=other: turns._owner == other.ident)
            step()
            assert turns.is_mine
            assert not turns._overtaken
        other.join(10)
        assert turns._owner is None


def test_a_lost_turn_ends_without_taking_one_from_others():
    clock = Clock()
    turns, free = FairLock(longest=0.01, clock=clock), threading.Event()

    def stay():
        with turns.hold():
            free.wait(10)

    with turns.hold():
        other = started(stay)
        until(lambda: turns._waiting)
        clock.now += 1.0
        until(lambda: turns._owner == other.ident)
    assert turns._owner == other.ident
    free.set()
    other.join(10)
    assert turns._owner is None
