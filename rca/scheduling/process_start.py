"""Starts of helper processes, which the end of this process does not cut in two."""

from __future__ import annotations

import atexit
import multiprocessing.util  # noqa: F401 - its own exit handler must be registered first, so that it runs last
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_WAIT_SECONDS: Final = 5.0

_starting = threading.Lock()


@contextmanager
def whole_start() -> Iterator[None]:
    """Have the end of this process wait until the block has started its processes.

    A new interpreter is started first and then told what to run. If this process ends in between, for it
    ends while a daemon thread starts one, the other one prints a traceback of `EOFError` to the log.
    """
    with _starting:
        yield


def _let_starts_finish() -> None:
    """Wait for a start under way; hold off any later one, as daemon threads run on for a moment."""
    _starting.acquire(timeout=_WAIT_SECONDS)


atexit.register(_let_starts_finish)
