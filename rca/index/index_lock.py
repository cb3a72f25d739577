"""Whose turn it is to index a folder: several processes at once would all do the same work."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from rca.scheduling.deadline import Deadline

_WAIT_SECONDS = 0.1


@contextlib.contextmanager
def turn(lock: Path | None, deadline: Deadline) -> Iterator[None]:
    """Wait until no other process indexes; the system ends the turn of a process that dies.

    Where no lock can be had (in memory, a folder that refuses) nobody waits: SQLite keeps rows whole
    in any case.

    Raises:
        Cancelled, Failure: the deadline says so while waiting.
    """
    descriptor = _open(lock)
    if descriptor is None:
        yield
        return
    try:
        while not _is_taken(descriptor):
            deadline.checkpoint()
            time.sleep(_WAIT_SECONDS)
        yield
    finally:
        os.close(descriptor)


def _open(lock: Path | None) -> int | None:
    if lock is None:
        return None
    try:
        return os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return None


if sys.platform == "win32":
    import msvcrt

    def _is_taken(descriptor: int) -> bool:
        """Take the lock if it is free."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _is_taken(descriptor: int) -> bool:
        """Take the lock if it is free; a file system without locks gives it to everybody."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True
