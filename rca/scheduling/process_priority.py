"""Priority of helper processes, and their end together with the server."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

NICENESS: Final = 10
"""A tenth of what others get who want the same core: never nothing, as idle classes would have it."""
_BELOW_NORMAL: Final = 0x4000
_STEP_SECONDS: Final = 0.05
_SET_DEATH_SIGNAL: Final = 1
_LONGEST_SECONDS: Final = 1_800.0


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


def set_parent_death_signal() -> None:
    """End this process when the thread that started it ends, even while it stands still. Linux only."""
    _have_sent_at_its_end(signal.SIGKILL)


def outlive_starter(seconds: float = _LONGEST_SECONDS) -> None:
    """Finish the work of this process though the one that started it ends; end after so many seconds.

    On Linux it may stand still just then (see `wait_for`), and is sent on its way.
    """
    _have_sent_at_its_end(signal.SIGCONT)
    limit = threading.Timer(seconds, os._exit, (1,))
    limit.daemon = True
    limit.start()


def _have_sent_at_its_end(number: int) -> None:
    """Have the system send this process a signal when the thread that started it ends. Linux only."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).prctl(_SET_DEATH_SIGNAL, number)


def wait_for(process: subprocess.Popen[bytes], seconds: float, rest: Callable[[], None]) -> bool:
    """Wait for a process of ours; return whether it ended in so many seconds of work.

    It calls `set_parent_death_signal` or `outlive_starter`, as it may stand still when this process ends.
    `rest` is called between its steps and may hold them up: on Linux the process stands still meanwhile.
    """
    worked = 0.0
    while worked < seconds:
        try:
            process.wait(_STEP_SECONDS)
        except subprocess.TimeoutExpired:
            worked += _STEP_SECONDS
        else:
            return True
        if sys.platform == "linux":
            process.send_signal(signal.SIGSTOP)
        try:
            rest()
        finally:
            if sys.platform == "linux":
                process.send_signal(signal.SIGCONT)
    return False
