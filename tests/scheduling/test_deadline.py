"""Deadlines and cancel flags, and parts of them."""

from __future__ import annotations

from rca.scheduling.deadline import Deadline


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_part_ends_before_the_whole() -> None:
    clock = Clock()
    whole = Deadline(2.0, clock)
    clock.now += 1.0
    part = whole.part(0.5)
    assert part.remaining == 0.5
    clock.now += 0.6
    assert part.expired
    assert not whole.expired


def test_cancelling_the_whole_stops_its_parts() -> None:
    whole = Deadline(None)
    part = whole.part(0.5)
    assert (part.remaining, part.expired) == (None, False)
    whole.cancel()
    assert part.expired
