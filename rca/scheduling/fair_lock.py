"""A fair, re-entrant lock with time slices: first in, first out."""

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
    """A fair, re-entrant lock with time slices: first in, first out.

    An owner that needs it for long yields at its checkpoints, so that a short question never waits for a long
    one.

    Args:
        longest: seconds after which a waiter takes over from an owner that has not yielded; the old owner
            keeps running and queues again at its next checkpoint. None: never, for shared state that may be
            inconsistent.
        besides: another lock, released while waiting for this one, to avoid a lock-order deadlock.
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
        """Yield to waiters if this time slice is over; return whether one took the lock.

        Only where shared state is consistent. A thread without the lock yields nothing.
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
        """Wait until the gate opens; return whether it is this thread's turn then."""
        if self._besides is not None:
            with self._besides.released():
                gate.acquire()
            return False
        while not gate.acquire(timeout=-1 if self._longest is None else self._longest):
            self._overtake()
        return True

    def _overtake(self) -> None:
        """Pass the lock to the longest waiter if its owner exceeded `longest`."""
        with self._lock:
            late = self._longest is not None and self._clock() - self._since >= self._longest
            if late and self._waiting and self._owner is not None:
                self._overtaken[self._owner] = self._depth
                self._hand_over()

    def _hand_over(self) -> None:
        """Pass the lock to the longest waiter.

        A waiter that must first re-acquire another lock is only woken: otherwise it would hold what others
        need while it waits there.
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
