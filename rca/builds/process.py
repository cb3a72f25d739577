"""Runs one command without a shell: bounded in time and output, and nothing of it left behind."""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal

from rca.cancellation import Watch
from rca.processes import MARK, kill_group, stop

HEAD_BYTES = 500_000
TAIL_BYTES = 2_000_000
"""What is kept of the output: its beginning and its end."""

_CHUNK = 65_536
_POLL_SECONDS = 0.1
_GRACE_SECONDS = 2.0
"""How long a stopped build may take to end by itself, and how long its last output is waited for."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended.

    `exit_code` is None where it was stopped, and `stopped` says why; `output` is standard output and
    standard error as they came; `cut` tells that its middle is missing.
    """

    exit_code: int | None
    output: str
    cut: bool
    seconds: float
    stopped: Literal["timeout", "cancelled"] | None = None


def run(
    argv: Sequence[str],
    directory: Path,
    seconds: float,
    watch: Watch,
    progress: Callable[[str], None] = lambda _line: None,
) -> Ran:
    """Run a command and wait for its end, its time limit, or the watch.

    All processes that it started and that did not end with it are killed.

    Args:
        argv: the program and its arguments.
        directory: where it runs.
        seconds: its time limit.
        watch: ends it earlier, by cancellation or by its own deadline.
        progress: told each line of output that names a task or a test.

    Raises:
        OSError: the program cannot be started.
    """
    started = time.monotonic()
    mark = uuid.uuid4().hex
    process = subprocess.Popen(  # noqa: S603 - list arguments, no shell; the user approved this command
        list(argv),
        cwd=directory,
        env=os.environ | {MARK: mark},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    assert process.stdout is not None
    output = _Output(process.stdout, progress)
    reader = threading.Thread(target=output.read, name="rca-build", daemon=True)
    reader.start()
    stopped: Literal["timeout", "cancelled"] | None = None
    try:
        while process.poll() is None:
            if watch.cancelled:
                stopped = "cancelled"
            elif watch.expired or time.monotonic() - started >= seconds:
                stopped = "timeout"
            if stopped is not None:
                break
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_POLL_SECONDS)
    finally:
        if process.poll() is None:
            stopped = stopped or "cancelled"
            stop(process, mark)
        kill_group(process)
        # A daemon that outlives the build may hold the pipe: what it says is not waited for.
        reader.join(_GRACE_SECONDS)
    text, cut = output.text()
    exit_code = process.returncode if stopped is None else None
    return Ran(exit_code, text, cut, time.monotonic() - started, stopped)


@dataclass
class _Output:
    """The output so far, its middle dropped once it is too long."""

    stream: IO[bytes]
    progress: Callable[[str], None]
    head: bytearray = field(default_factory=bytearray)
    tail: deque[bytes] = field(default_factory=deque)
    kept: int = 0
    cut: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def read(self) -> None:
        """Read to the end."""
        descriptor = self.stream.fileno()
        rest = b""
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(descriptor, _CHUNK):
                self._keep(chunk)
                *lines, rest = (rest + chunk)[-_CHUNK:].split(b"\n")
                self._tell(lines)

    def text(self) -> tuple[str, bool]:
        """Give what was read, and whether something is missing."""
        with self.lock:
            gap = b"\n... output cut ...\n" if self.cut else b""
            return (bytes(self.head) + gap + b"".join(self.tail)).decode("utf-8", "replace"), self.cut

    def _keep(self, chunk: bytes) -> None:
        with self.lock:
            room = HEAD_BYTES - len(self.head)
            self.head += chunk[: max(0, room)]
            rest = chunk[max(0, room) :]
            if rest:
                self.tail.append(rest)
                self.kept += len(rest)
            while self.kept > TAIL_BYTES and len(self.tail) > 1:
                self.kept -= len(self.tail.popleft())
                self.cut = True

    def _tell(self, lines: list[bytes]) -> None:
        for line in reversed(lines):
            told = line.decode("utf-8", "replace").strip()
            if told.startswith(("> Task ", ":", "[INFO] --- ", "[INFO] Running ", "Running ")):
                self.progress(told)
                return
