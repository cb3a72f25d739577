"""Ends what a program that we started has started in its turn, so that nothing of it is left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from pathlib import Path

MARK = "RCA_RUN"
"""A variable with a value of its own in the environment of each run: what inherits it belongs to the run."""

_GRACE_SECONDS = 2.0
"""How long a stopped program may take to end by itself."""

_MOST_ROUNDS = 20
"""Killed until none is left: a program may start another while it is looked for."""


def stop(process: subprocess.Popen[bytes], mark: str) -> None:
    """Ask all processes of a run to end, then kill those that do not."""
    _signal_group(process, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE_SECONDS)
    for _ in range(_MOST_ROUNDS):
        left = _marked(mark)
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if not left:
            break
    if process.poll() is None:
        process.kill()
        process.wait()


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of the group of a process that was started in a session of its own."""
    _signal_group(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    if os.name == "nt":
        if process.poll() is None:
            subprocess.run(  # noqa: S603 - a fixed program and a number
                ["taskkill", "/T", "/F", "/PID", str(process.pid)],  # noqa: S607 - part of Windows
                check=False,
                capture_output=True,
            )
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def _marked(mark: str) -> list[int]:
    """Give the processes that inherited the run's mark, those of a group of their own included (Linux)."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if wanted in entry.read_bytes():
                found.append(int(entry.parent.name))
    return found
