"""Reserves standard input and output for a protocol."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, BinaryIO, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return standard input and output, reserved for the protocol.

    Any other output of the process goes to standard error, and child processes get no input.
    """
    protocol_in, protocol_out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return protocol_in, protocol_out


class Reading(Executor):
    """Reads of a stream, in order, on a daemon thread that process exit does not wait for.

    A read of standard input lasts until the client's next message: with threads that are joined, a signal
    would end nothing before that.
    """

    def __init__(self) -> None:
        self._reads: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        threading.Thread(target=self._run, name="rca-input", daemon=True).start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Read after all earlier reads."""
        future: Future[T] = Future()

        def read() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                found = fn(*args, **kwargs)
            except Exception as problem:  # noqa: BLE001 - whoever waits for the read is told
                future.set_exception(problem)
            else:
                future.set_result(found)

        self._reads.put(read)
        return future

    def shutdown(self, *_how: Any, **_named: Any) -> None:  # noqa: ANN401 - there is nothing to wait for
        """Abandon the thread in its read."""

    def _run(self) -> None:
        while True:
            self._reads.get()()
