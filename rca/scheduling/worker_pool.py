"""Threads for calls; an interrupt while one of them starts does not keep the process from ending."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


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
