"""Runs one command line in the user's shell: bounded in time and output, and nothing of it left behind."""

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
    """What came over one stream: all its lines counted, and its text, the middle missing where `cut`."""

    text: str
    lines: int
    cut: bool


@dataclass(frozen=True, slots=True)
class ShellResult:
    """How a command ended; `exit_code` is None where it was stopped. A signal's exit code is negative."""

    exit_code: int | None
    stdout: Stream
    stderr: Stream
    seconds: float
    stopped: Stopped | None = None


def shell_arguments(command: str, environment: Mapping[str, str], system: str = os.name) -> list[str] | str:
    """Return what runs a command line in the user's default shell: program and arguments, or one line.

    On Windows (`system` is `nt`) it is one line: `cmd` takes all between the outermost quotes as it
    stands, and does not know the escapes with which quotes in an argument of a list are written.
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

    It has no input and no terminal. What it leaves in its process group is killed when it ends; where it
    is stopped, everything that it started is.

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
    """A stream as it is read, its lines counted."""

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
