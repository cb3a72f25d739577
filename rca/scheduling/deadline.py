"""Cancellation and deadlines. Long work looks at them between steps: these are its checkpoints."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from models.error_codes import ErrorCode
from rca.tool_failure import Failure


class Cancelled(Exception):  # noqa: N818 - a request, not a defect
    """The caller no longer wants the answer."""


class Deadline:
    """A deadline and a cancel flag.

    `checkpoint` and `expired` are the two looks at it, and all that code knows of scheduling: others that
    wait go first there, and then one raises and the other tells whether the work should stop.

    Args:
        seconds: time limit, or None for none.
        clock: monotonic seconds.
    """

    def __init__(self, seconds: float | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seconds = seconds
        self._held: float | None = None
        self._cancelled = threading.Event()
        self._between: Callable[[], object] | None = None
        self.restart()

    def restart(self) -> None:
        """Begin the time limit anew, as after a person was asked."""
        self._deadline = None if self._seconds is None else self._clock() + self._seconds

    def cancel(self) -> None:
        """Ask the work to stop at its next check."""
        self._cancelled.set()

    def shorten(self, seconds: float) -> None:
        """Take some seconds off what is left of the limit."""
        if self._deadline is not None:
            self._deadline -= seconds

    @contextmanager
    def on_checkpoint(self, act: Callable[[], object]) -> Iterator[None]:
        """Have something done at each checkpoint until the end: the work is between two steps then."""
        before = self._between

        def both() -> None:
            act()
            if before is not None:
                before()

        self._between = both
        try:
            yield
        finally:
            self._between = before

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the clock while a person is asked; what is left of the limit goes on after."""
        left = self.remaining
        self._held, self._deadline = left, None
        try:
            yield
        finally:
            # In this order: who looks from another thread meanwhile must not see a deadline without a limit.
            self._deadline = None if left is None else self._clock() + left
            self._held = None

    def part(self, share: float) -> Deadline:
        """Return a deadline that has a share of the time that is left; cancelling either stops both."""
        left = self.remaining
        child = Deadline(None if left is None else left * share, self._clock)
        child._cancelled, child._between = self._cancelled, self._between
        return child

    @property
    def remaining(self) -> float | None:
        """Seconds left, never negative; None without a limit."""
        if self._held is not None:
            return self._held
        return None if self._deadline is None else max(0.0, self._deadline - self._clock())

    @property
    def cancelled(self) -> bool:
        """Return whether the caller no longer wants the answer."""
        return self._cancelled.is_set()

    @property
    def expired(self) -> bool:
        """Return whether the work should stop and give the best it has. A checkpoint, too."""
        self._let_others_go_first()
        return self._is_over

    @property
    def _is_over(self) -> bool:
        return self._cancelled.is_set() or (self._deadline is not None and self._clock() >= self._deadline)

    def _let_others_go_first(self) -> None:
        if self._between is not None and not self._is_over:  # what is over shall end, and not wait once more
            self._between()

    def check_cancelled(self) -> None:
        """Raise `Cancelled` if the caller no longer wants the answer, whatever time is left."""
        if self._cancelled.is_set():
            raise Cancelled

    def checkpoint(self) -> None:
        """Yield the lock to waiters, and raise if the work should stop.

        Call it only where no shared state is inconsistent.

        Raises:
            Cancelled: the caller no longer wants the answer.
            Failure: `TOOL_TIMEOUT`: the time is over.
        """
        self._let_others_go_first()
        self.check_cancelled()
        if self._is_over:
            message = f"The tool did not finish within {self._seconds:g} s"
            raise Failure(
                ErrorCode.TOOL_TIMEOUT, message, "Narrow the request, or try again once indexing is done."
            )
