"""Turns of threads at what one of them may use at a time: who waits longest comes next."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

_SLICE_SECONDS = 0.02
"""How long a turn lasts at least before it is given up for others: changing threads is not free."""


class Turns:
    """A lock that a thread may take again while it has it, and that goes around in the order of asking.

    Who needs it for long gives way between two steps, so that a short question never waits for a long one.

    Args:
        besides: what a thread may have its turn at, too, and leaves while it waits here: of two threads each
            would wait for the other for ever.
        clock: monotonic seconds.
    """

    def __init__(self, besides: Turns | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._besides = besides
        self._clock = clock
        self._lock = threading.Lock()
        self._owner: int | None = None
        self._depth = 0
        self._since = 0.0
        self._waiting: deque[tuple[int, threading.Lock]] = deque()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Wait for a turn and have it until the end."""
        self._take()
        try:
            yield
        finally:
            self._leave()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Leave the turn to others until the end, where this thread has it: while it waits for something."""
        if not self.is_mine:
            yield
            return
        with self._lock:
            depth = self._depth
            self._hand_over()
        try:
            yield
        finally:
            self._take()
            self._depth = depth

    @property
    def is_mine(self) -> bool:
        """Whether this thread has its turn."""
        return self._owner == threading.get_ident()

    @property
    def is_wanted(self) -> bool:
        """Whether this thread has had its turn for its time, and others wait."""
        return bool(self._waiting) and self.is_mine and self._clock() - self._since >= _SLICE_SECONDS

    def give_way(self) -> bool:
        """Let those go first who wait, where this turn has lasted its time; tell whether somebody did.

        Only where whatever is shared is whole. Who has no turn gives none away.
        """
        if not self.is_wanted:
            return False
        with self._lock:
            if not self._waiting:
                return False
            depth, gate = self._depth, self._queue()
            self._hand_over()
        if not self._wait(gate):
            self._take()
        self._depth = depth
        return True

    def _take(self) -> None:
        while True:
            with self._lock:
                me = threading.get_ident()
                if self._owner == me:
                    self._depth += 1
                    return
                if self._owner is None:
                    self._begin(me)
                    return
                gate = self._queue()
            if self._wait(gate):
                return

    def _leave(self) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth == 0:
                self._hand_over()

    def _queue(self) -> threading.Lock:
        """Give what opens when it is this thread's turn."""
        gate = threading.Lock()
        gate.acquire()
        self._waiting.append((threading.get_ident(), gate))
        return gate

    def _wait(self, gate: threading.Lock) -> bool:
        """Wait until the gate opens; tell whether it is this thread's turn then."""
        if self._besides is None:
            gate.acquire()
            return True
        with self._besides.aside():
            gate.acquire()
        return False

    def _hand_over(self) -> None:
        """Give the turn to who waits longest.

        One that has a turn elsewhere to come back to first is only woken: it would keep what others need
        while it waits there.
        """
        self._owner = None
        if self._waiting:
            thread, gate = self._waiting.popleft()
            if self._besides is None:
                self._begin(thread)
            gate.release()

    def _begin(self, thread: int) -> None:
        self._owner, self._depth, self._since = thread, 1, self._clock()


STAGE: Final = Turns()
"""Turns at the interpreter, for tools: it runs one thread at a time whatever they do, and threads that
fight for it lose milliseconds at each file that they read and each row."""
