"""Child processes: bounded output, wait for the end, no process left behind."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import signal
import subprocess
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from rca.scheduling.deadline import Deadline

_logger = logging.getLogger(__name__)

Stopped = Literal["timeout", "cancelled"]
"""Why a program was stopped before its end."""

MARK = "RCA_RUN"
"""A variable with a value of its own in the environment of each run: what inherits it belongs to the run."""

CHUNK = 65_536
"""Bytes that are read at once."""

_BATCH_FILE = re.compile(r"\.(?:bat|cmd)\Z", re.IGNORECASE)
_NOT_HELD_BY_QUOTES = re.compile(r'["%\r\n\0]')
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


class OutputReader:
    """One stream of a program, read in a thread of its own and kept in bounds.

    Args:
        head: bytes of its beginning that are kept.
        tail: bytes of its end that are kept.
        follow: called with each chunk as it comes, in that thread.
    """

    def __init__(self, head: int, tail: int, follow: Callable[[bytes], None] = lambda _chunk: None) -> None:
        self.kept = HeadAndTail(head, tail)
        self.problem: str | None = None
        """Why the stream could not be read to its end."""
        self._follow = follow
        self._thread: threading.Thread | None = None

    def start(self, stream: IO[bytes]) -> None:
        """Begin to read."""
        self._thread = threading.Thread(target=self._read, args=(stream,), name="rca-output", daemon=True)
        self._thread.start()

    def finish(self, seconds: float) -> None:
        """Wait for what is still to come, but not for ever: something else may hold the stream open."""
        assert self._thread is not None
        self._thread.join(seconds)

    def _read(self, stream: IO[bytes]) -> None:
        try:
            with stream:
                while chunk := os.read(stream.fileno(), CHUNK):
                    self.kept.keep(chunk)
                    self._follow(chunk)
        except OSError as problem:
            _logger.exception("the output of a program could not be read to its end")
            self.problem = str(problem)


@dataclass(frozen=True, slots=True)
class ProgramExit:
    """How a program ended; `exit_code` is None where it was stopped, and `stopped` says why."""

    exit_code: int | None
    seconds: float
    stopped: Stopped | None


def run(  # noqa: PLR0913 - what a run is made of, each by name
    arguments: Sequence[str] | str,
    *,
    directory: Path,
    environment: Mapping[str, str],
    seconds: float,
    deadline: Deadline,
    output: OutputReader,
    errors: OutputReader | None = None,
    poll: float,
    grace: float,
) -> ProgramExit:
    """Run a program and wait for its end, its time limit or the deadline.

    It has no input and no terminal, and a session of its own. What it leaves in its process group is killed
    when it ends; where it is stopped, everything that it started is.

    Args:
        arguments: the program and its arguments; one line for Windows' `cmd`.
        directory: where it runs.
        environment: what it inherits.
        seconds: its time limit.
        deadline: ends it earlier, by cancellation or by its own deadline.
        output: reads its standard output.
        errors: reads its standard error; None: `output` does, as it comes.
        poll: seconds between two looks at the deadline.
        grace: seconds for which output is waited for that something still holds open after its end.

    Raises:
        OSError: it cannot be started.
    """
    started = time.monotonic()
    mark = uuid.uuid4().hex
    readers = [reader for reader in (output, errors) if reader is not None]
    try:
        process = subprocess.Popen(  # noqa: S603 - the user was shown this command, whole, and approved it
            quote_batch_arguments(arguments),
            cwd=directory,
            env={**environment, MARK: mark},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if errors is None else subprocess.PIPE,
            start_new_session=True,
        )
        for reader, stream in zip(readers, (process.stdout, process.stderr), strict=False):
            assert stream is not None
            reader.start(stream)
    except KeyboardInterrupt:
        _kill_marked(mark)  # it may have begun to run
        raise
    stopped = _wait(process, mark, seconds, deadline, poll)
    for reader in readers:
        reader.finish(grace)
    exit_code = process.returncode if stopped is None else None
    return ProgramExit(exit_code, time.monotonic() - started, stopped)


def quote_batch_arguments(arguments: Sequence[str] | str, system: str = os.name) -> Sequence[str] | str:
    """Return a command as Windows may start it; elsewhere, and for other programs than batch files, as it is.

    `cmd` runs a batch file, as `gradlew.bat` is, and reads its line once more: `&` outside quotes begins
    another command. Each argument is quoted; what quotes do not hold is refused.

    Args:
        arguments: the program and its arguments.
        system: `os.name` of the system that starts it.

    Raises:
        OSError: an argument has a sign that no quotes hold.
    """
    if system != "nt" or isinstance(arguments, str) or not _BATCH_FILE.search(arguments[0]):
        return arguments
    for argument in arguments:
        if _NOT_HELD_BY_QUOTES.search(argument):
            message = f"a batch file cannot take {argument}: it has a quote, a percent sign or a line's end"
            raise OSError(message)
    return " ".join(f'"{argument}"' for argument in arguments)


def _wait(
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
            _stop(process, mark)
        kill_group(process)
    return stopped


def _stop(process: subprocess.Popen[bytes], mark: str) -> None:
    """Ask all processes of a run to end, then kill those that do not."""
    _signal_group(process, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE_SECONDS)
    _kill_marked(mark)
    if process.poll() is None:
        process.kill()
        process.wait()


def _kill_marked(mark: str) -> None:
    """Kill all processes of a run that inherited its mark."""
    for _ in range(_MOST_ROUNDS):
        left = _marked(mark)
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if not left:
            break


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
