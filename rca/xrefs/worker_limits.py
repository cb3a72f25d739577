"""Limits of linking: processes, priority, memory."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from rca.scheduling.process_priority import NICENESS

_MEGABYTE = 1024 * 1024
_LEAST_BYTES, _MOST_BYTES = 280 * _MEGABYTE, 700 * _MEGABYTE
_SHARE = 4
"""All processes together may fill one part in so many of the memory that is free."""
_MOST_PROCESSES = 6
_MEMORY = Path("/proc/meminfo")


class WorkerLimits(NamedTuple):
    """Processes that link, how far they stand back for others, and the bytes that each may take."""

    processes: int
    niceness: int
    most_bytes: int


BACKGROUND = WorkerLimits(1, NICENESS, _LEAST_BYTES)
"""What little work takes."""


def background() -> WorkerLimits:
    """Return the pace beside somebody who works: all cores but one, whenever nobody else wants them."""
    return _pace(_cores() - 1, NICENESS)


def foreground() -> WorkerLimits:
    """Return the pace for somebody who waits: all cores."""
    return _pace(_cores(), 0)


def _pace(processes: int, niceness: int) -> WorkerLimits:
    processes = max(1, min(processes, _MOST_PROCESSES))
    return WorkerLimits(
        processes, niceness, max(_LEAST_BYTES, min(_MOST_BYTES, _free() // _SHARE // processes))
    )


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _free() -> int:
    """Return the bytes of memory that are free; 0 where the system does not say."""
    try:
        found = re.search(r"^MemAvailable:\s+(\d+) kB", _MEMORY.read_text(encoding="ascii"), re.MULTILINE)
    except (OSError, ValueError):
        return 0
    return int(found[1]) * 1024 if found else 0
