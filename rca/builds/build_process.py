"""Runs one build command without a shell, with limits of time and output, and cleans up after it."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rca.scheduling.deadline import Deadline
from rca.subprocesses import CHUNK, OutputReader, Stopped
from rca.subprocesses import run as run_program

HEAD_BYTES = 500_000
TAIL_BYTES = 2_000_000
"""What is kept of the output: its beginning and its end."""

_logger = logging.getLogger(__name__)

LISTENING = "Listening for transport"
"""How a JVM says that it waits for a debugger."""

_TOLD = ("> Task ", ":", "[INFO] --- ", "[INFO] Running ", "Running ")
_POLL_SECONDS = 0.1
_GRACE_SECONDS = 2.0
"""How long the last output of a build is waited for."""


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """How a command ended.

    `exit_code` is None where it was stopped, and `stopped` says why; `output` is standard output and
    standard error as they came; `cut` tells that its middle is missing.
    """

    exit_code: int | None
    output: str
    cut: bool
    seconds: float
    stopped: Stopped | None = None


def run(
    argv: Sequence[str],
    directory: Path,
    seconds: float,
    deadline: Deadline,
    progress: Callable[[str], None] = lambda _line: None,
) -> ProcessResult:
    """Run a command and wait for its end, its time limit, or the deadline.

    All processes that it started and that did not end with it are killed.

    Args:
        argv: the program and its arguments.
        directory: where it runs.
        seconds: its time limit.
        deadline: ends it earlier, by cancellation or by its own deadline.
        progress: told each line of output that names a task or a test.

    Raises:
        OSError: the program cannot be started.
    """
    reader = OutputReader(HEAD_BYTES, TAIL_BYTES, _Progress(progress).follow)
    ended = run_program(
        list(argv),
        directory=directory,
        environment=os.environ,
        seconds=seconds,
        deadline=deadline,
        output=reader,
        poll=_POLL_SECONDS,
        grace=_GRACE_SECONDS,
    )
    if reader.problem is not None:
        reader.kept.lose_rest()
    text, cut = reader.kept.text()
    return ProcessResult(ended.exit_code, text, cut, ended.seconds, ended.stopped)


class _Progress:
    """Collects a build's output, and reports its tasks and tests as progress."""

    def __init__(self, progress: Callable[[str], None]) -> None:
        self._progress = progress
        self._rest = b""

    def follow(self, chunk: bytes) -> None:
        """Read to the end."""
        *lines, self._rest = (self._rest + chunk)[-CHUNK:].split(b"\n")
        try:
            self._tell(lines)
        except Exception:  # whoever is told may fail: the output is still wanted
            _logger.exception("the progress of a build could not be told")
            self._progress = lambda _line: None

    def _tell(self, lines: list[bytes]) -> None:
        for line in reversed(lines):
            told = line.decode("utf-8", "replace").strip()
            if LISTENING in told or told.startswith(_TOLD):
                self._progress(told)
                return
