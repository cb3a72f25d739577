"""Child processes: bounded output, wait for the end, no process left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections import deque
from pathlib import Path
from typing import Literal

from rca.scheduling.deadline import Deadline

Stopped = Literal["timeout", "cancelled"]
"""Why a program was stopped before its end."""

MARK = "RCA_RUN"
"""A variable with a value of its own in the environment of each run: what inherits it belongs to the run."""

_GRACE_SECONDS = 2.0
"""How long a stopped program may take to end by itself."""

_MOST_ROUNDS = 20
"""Killed until none is left: a program may start another while it is looked for."""


class HeadAndTail:
    """Output as it comes, its middle dropped once it is too long. Safe from several threads.

    Args:
        head: bytes of its beginning that are kept.
        tail: bytes of its end that are kept.
    """

    def __init__(self, head: int, tail: int) -> None:
        self._room = (head, tail)
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._size = 0
        self._cut = False
        self._lock = threading.Lock()

    def keep(self, chunk: bytes) -> None:
        """Add output."""
        head, tail = self._room
        with self._lock:
            room = max(0, head - len(self._head))
            self._head += chunk[:room]
            if rest := chunk[room:]:
                self._tail.append(rest)
                self._size += len(rest)
            while self._size > tail and len(self._tail) > 1:
                self._size -= len(self._tail.popleft())
                self._cut = True

    def lose_rest(self) -> None:
        """Record that further output could not be read."""
        with self._lock:
            self._cut = True

    def text(self) -> tuple[str, bool]:
        """Return the kept output, and whether something is missing."""
        with self._lock:
            gap = b"\n... output cut ...\n" if self._cut else b""
            return (bytes(self._head) + gap + b"".join(self._tail)).decode("utf-8", "replace"), self._cut


def wait(
    process: subprocess.Popen[bytes], mark: str, seconds: float, deadline: Deadline, poll: float
) -> Stopped | None:
    """Wait for a program's end, its time limit or the deadline, and give why it was stopped, if it was.

    Where it is stopped, all that it started is; where it ends, what is left of its group is killed.

    Args:
        process: started in a session of its own.
        mark: the value of `MARK` in its environment.
        seconds: its time limit.
        deadline: ends it earlier, by cancellation or by its own deadline.
        poll: seconds between two looks at the deadline.
    """
    until = time.monotonic() + seconds
    stopped: Stopped | None = None
    try:
        while stopped is None and process.poll() is None:
            if deadline.cancelled:
                stopped = "cancelled"
            elif deadline.expired or time.monotonic() >= until:
                stopped = "timeout"
            else:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(poll)
    finally:
        if process.poll() is None:
            stopped = stopped or "cancelled"
            stop(process, mark)
        kill_group(process)
    return stopped


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
    """Kill the rest of the group of a process that was started in a session of its own."""
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
    """Return the processes that inherited the run's mark, also those in other groups (Linux)."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if wanted in entry.read_bytes():
                found.append(int(entry.parent.name))
    return found
