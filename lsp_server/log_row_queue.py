"""Entries of a log on their way to a client: at a limited rate, the newest where more come."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from models.device_messages import LogLines, LogRow
from rca.devices.log_follow import FollowedEntry

MOST_WAITING = 10_000
"""Entries that wait at most: as many as a client shows."""

ROWS_PER_SECOND = 10_000
"""Rows sent to a client per second while a flood goes on."""

BURST_ROWS = 20_000
"""Rows sent without a pause, so that a log which is opened, or a flood that ends, is shown at once."""

_PAUSE_SECONDS = 0.05
"""Between two messages at least, as a client handles few large ones faster."""

_SECONDS_PER_ROW = 1 / 30_000
"""Pause after a message for each of its rows: a client needs some such time to show them, and of what comes
meanwhile it is sent only what it would still show then."""


class LogRowQueue:
    """Entries and notes of one stream that wait to be sent. Used by one thread."""

    def __init__(self, stream: str) -> None:
        self._stream = stream
        self._waiting: deque[FollowedEntry] = deque(maxlen=MOST_WAITING)
        self._notes: list[str] = []
        self._dropped = 0
        self._allowed = float(BURST_ROWS)
        self._counted_at = 0.0
        self._not_before = 0.0

    def add(self, entries: Iterable[FollowedEntry], notes: Iterable[str]) -> None:
        """Add what came; the oldest entries are dropped, and counted, where too many wait."""
        for one in entries:
            self._dropped += len(self._waiting) == MOST_WAITING
            self._waiting.append(one)
        self._notes += notes

    def take(self, now: float) -> LogLines | None:
        """Return what to send at a time, in seconds of a monotonic clock; None if nothing, or not yet."""
        self._allowed = min(BURST_ROWS, self._allowed + (now - self._counted_at) * ROWS_PER_SECOND)
        self._counted_at = now
        if not (self._waiting or self._notes) or now < self._not_before or self._allowed < 0:
            return None
        if self._dropped:
            self._notes.append(f"{self._dropped:,} entries came too fast to be shown: filter the log")
        told = LogLines(
            stream=self._stream, lines=(), rows=tuple(map(_row, self._waiting)), notes=tuple(self._notes)
        )
        self._allowed -= len(self._waiting)
        self._not_before = now + max(_PAUSE_SECONDS, len(self._waiting) * _SECONDS_PER_ROW)
        self._waiting.clear()
        self._notes.clear()
        self._dropped = 0
        return told


def _row(one: FollowedEntry) -> LogRow:
    return LogRow(
        kind=one.kind,
        stamp=f"{one.entry.seconds}.{one.entry.nanos:09d}",
        time=one.time,
        pid=one.pid,
        tid=one.entry.tid,
        level=one.entry.level,
        tag=one.tag,
        message=one.message,
        process=one.process,
    )
