"""Tuning of glibc's allocator for a process with many threads."""

from __future__ import annotations

import sys
from functools import lru_cache

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Parameters of `mallopt`, as `malloc.h` numbers them."""
_TRIMMED, _MAPPED = 1 << 20, 1 << 16


@lru_cache(maxsize=1)
def limit_malloc_arenas() -> None:
    """Have the C library keep little of what is freed; once, and for glibc alone.

    It keeps an arena for each thread, and tools run in many. Texts of files come and go in all of them, and
    one small block that stays holds whatever was freed below it.
    """
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    try:
        mallopt = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):
        return  # another C library
    for parameter, value in (
        (_ARENA_MAX, 1),
        (_TRIM_THRESHOLD, _TRIMMED),
        (_MMAP_THRESHOLD, _MAPPED),
    ):
        mallopt(parameter, value)
