"""Debouncing: waits until file changes stop before work starts."""

from __future__ import annotations

import threading

from rca.scheduling.deadline import Deadline

_QUIET_SECONDS = 10.0
"""How long nothing must have changed."""
_LOOK_SECONDS = 0.5


class Debouncer:
    """Reports when files have changed and then stopped changing. Thread-safe."""

    def __init__(self) -> None:
        self._changed = threading.Event()

    def changed(self) -> None:
        """Record that files may have changed."""
        self._changed.set()

    def wait(self, deadline: Deadline) -> None:
        """Wait for a change that is not waited for yet, and then until nothing changes any more.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        while not self._changed.wait(_LOOK_SECONDS):
            deadline.checkpoint()
        quiet = 0.0
        while quiet < _QUIET_SECONDS:
            self._changed.clear()
            deadline.checkpoint()
            quiet = 0.0 if self._changed.wait(_LOOK_SECONDS) else quiet + _LOOK_SECONDS
