"""Index lock: one process at a time indexes a folder."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

from rca.scheduling.deadline import Deadline

_WAIT_SECONDS = 0.1


@contextlib.contextmanager
def turn(lock: Path | None, deadline: Deadline) -> Iterator[None]:
    """Wait until no other process indexes; the system ends the turn of a process that dies.

    Where no lock can be had (in memory, a folder that refuses, a file system without locks) nobody waits:
    SQLite keeps rows whole in any case.

    Raises:
        Cancelled, Failure: cancelled, or the deadline has expired while waiting.
    """
    if lock is None:
        yield
        return
    from filelock import FileLock, Timeout

    # A lock file that only exists would outlive a process that dies.
    taken = FileLock(lock, timeout=0, mode=0o600, fallback_to_soft=False)
    while not taken.is_locked:
        try:
            taken.acquire()
        except Timeout:
            deadline.checkpoint()
            time.sleep(_WAIT_SECONDS)
        except OSError:
            break
    try:
        yield
    finally:
        taken.release()
