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


class FairLock:
    """A lock that a thread may take again while it has it, and that goes around in the order of asking.

    Who needs it for long gives way between two steps, so that a short question never waits for a long one.

    Args:
        longest: seconds after which who waits takes a turn away whose owner comes to no step: that works on
            beside the next, and queues at its next step. None: never, as what is shared may not be whole.
        besides: what a thread may have its turn at, too, and leaves while it waits here: of two threads each
            would wait for the other for ever.
        clock: monotonic seconds.
    """

    def __init__(
        self,
        besides: FairLock | None = None,
        longest: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        assert besides is None or longest is None
        self._besides = besides
        self._longest = longest
        self._clock = clock
        self._lock = threading.Lock()
        self._owner: int | None = None
        self._depth = 0
        self._since = 0.0
        self._waiting: deque[tuple[int, int, threading.Lock]] = deque()
        self._overtaken: dict[int, int] = {}
        """How deep those are in their turn who lost it to others."""

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Wait for a turn and have it until the end."""
        self._take()
        try:
            yield
        finally:
            self._leave()

    @contextmanager
    def released(self) -> Iterator[None]:
        """Leave the turn to others until the end, where this thread has it: while it waits for something."""
        with self._lock:
            depth = self._put_down()
        if not depth:
            yield
            return
        try:
            yield
        finally:
            self._take(depth)

    @property
    def is_mine(self) -> bool:
        """Return whether this thread has its turn."""
        return self._owner == threading.get_ident()

    @property
    def should_yield(self) -> bool:
        """Return whether this thread has had its turn for its time, and others wait, or lost it to them."""
        if self.is_mine:
            return bool(self._waiting) and self._clock() - self._since >= _SLICE_SECONDS
        return threading.get_ident() in self._overtaken

    def yield_turn(self) -> bool:
        """Let those go first who wait, where this turn has lasted its time; tell whether somebody did.

        Only where whatever is shared is whole. Who has no turn gives none away.
        """
        if not self.should_yield:
            return False
        with self._lock:
            if not self.is_mine:
                depth, gate = self._put_down(), None
            elif self._waiting:
                depth = self._depth
                gate = self._queue(depth)
                self._hand_over()
            else:
                return False
        if gate is None or not self._wait(gate):
            self._take(depth)
        return True

    def _take(self, depth: int = 1) -> None:
        while True:
            with self._lock:
                me = threading.get_ident()
                if self._owner == me:
                    self._depth += depth
                    return
                if me in self._overtaken:
                    self._overtaken[me] += depth
                    return
                if self._owner is None:
                    self._begin(me, depth)
                    return
                gate = self._queue(depth)
            if self._wait(gate):
                return

    def _leave(self) -> None:
        with self._lock:
            if not self.is_mine:
                depth = self._overtaken.pop(threading.get_ident()) - 1
                if depth:
                    self._overtaken[threading.get_ident()] = depth
                return
            self._depth -= 1
            if self._depth == 0:
                self._hand_over()

    def _put_down(self) -> int:
        """Return the turn of this thread to the next; tell how deep it was in it, 0 if it has none."""
        if not self.is_mine:
            return self._overtaken.pop(threading.get_ident(), 0)
        depth = self._depth
        self._hand_over()
        return depth

    def _queue(self, depth: int) -> threading.Lock:
        """Return what opens when it is this thread's turn, which begins `depth` deep."""
        gate = threading.Lock()
        gate.acquire()
        self._waiting.append((threading.get_ident(), depth, gate))
        return gate

    def _wait(self, gate: threading.Lock) -> bool:
        """Wait until the gate opens; tell whether it is this thread's turn then."""
        if self._besides is not None:
            with self._besides.released():
                gate.acquire()
            return False
        while not gate.acquire(timeout=-1 if self._longest is None else self._longest):
            self._overtake()
        return True

    def _overtake(self) -> None:
        """Give the turn to who waits longest, where its owner has had it for too long."""
        with self._lock:
            late = self._longest is not None and self._clock() - self._since >= self._longest
            if late and self._waiting and self._owner is not None:
                self._overtaken[self._owner] = self._depth
                self._hand_over()

    def _hand_over(self) -> None:
        """Give the turn to who waits longest.

        One that has a turn elsewhere to come back to first is only woken: it would keep what others need
        while it waits there.
        """
        self._owner = None
        if self._waiting:
            thread, depth, gate = self._waiting.popleft()
            if self._besides is None:
                self._begin(thread, depth)
            gate.release()

    def _begin(self, thread: int, depth: int) -> None:
        self._owner, self._depth, self._since = thread, depth, self._clock()


INTERPRETER: Final = FairLock(longest=0.25)
"""Turns at the interpreter, for tools: it runs one thread at a time whatever they do, and threads that
fight for it lose milliseconds at each file that they read and each row that they ask for. A step that takes
longer (a long text parsed) is worth less than the short questions that wait for it."""
