"""Globally unique event ids that sort by the time of their creation."""

from __future__ import annotations

import hashlib
import os
import re
import threading
import time
from datetime import datetime

_lock = threading.Lock()
_last = 0


_UID = re.compile(r"[0-9a-f]{26}")
_LATEST = 16**14 - 1


def new_uid(after: str = "") -> str:
    """Return a new id: 14 hex digits of microseconds, increasing within a process, and 12 random ones.

    It sorts after `after`, the last event of the same record, even if a clock runs ahead.
    """
    global _last  # noqa: PLW0603 - the clock of this process
    told = int(after[:14], 16) if _UID.fullmatch(after) else 0
    with _lock:
        _last = max(_last + 1, time.time_ns() // 1_000)
        return f"{min(max(_last, told + 1), _LATEST):014x}{os.urandom(6).hex()}"


def name_of(value: object) -> str:
    """Return an event id received from elsewhere.

    Raises:
        ValueError: it has another form, and might sort after all ids made here.
    """
    if not isinstance(value, str) or _UID.fullmatch(value) is None:
        message = f"{str(value)[:40]!r} names no event"
        raise ValueError(message)
    return value


def moment_of(value: object) -> str:
    """Return a time (ISO 8601) received from elsewhere.

    Raises:
        ValueError: it is none.
    """
    datetime.fromisoformat(str(value))
    return str(value)


def uid_of_old(at: str, seq: int, *content: str | None) -> str:
    """Return an id for an event that was stored without one, equal in all copies of one ledger.

    Args:
        at: its time, to the second (ISO 8601).
        seq: its row number, which orders the events of one second.
        content: the whole content of the event.
    """
    second = int(datetime.fromisoformat(at).timestamp())
    digest = hashlib.sha256("\x1f".join(map(str, (seq, *content))).encode()).hexdigest()
    return f"{second * 1_000_000 + seq % 1_000_000:014x}{digest[:12]}"
