"""Does time grow with the text and not faster? Asked so that only the code under test can say no.

CPU time of this thread alone, no garbage collection meanwhile (the heap of a whole test run is large), the best of
several tries, and two steps of growth: a machine has steps of its own (a text that leaves a cache, a block of memory
that is mapped anew at each use: 25 times the time for 8 times the text, measured), and each of them is climbed once.
Code of a higher order climbs at every step.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from typing import TypeVar

Text = TypeVar("Text", bound=Sized)

TRIES = 3
LEAST = 0.002
"""Seconds that anything may take: below it the clock and the caches say more than the code."""


def assert_grows_linearly(
    run: Callable[[Text], object], of: Callable[[int], Text], size: int, times: int = 8
) -> None:
    """Fail where `run` takes more time for `of(size * times)` than for `of(size)`, and again for as much more.

    For a text that is `n` times as long, linear code takes `n` times as long and quadratic code `n` squared: the
    bound lies in the middle, at `n ** 1.5`.

    Args:
        of: gives a text that grows with the number it is given; how much is measured.
    """
    told = []
    with _undisturbed():
        for small, large in ((of(size), of(size * times)), (of(size * times), of(size * times**2))):
            longer = len(large) / len(small)
            assert longer > 3, "too near to each other to tell linear from quadratic"
            once = min(_seconds(run, small) for _ in range(TRIES))
            bound = longer**1.5 * max(once, LEAST)
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
