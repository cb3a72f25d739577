"""Priority of helper processes, and their end together with the server."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

NICENESS: Final = 10
"""A tenth of what others get who want the same core: never nothing, as idle classes would have it."""
_BELOW_NORMAL: Final = 0x4000


def lower_priority(niceness: int = NICENESS) -> None:
    """Lower this process's CPU and I/O priority; 0 leaves it unchanged.

    On Linux and macOS by niceness, which also determines the I/O priority; on Linux the process also never
    preempts others, and gets a session of its own, as some systems share the cores among sessions first
    (autogroups, sched(7)). On Windows by the priority class below normal.
    """
    if not niceness:
        return
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        kernel.SetPriorityClass(ctypes.c_void_p(kernel.GetCurrentProcess()), _BELOW_NORMAL)
    else:
        os.nice(niceness)
        if sys.platform == "linux":
            with contextlib.suppress(OSError):
                os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
            with contextlib.suppress(OSError):  # it leads a session, or there are no autogroups
                os.setsid()
                Path("/proc/self/autogroup").write_text(str(niceness), encoding="ascii")


def end_with(server: Connection) -> None:
    """End this process at once when the one that started it ends, however it does."""
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()


def _end_with(server: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        server.recv()
    os._exit(1)
