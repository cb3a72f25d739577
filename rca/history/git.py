"""Git as a read-only subprocess with limits of time and output."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from rca.scheduling.deadline import Deadline
from rca.subprocesses import kill_group

OUTPUT_LIMIT = 8_000_000
"""Bytes of output that one call may give; a longer one is cut and says so."""

SECONDS_LIMIT = 10.0
"""Longest single call where the deadline sets no limit."""

_SHARE = 0.6  # of the time that is left, for one call: later questions want an answer too

_QUIET = (
    # A repository's own configuration must not start programs, ask anybody or change the output.
    "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.quotePath=false",
    "-c", "log.showSignature=false",
    "-c", "log.follow=false",
    "-c", "i18n.logOutputEncoding=UTF-8",
    "-c", "color.ui=false",
    "-c", "blame.coloring=none",
    # `git diff` would write the times of files into the index, and hold a lock that the user's git needs.
    "-c", "diff.autoRefreshIndex=false",
)  # fmt: skip
_QUIET_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
    # A partial clone would fetch what it lacks from its remote: nothing may leave the machine.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
}
_REDIRECTING = frozenset(
    # Set while a hook runs; they would point every call at that hook's repository.
    {
        "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR",
        "GIT_NAMESPACE", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_PREFIX", "GIT_EXTERNAL_DIFF",
        "GIT_DIFF_OPTS", "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS",
        "GIT_ICASE_PATHSPECS",
    }
)  # fmt: skip
_PARTIAL = ("promisor", "missing blob", "lazy fetch", "transport 'file' not allowed", "not allowed")
_CHUNK = 65_536
_POLL_SECONDS = 0.02


class GitMissing(Exception):  # noqa: N818 - a fact about the machine, told as a note
    """Git is not installed."""


def quiet_command(arguments: Sequence[str], program: str = "git") -> list[str]:
    """Return a git command that starts no program of the repository's and asks nobody."""
    return [program, "--no-pager", *_QUIET, *arguments]


def quiet_environment() -> dict[str, str]:
    """Return the environment for it: no lock that is not needed, no prompt, nothing fetched."""
    environment = {key: value for key, value in os.environ.items() if key not in _REDIRECTING}
    return environment | _QUIET_ENVIRONMENT


@dataclass(frozen=True, slots=True)
class Output:
    """The result of one call.

    `text` is the output, with replacement characters for invalid UTF-8. `complete` is false if time or size
    cut it. `succeeded` is true only for a complete call with exit code 0.
    """

    text: str
    error: str
    succeeded: bool
    complete: bool

    @property
    def lack(self) -> str | None:
        """Return why the output is incomplete; None if it is complete."""
        if self.succeeded:
            return None
        if not self.complete:
            return "git did not finish in time"
        if any(sign in self.error for sign in _PARTIAL):
            return "the clone is partial and lacks older content, which is not fetched without being asked"
        return f"git refused: {self.error.splitlines()[0] if self.error else 'no reason given'}"


@dataclass(frozen=True, slots=True)
class Git:
    """Git in one directory under one deadline."""

    directory: Path
    deadline: Deadline

    def __call__(self, *arguments: str) -> Output:
        """Run one command; return its output up to its end or until it was stopped.

        Raises:
            GitMissing: git is not installed or cannot be started.
        """
        program = shutil.which("git")
        if program is None:
            raise GitMissing
        with _aside() as errors, self._started(program, arguments, errors) as process:
            raw, complete = _read_bounded(process, self.deadline)
            errors.seek(0)
            error = errors.read(_CHUNK).decode("utf-8", "replace").strip()
        succeeded = complete and process.returncode == 0
        return Output(raw.decode("utf-8", "replace"), error, succeeded, complete)

    @contextmanager
    def _started(
        self, program: str, arguments: tuple[str, ...], errors: IO[bytes]
    ) -> Iterator[subprocess.Popen[bytes]]:
        try:
            process = subprocess.Popen(  # noqa: S603 - a fixed program, list arguments, no shell
                quiet_command(arguments, program),
                cwd=self.directory,
                env=quiet_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        except OSError as problem:
            raise GitMissing from problem
        with process:
            try:
                yield process
            finally:
                _kill(process)


def _aside() -> IO[bytes]:
    """Open a temporary file for standard error; on a full disk it is discarded."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        return Path(os.devnull).open("r+b")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End it with what it started: on Windows, and where a script stands for it, git itself is its child."""
    if process.poll() is None:
        kill_group(process)
        process.kill()


def _read_bounded(process: subprocess.Popen[bytes], deadline: Deadline) -> tuple[bytes, bool]:
    """Read until the end, the size limit, or the deadline; return the bytes, and whether that is all."""
    assert process.stdout is not None
    finished = threading.Event()
    stopped = threading.Event()
    remaining = deadline.remaining
    seconds = SECONDS_LIMIT if remaining is None else min(SECONDS_LIMIT, remaining * _SHARE)
    ends_at = time.monotonic() + seconds

    def stop_when_late() -> None:
        while not finished.wait(_POLL_SECONDS):
            if deadline.expired or time.monotonic() >= ends_at:
                stopped.set()
                _kill(process)
                return

    guard = threading.Thread(target=stop_when_late, name="git-deadline", daemon=True)
    guard.start()
    parts: list[bytes] = []
    size = 0
    while size < OUTPUT_LIMIT and (part := process.stdout.read1(_CHUNK)):  # type: ignore[attr-defined]  # typed as IO[bytes], is a BufferedReader
        parts.append(part)
        size += len(part)
    if size >= OUTPUT_LIMIT:
        stopped.set()
        _kill(process)
    process.wait()
    finished.set()
    guard.join()
    return b"".join(parts), not stopped.is_set()
