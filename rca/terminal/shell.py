"""Runs one command line in the user's shell: bounded in time and output, and nothing of it left behind."""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
import uuid
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal

from rca.cancellation import Watch
from rca.processes import MARK, kill_group, stop

HEAD_BYTES = 256 * 1024
TAIL_BYTES = 768 * 1024
"""What is kept of each stream: its beginning and its end."""

_CHUNK = 65_536
_POLL_SECONDS = 0.02
_GRACE_SECONDS = 1.0
"""How long output is waited for that something else still holds open after the command has ended."""

_FALLBACK = "/bin/sh"


@dataclass(frozen=True, slots=True)
class Stream:
    """What came over one stream: all its lines counted, and its text, the middle missing where `cut`."""

    text: str
    lines: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended; `exit_code` is None where it was stopped. A signal's exit code is negative."""

    exit_code: int | None
    stdout: Stream
    stderr: Stream
    seconds: float
    stopped: Literal["timeout", "cancelled"] | None = None


def shell_arguments(command: str, environment: Mapping[str, str]) -> list[str]:
    """Give the program and arguments that run a command line in the user's default shell."""
    if os.name == "nt":
        return [environment.get("COMSPEC", "cmd.exe"), "/d", "/s", "/c", command]
    shell = environment.get("SHELL", "")
    usable = Path(shell).is_absolute() and os.access(shell, os.X_OK)
    return [shell if usable else _FALLBACK, "-c", command]


def run(command: str, directory: Path, environment: Mapping[str, str], seconds: float, watch: Watch) -> Ran:
    """Run a command line and wait for its end, its time limit, or the watch.

    It has no input and no terminal. What it leaves in its process group is killed when it ends; where it
    is stopped, everything that it started is.

    Raises:
        OSError: the shell cannot be started.
    """
    started = time.monotonic()
    mark = uuid.uuid4().hex
    process = subprocess.Popen(  # noqa: S603 - the user was shown this command, whole, and approved it
        shell_arguments(command, environment),
        cwd=directory,
        env={**environment, MARK: mark},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    kept = (_Kept(process.stdout), _Kept(process.stderr))
    for one in kept:
        one.start()
    stopped: Literal["timeout", "cancelled"] | None = None
    try:
        while stopped is None and process.poll() is None:
            if watch.cancelled:
                stopped = "cancelled"
            elif watch.expired or time.monotonic() - started >= seconds:
                stopped = "timeout"
            else:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(_POLL_SECONDS)
    finally:
        if process.poll() is None:
            stopped = stopped or "cancelled"
            stop(process, mark)
        kill_group(process)
    out, err = (one.taken() for one in kept)
    exit_code = process.returncode if stopped is None else None
    return Ran(exit_code, out, err, time.monotonic() - started, stopped)


@dataclass
class _Kept:
    """A stream as it is read, its middle dropped once it is too long."""

    stream: IO[bytes]
    head: bytearray = field(default_factory=bytearray)
    tail: deque[bytes] = field(default_factory=deque)
    size: int = 0
    breaks: int = 0
    last: bytes = b""
    cut: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)
    reader: threading.Thread | None = None

    def start(self) -> None:
        self.reader = threading.Thread(target=self._read, name="rca-terminal", daemon=True)
        self.reader.start()

    def taken(self) -> Stream:
        """Wait for what is still to come, as long as that is worth it, and give what was read."""
        assert self.reader is not None
        self.reader.join(_GRACE_SECONDS)
        with self.lock:
            gap = b"\n... output cut ...\n" if self.cut else b""
            text = (bytes(self.head) + gap + b"".join(self.tail)).decode("utf-8", "replace")
            return Stream(text, self.breaks + (self.last not in {b"", b"\n"}), self.cut)

    def _read(self) -> None:
        with self.stream, contextlib.suppress(OSError, ValueError):
            while chunk := os.read(self.stream.fileno(), _CHUNK):
                self._keep(chunk)

    def _keep(self, chunk: bytes) -> None:
        with self.lock:
            self.breaks += chunk.count(b"\n")
            self.last = chunk[-1:]
            room = HEAD_BYTES - len(self.head)
            self.head += chunk[: max(0, room)]
            rest = chunk[max(0, room) :]
            if rest:
                self.tail.append(rest)
                self.size += len(rest)
            while self.size > TAIL_BYTES and len(self.tail) > 1:
                self.size -= len(self.tail.popleft())
                self.cut = True
