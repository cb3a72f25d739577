"""Does time grow with the text and not faster? Asked so that only the code under test can say no.

CPU time of this thread alone, no garbage collection meanwhile (the heap of a whole test run is large), the best of
several tries, and three rounds, each measured anew: a neighbour on the machine would have to spoil all of them.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from typing import TypeVar

Text = TypeVar("Text", bound=Sized)

ROUNDS = 3
TRIES = 3
LEAST = 0.002
"""Seconds that anything may take: below it the clock and the caches say more than the code."""


def assert_grows_linearly(run: Callable[[Text], object], small: Text, large: Text) -> None:
    """Fail where `run(large)` takes more time than its length explains, going by `run(small)`.

    For a text that is `n` times as long, linear code takes `n` times as long and quadratic code `n` squared: the
    bound lies in the middle, at `n ** 1.5`. Choose `n` of 4 or more.
    """
    times = len(large) / len(small)
    assert times > 3, "too near to each other to tell linear from quadratic"
    told = []
    with _undisturbed():
        for _ in range(ROUNDS):
            once = min(_seconds(run, small) for _ in range(TRIES))
            bound = times**1.5 * max(once, LEAST)
            best = float("inf")
            for _ in range(TRIES):
                best = min(best, _seconds(run, large))
                if best < bound:
                    return
            told.append(f"{once:.4f} s for {len(small)}, {best:.4f} s for {len(large)}")
    raise AssertionError("; ".join(told))


@contextmanager
def _undisturbed() -> Iterator[None]:
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _seconds(run: Callable[[Text], object], text: Text) -> float:
    started = time.thread_time()
    run(text)
    return time.thread_time() - started
