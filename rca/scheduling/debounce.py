"""Waiting for files that change to come to rest, for work that is not done after each change."""

from __future__ import annotations

import threading

from rca.scheduling.deadline import Deadline

_QUIET_SECONDS = 10.0
"""How long nothing must have changed."""
_LOOK_SECONDS = 0.5


class Debouncer:
    """Tells when files have changed and changed no more for a while. Safe from several threads."""

    def __init__(self) -> None:
        self._changed = threading.Event()

    def changed(self) -> None:
        """Tell that files may have changed."""
        self._changed.set()

    def wait(self, deadline: Deadline) -> None:
        """Wait for a change that is not waited for yet, and then until nothing changes any more.

        Raises:
            Cancelled, Failure: the deadline says so.
        """
        while not self._changed.wait(_LOOK_SECONDS):
            deadline.checkpoint()
        quiet = 0.0
        while quiet < _QUIET_SECONDS:
            self._changed.clear()
            deadline.checkpoint()
            quiet = 0.0 if self._changed.wait(_LOOK_SECONDS) else quiet + _LOOK_SECONDS
