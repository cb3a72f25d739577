"""Runs one build command without a shell, with limits of time and output, and cleans up after it."""

from __future__ import annotations

import logging
import os
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from rca.scheduling.deadline import Deadline
from rca.subprocesses import MARK, HeadAndTail, Stopped, wait

HEAD_BYTES = 500_000
TAIL_BYTES = 2_000_000
"""What is kept of the output: its beginning and its end."""

_logger = logging.getLogger(__name__)

_CHUNK = 65_536
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
    stopped = wait(process, mark, seconds, deadline, _POLL_SECONDS)
    # A daemon that outlives the build may hold the pipe: what it says is not waited for.
    reader.join(_GRACE_SECONDS)
    text, cut = output.kept.text()
    exit_code = process.returncode if stopped is None else None
    return ProcessResult(exit_code, text, cut, time.monotonic() - started, stopped)


class _Output:
    """Collects a build's output, and reports its tasks and tests as progress."""

    def __init__(self, stream: IO[bytes], progress: Callable[[str], None]) -> None:
        self.kept = HeadAndTail(HEAD_BYTES, TAIL_BYTES)
        self._stream = stream
        self._progress = progress

    def read(self) -> None:
        """Read to the end."""
        descriptor = self._stream.fileno()
        rest = b""
        while True:
            try:
                chunk = os.read(descriptor, _CHUNK)
            except OSError:
                _logger.exception("the output of a build could not be read to its end")
                self.kept.lose_rest()
                return
            if not chunk:
                return
            self.kept.keep(chunk)
            *lines, rest = (rest + chunk)[-_CHUNK:].split(b"\n")
            try:
                self._tell(lines)
            except Exception:  # whoever is told may fail: the output is still wanted
                _logger.exception("the progress of a build could not be reported")
                self._progress = lambda _line: None

    def _tell(self, lines: list[bytes]) -> None:
        for line in reversed(lines):
            told = line.decode("utf-8", "replace").strip()
            if told.startswith(("> Task ", ":", "[INFO] --- ", "[INFO] Running ", "Running ")):
                self._progress(told)
                return
