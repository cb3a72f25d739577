"""Runs one command line in the user's shell, with limits of time and output, and cleans up after it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rca.scheduling.deadline import Deadline
from rca.subprocesses import OutputReader, Stopped
from rca.subprocesses import run as run_program

HEAD_BYTES = 256 * 1024
TAIL_BYTES = 768 * 1024
"""What is kept of each stream: its beginning and its end."""

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
    output, errors = _CountedStream(), _CountedStream()
    ended = run_program(
        shell_arguments(command, environment),
        directory=directory,
        environment=environment,
        seconds=seconds,
        deadline=deadline,
        output=output.reader,
        errors=errors.reader,
        poll=_POLL_SECONDS,
        grace=_GRACE_SECONDS,
    )
    return ShellResult(ended.exit_code, output.taken(), errors.taken(), ended.seconds, ended.stopped)


class _CountedStream:
    """A stream while it is read, with its line count."""

    def __init__(self) -> None:
        self.reader = OutputReader(HEAD_BYTES, TAIL_BYTES, self._count)
        self._breaks = 0
        self._last = b""

    def taken(self) -> Stream:
        """Return what was read."""
        text, cut = self.reader.kept.text()
        if self.reader.problem is not None:
            text, cut = f"{text}\n[the rest of the output could not be read: {self.reader.problem}]\n", True
        return Stream(text, self._breaks + (self._last not in {b"", b"\n"}), cut)

    def _count(self, chunk: bytes) -> None:
        self._breaks += chunk.count(b"\n")
        self._last = chunk[-1:]
