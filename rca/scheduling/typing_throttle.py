"""Throttles background work while somebody types, in this process and in helpers."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Iterator, MutableSequence
from typing import Final

from rca.scheduling.deadline import Deadline

QUIET_SECONDS: Final = 1.0
"""How long after a key somebody still types."""
RESTS: Final = 19
"""Times as long as a step took that work rests after it while somebody types: it goes on at a twentieth of
its pace, so that it ends even if they never stop."""
LONGEST_REST: Final = 5.0
"""Seconds that a rest takes at most: a step may have taken long because the machine slept."""
_SHORTEST_STEP: Final = 0.02
"""Seconds that steps last together before work rests."""
_LOOK_SECONDS: Final = 0.02

_HELD_BACK, _ASKING = 0, 1


class TypingMonitor:
    """Knows whether background work should give way. Thread-safe.

    Args:
        told: what another one knows, to follow it; None: nothing happened yet.
        clock: monotonic seconds, the same in all processes of the machine.
    """

    def __init__(
        self, told: MutableSequence[float] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._told: MutableSequence[float] = [-math.inf, 0.0] if told is None else told
        self._is_shared = told is not None
        self._lock = threading.Lock()
        self.clock = clock

    def hold_back(self) -> None:
        """Record that a key was pressed."""
        with self._lock:
            self._told[_HELD_BACK] = self.clock()

    @contextlib.contextmanager
    def asked(self) -> Iterator[None]:
        """Suspend throttling in the body: somebody waits for the work."""
        with self._lock:
            self._told[_ASKING] += 1
        try:
            yield
        finally:
            with self._lock:
                self._told[_ASKING] -= 1

    @property
    def is_wanted(self) -> bool:
        """Return whether something goes before the work, and nobody waits for it."""
        told = self._told
        return not told[_ASKING] and self.clock() - told[_HELD_BACK] < QUIET_SECONDS

    def shared(self) -> TypingMonitor:
        """Return this one, fit to be handed to a process that is spawned, where it follows this one.

        Where no memory can be shared, nothing ever happens there.
        """
        from multiprocessing.sharedctypes import RawArray

        with self._lock, contextlib.suppress(OSError):
            if not self._is_shared:
                self._told = RawArray("d", list(self._told))
                self._is_shared = True
        return self

    def __reduce__(self) -> tuple[type[TypingMonitor], tuple[MutableSequence[float]]]:
        return TypingMonitor, (self._told,)


class Background:
    """Work in the background as its parts see it: ended by a deadline, and courteous between steps.

    Safe across threads and processes, each of which has steps of its own.
    """

    def __init__(self, courtesy: TypingMonitor, deadline: Deadline) -> None:
        self.courtesy = courtesy
        self.deadline = deadline
        self._steps = threading.local()

    def checkpoint(self) -> None:
        """Check the deadline after a step, and rest for at most the step's price while somebody types.

        Only where nobody else is blocked: no lock, no turn, no transaction.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        self.deadline.checkpoint()
        clock = self.courtesy.clock
        now = clock()
        since: float | None = getattr(self._steps, "since", None)
        if since is not None and now - since < _SHORTEST_STEP:
            return
        until = now if since is None else now + min(LONGEST_REST, RESTS * (now - since))
        while self.courtesy.is_wanted and clock() < until:
            time.sleep(_LOOK_SECONDS)
            self.deadline.checkpoint()
        self._steps.since = clock()
