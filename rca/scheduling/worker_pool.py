"""Threads for calls, and the wait for their work: a signal ends both at once, whenever it comes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, ParamSpec, TypeVar

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")

_SIGNAL_SECONDS = 0.2
"""How long a wait goes on after a signal that did not interrupt it."""


def wait_for(future: Future[Any], seconds: float) -> bool:
    """Wait for work; return whether it ended in time.

    Waits in short pieces: a signal that comes just before the thread sleeps, or to another thread, does not
    wake the main thread, whose handler runs once the wait returns.
    """
    while seconds > 0 and not future.done():
        piece = min(seconds, _SIGNAL_SECONDS)
        wait([future], piece)
        seconds -= piece
    return future.done()


class WorkerPool:
    """A thread pool that may be interrupted.

    Args:
        size: threads at most.
        name: how their names begin.
    """

    def __init__(self, size: int, name: str) -> None:
        self._size = size
        self._name = name
        self._executor = self._new_executor()

    def submit(
        self, work: Callable[_Parameters, _Result], *args: _Parameters.args, **kwargs: _Parameters.kwargs
    ) -> Future[_Result]:
        """Run work in a thread; an interrupt may come before this returns, and the work has begun by then."""
        try:
            return self._executor.submit(work, *args, **kwargs)
        except KeyboardInterrupt:
            # The executor may have been interrupted amid the start of a thread, which it then does not know
            # of: the thread would wait for work for ever, and the exiting interpreter for the thread.
            interrupted, self._executor = self._executor, self._new_executor()
            interrupted.shutdown(wait=False)
            raise

    def _new_executor(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(max_workers=self._size, thread_name_prefix=self._name)
