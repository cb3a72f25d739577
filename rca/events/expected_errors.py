"""Errors that a stopped program prints when it goes on: the occurrence that it stopped with."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

PRINTED_WITHIN = timedelta(seconds=30)
"""So long after a stopped program goes on, the error that it prints is the one that it stopped with."""


class ExpectedErrors:
    """Errors that are about to be printed, each once."""

    def __init__(self) -> None:
        self._until: dict[str, datetime] = {}

    def add(self, ids: Iterable[str], now: datetime) -> None:
        """Expect these errors from now on, for a while."""
        self._until |= dict.fromkeys(ids, now + PRINTED_WITHIN)

    def take(self, id_: str, now: datetime) -> bool:
        """Return whether an error was expected; it is not expected any more."""
        until = self._until.pop(id_, None)
        return until is not None and now <= until
