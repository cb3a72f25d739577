"""Budget of one task: bytes read, parallel reads, listings, calls, tokens (seeds 000, 001).

A tool declares in `Tool.charges` what it takes; `invoke` charges it here. No tool does so itself.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from models.error_codes import ErrorCode
from models.settings import BudgetSettings
from rca.caching.lru_cache import LruCache
from rca.tool_failure import Failure

_MOST_TASKS = 1000
"""Accounts that one session keeps; the one unused for longest gives way."""


class TaskBudget:
    """What one task has used so far. Thread-safe.

    Each charge is checked against the current limits and booked in one step. A charge that would exceed its
    limit is refused and not booked, so the limits are never exceeded.
    """

    def __init__(self, task: str) -> None:
        self.task = task
        self._lock = threading.Lock()
        self._turns = self._tokens = self._listings = 0
        self._bytes = self._reads = self._reading = 0

    def take_turn(self, limits: BudgetSettings) -> None:
        """Book one call, or fail with `BUDGET_EXCEEDED` once the task's turns or tokens are used up."""
        with self._lock:
            most = limits.max_turns
            if most is not None and self._turns >= most:
                raise self._used_up(ErrorCode.BUDGET_EXCEEDED, "turns", self._turns, most)
            tokens = limits.max_total_tokens
            if tokens is not None and self._tokens >= tokens:
                raise self._used_up(ErrorCode.BUDGET_EXCEEDED, "tokens", self._tokens, tokens)
            self._turns += 1

    def take_tokens(self, tokens: int) -> None:
        """Book the tokens of a delivered answer; the next turn checks whether any are left."""
        with self._lock:
            self._tokens += tokens

    def take_listing(self, limits: BudgetSettings) -> None:
        """Book one directory listing, or fail with `LIST_BUDGET_EXCEEDED`."""
        with self._lock:
            if limits.enabled and self._listings >= limits.listings:
                raise self._used_up(
                    ErrorCode.LIST_BUDGET_EXCEEDED, "directory listings", self._listings, limits.listings
                )
            self._listings += 1

    @contextmanager
    def reading(self, limits: BudgetSettings) -> Iterator[None]:
        """Hold one of the parallel reads, or fail with `READ_BUDGET_EXCEEDED`."""
        with self._lock:
            if limits.enabled and self._reading >= limits.concurrent_reads:
                raise self._used_up(
                    ErrorCode.READ_BUDGET_EXCEEDED, "reads at once", self._reading, limits.concurrent_reads
                )
            self._check_bytes(limits, 0 if self._bytes < limits.read_bytes else 1)
            self._reading += 1
        try:
            yield
        finally:
            with self._lock:
                self._reading -= 1

    def take_read(self, size: int, limits: BudgetSettings) -> None:
        """Book a read of `size` bytes, or fail with `READ_BUDGET_EXCEEDED`; a smaller one may still fit."""
        with self._lock:
            self._check_bytes(limits, size)
            self._bytes += size
            self._reads += 1

    def _check_bytes(self, limits: BudgetSettings, size: int) -> None:
        if not limits.enabled or self._bytes + size <= limits.read_bytes:
            return
        raise Failure(
            ErrorCode.READ_BUDGET_EXCEEDED,
            f"The task '{self.task}' has read {self._bytes} of at most {limits.read_bytes} bytes in "
            f"{self._reads} reads; this one does not fit",
            "Ask the index instead of reading, read fewer lines, or let the user raise budget.readBytes.",
            {"bytesRead": self._bytes, "limitBytes": limits.read_bytes, "filesRead": self._reads},
        )

    def _used_up(self, code: ErrorCode, what: str, used: int, most: int) -> Failure:
        return Failure(
            code,
            f"The task '{self.task}' has used {used} of at most {most} {what}",
            "Conclude with what is known, or let the user raise the limit (settings budget.*).",
            {"used": used, "limit": most, "what": what},
        )


class TaskBudgets:
    """The budgets of a session's tasks, by task name."""

    def __init__(self) -> None:
        self._of: LruCache[str, TaskBudget] = LruCache(_MOST_TASKS)

    def of(self, task: str) -> TaskBudget:
        """Return the budget of a task, created by its first call."""
        return self._of.get_or_put(task, lambda: TaskBudget(task))
