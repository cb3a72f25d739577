"""Runs one command line in the user's shell, with limits of time and output, and cleans up after it."""

from __future__ import annotations

import os
import subprocess
import threading
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from rca.scheduling.deadline import Deadline
from rca.subprocesses import MARK, HeadAndTail, Stopped, wait

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
    """One output stream: its line count, and its text, without the middle if `cut`."""

    text: str
    lines: int
    cut: bool


@dataclass(frozen=True, slots=True)
class ShellResult:
    """The outcome of a command; `exit_code` is None if it was stopped, negative for a signal."""

    exit_code: int | None
    stdout: Stream
    stderr: Stream
    seconds: float
    stopped: Stopped | None = None


def shell_arguments(command: str, environment: Mapping[str, str], system: str = os.name) -> list[str] | str:
    """Return how to run a command line in the user's default shell: an argument list, or one line.

    On Windows (`system` is `nt`) it is one line: `cmd` takes everything between the outermost quotes
    literally, and does not know the escapes of quotes in argument lists.
    """
    if system == "nt":
        return f'"{environment.get("COMSPEC", "cmd.exe")}" /d /s /c "{command}"'
    shell = environment.get("SHELL", "")
    usable = Path(shell).is_absolute() and os.access(shell, os.X_OK)
    return [shell if usable else _FALLBACK, "-c", command]


def run(
    command: str, directory: Path, environment: Mapping[str, str], seconds: float, deadline: Deadline
) -> ShellResult:
    """Run a command line and wait for its end, its time limit, or the deadline.

    It has no input and no terminal. Processes left in its group are killed when it ends; if it is stopped,
    everything that it started is.

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
    kept = (_CapturedStream(process.stdout), _CapturedStream(process.stderr))
    for one in kept:
        one.start()
    stopped = wait(process, mark, seconds, deadline, _POLL_SECONDS)
    out, err = (one.taken() for one in kept)
    exit_code = process.returncode if stopped is None else None
    return ShellResult(exit_code, out, err, time.monotonic() - started, stopped)


class _CapturedStream:
    """A stream while it is read, with its line count."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._kept = HeadAndTail(HEAD_BYTES, TAIL_BYTES)
        self._breaks = 0
        self._last = b""
        self._problem: str | None = None
        self._reader = threading.Thread(target=self._read, name="rca-terminal", daemon=True)

    def start(self) -> None:
        """Start reading."""
        self._reader.start()

    def taken(self) -> Stream:
        """Wait a moment for remaining output, and return what was read."""
        self._reader.join(_GRACE_SECONDS)
        text, cut = self._kept.text()
        if self._problem is not None:
            text, cut = f"{text}\n[the rest of the output could not be read: {self._problem}]\n", True
        return Stream(text, self._breaks + (self._last not in {b"", b"\n"}), cut)

    def _read(self) -> None:
        try:
            with self._stream:
                while chunk := os.read(self._stream.fileno(), _CHUNK):
                    self._breaks += chunk.count(b"\n")
                    self._last = chunk[-1:]
                    self._kept.keep(chunk)
        except OSError as problem:
            self._problem = str(problem)
