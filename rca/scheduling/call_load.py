"""Admission control: the more calls run concurrently, the earlier each call's soft deadline."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from rca.scheduling.deadline import Deadline

_STEP_SECONDS = 0.05
"""The longest that one step between two looks at a deadline takes; calls that share it multiply it."""
_MOST_SHARE = 0.5
"""The part of its time that a call gives up at most."""


class CallLoad:
    """Counts calls while they run. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running = 0

    @contextmanager
    def enter(self, deadline: Deadline) -> Iterator[int]:
        """Count a call until the end, and let it stop earlier the more there are; return their number."""
        with self._lock:
            self._running += 1
            together = self._running
        left = deadline.remaining
        if left is not None:
            deadline.shorten(min(_STEP_SECONDS * (together - 1), _MOST_SHARE * left))
        try:
            yield together
        finally:
            with self._lock:
                self._running -= 1
