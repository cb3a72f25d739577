"""Resumes an interrupted log: from which time to request it, and which entries were read before.

A device hands out everything from a time on (`logcat -T`), in the order in which its buffer holds it. What is
asked for begins a little before the last entry, so that nothing is lost; entries of the answer that came
before the interruption are recognized by all of their bytes and left out, each as often as it came. If the
last entry does not come again, the buffer no longer held it, and entries may be missing: then that is said.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from rca.devices.logcat_entry import LogEntry

_REMEMBERED = 65_536
"""Entries that are recognized when they come again."""

_OVERLAP_NANOS = 2_000_000_000
_MOST_REPEATED = 2 * _REMEMBERED
"""Entries after an interruption among which old ones are looked for."""

_SECOND = 1_000_000_000


class ResumePoint:
    """Remembers the last entries of one boot of one device."""

    def __init__(self) -> None:
        self._recent: deque[tuple[int, int]] = deque()
        self._forgotten_until = 0
        """The latest time of an entry that is no longer remembered."""
        self._repeated: Counter[int] = Counter()
        self._left_to_check = 0
        self._last: int | None = None
        """The last entry before the interruption, until it came again."""

    @property
    def since(self) -> str | None:
        """Return the time to ask `logcat -T` for; None if nothing came so far."""
        if not self._recent:
            return None
        start = max(self._recent[-1][0] - _OVERLAP_NANOS, self._forgotten_until + 1)
        start = min(start, self._recent[-1][0])
        return f"{start // _SECOND}.{start % _SECOND:09d}"

    def interrupt(self) -> None:
        """Expect that entries come again: the log is about to be asked for from `since` on."""
        self._repeated = Counter(identity for _stamp, identity in self._recent)
        self._left_to_check = _MOST_REPEATED if self._recent else 0
        self._last = self._recent[-1][1] if self._recent else None

    def filter_new(self, entries: Sequence[LogEntry]) -> tuple[Sequence[LogEntry], bool]:
        """Return the entries that did not come before, and whether some may be missing before them."""
        is_gap = False
        if self._left_to_check > 0:
            entries, is_gap = self._without_repeated(entries)
        recent = self._recent
        recent.extend([(one.stamp, _identity(one)) for one in entries])
        while len(recent) > _REMEMBERED:
            stamp, _ = recent.popleft()
            self._forgotten_until = max(self._forgotten_until, stamp)
        return entries, is_gap

    def _without_repeated(self, entries: Sequence[LogEntry]) -> tuple[list[LogEntry], bool]:
        new = []
        for entry in entries:
            identity = _identity(entry)
            if self._repeated[identity] > 0:
                self._repeated[identity] -= 1
            else:
                new.append(entry)
            if identity == self._last:
                self._last = None
        # Where others come first, the last entry is gone, and with it perhaps what followed.
        is_gap = self._last is not None and bool(new)
        if is_gap:
            self._last = None
        self._left_to_check -= len(entries)
        if self._left_to_check <= 0:
            self._repeated.clear()
        return new, is_gap


def _identity(entry: LogEntry) -> int:
    return hash((entry.seconds, entry.nanos, entry.pid, entry.tid, entry.payload))
