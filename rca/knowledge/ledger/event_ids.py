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
    """Return a name: 14 hex digits of microseconds, always growing in one process, and 12 of chance.

    It comes later than `after`, what the same record was told last: by a clock that ran ahead, say, or
    on a machine whose clock does.
    """
    global _last  # noqa: PLW0603 - the clock of this process
    told = int(after[:14], 16) if _UID.fullmatch(after) else 0
    with _lock:
        _last = max(_last + 1, time.time_ns() // 1_000)
        return f"{min(max(_last, told + 1), _LATEST):014x}{os.urandom(6).hex()}"


def name_of(value: object) -> str:
    """Return an event's name as somebody else wrote it.

    Raises:
        ValueError: it is none; one of another form could come after all that are given here.
    """
    if not isinstance(value, str) or _UID.fullmatch(value) is None:
        message = f"{str(value)[:40]!r} names no event"
        raise ValueError(message)
    return value


def moment_of(value: object) -> str:
    """Return a time (ISO 8601) as somebody else wrote it. Raises `ValueError` where it is none."""
    datetime.fromisoformat(str(value))
    return str(value)


def uid_of_old(at: str, seq: int, *content: str | None) -> str:
    """Name an event that was stored without one; copies of one ledger give it the same name.

    Args:
        at: when it was, to the second (ISO 8601).
        seq: its place, which orders the events of one second.
        content: all that it says.
    """
    second = int(datetime.fromisoformat(at).timestamp())
    digest = hashlib.sha256("\x1f".join(map(str, (seq, *content))).encode()).hexdigest()
    return f"{second * 1_000_000 + seq % 1_000_000:014x}{digest[:12]}"
