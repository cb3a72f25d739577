"""A lock that goes round in the order of asking, and that long work hands over between two steps."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rca.scheduling.deadline import Deadline

_SLICE_SECONDS = 0.02
"""How long a thread has the lock at least before it hands it over: changing threads is not free."""


class FairLock:
    """A first in, first out lock that a thread may take again while it has it.

    Long work hands it over at the checkpoints of its deadline, so that a short question never waits for all
    of a long one.

    Args:
        clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._owner: int | None = None
        self._depth = 0
        self._since = 0.0
        self._waiting: deque[tuple[int, int, threading.Lock]] = deque()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Wait for the lock and have it until the end."""
        self._acquire()
        try:
            yield
        finally:
            self._release()

    @contextmanager
    def shared(self, deadline: Deadline | None, resumed: Callable[[], object]) -> Iterator[None]:
        """Yield the lock, which this thread owns, at the checkpoints of a deadline.

        Args:
            deadline: whenever the work looks at it, others that wait go first. None: nobody does.
            resumed: called when the lock is back after others had it.
        """
        if deadline is None:
            yield
            return
        with deadline.on_checkpoint(lambda: self.hand_over() and resumed()):
            yield

    @property
    def is_mine(self) -> bool:
        """Return whether this thread has the lock."""
        return self._owner == threading.get_ident()

    def hand_over(self) -> bool:
        """Yield to waiters if this thread owned the lock for a whole time slice.

        Only where whatever the lock protects is whole.

        Returns:
            Whether others had the lock meanwhile.
        """
        if not self.is_mine or not self._waiting or self._clock() - self._since < _SLICE_SECONDS:
            return False
        with self._lock:
            if not self._waiting:
                return False
            gate = self._queue(self._depth)
            self._pass_on()
        gate.acquire()
        return True

    def _acquire(self) -> None:
        me = threading.get_ident()
        with self._lock:
            if self._owner == me:
                self._depth += 1
                return
            if self._owner is None:
                self._begin(me, 1)
                return
            gate = self._queue(1)
        gate.acquire()

    def _release(self) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth == 0:
                self._pass_on()

    def _queue(self, depth: int) -> threading.Lock:
        """Return what opens when this thread has the lock, `depth` deep."""
        gate = threading.Lock()
        gate.acquire()
        self._waiting.append((threading.get_ident(), depth, gate))
        return gate

    def _pass_on(self) -> None:
        """Pass the lock to the longest waiter."""
        self._owner = None
        if self._waiting:
            thread, depth, gate = self._waiting.popleft()
            self._begin(thread, depth)
            gate.release()

    def _begin(self, thread: int, depth: int) -> None:
        self._owner, self._depth, self._since = thread, depth, self._clock()
