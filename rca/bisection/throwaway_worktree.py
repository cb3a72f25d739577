"""A throw-away git worktree: commits are checked out there, and nothing of it stays, even after a kill."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from models.error_codes import ErrorCode
from rca.history.git import quiet_command, quiet_environment
from rca.scheduling.deadline import Cancelled, Deadline
from rca.subprocesses import OutputReader, run
from rca.tool_failure import Failure

_CHECKOUT_SECONDS = 600.0
_REMOVAL_SECONDS = 60.0
_KEPT_BYTES = 20_000
_KEPT_FILES = ("local.properties",)
"""Ignored files that a build needs on this machine, copied beside each checkout."""


@dataclass(frozen=True, slots=True)
class ThrowawayWorktree:
    """A worktree of its own outside of the workspace; `top` is the work tree that it belongs to."""

    path: Path
    top: Path
    deadline: Deadline

    def check_out(self, commit: str) -> None:
        """Put a commit's files there; what a run left is removed, but for what git ignores.

        Raises:
            Cancelled: the caller no longer wants it.
            Failure: COMMAND_FAILED where git cannot check the commit out.
        """
        self._git("checkout", "--quiet", "--detach", "--force", commit)
        self._git("clean", "-ffdq")
        for name in _KEPT_FILES:
            if (self.top / name).is_file() and not (self.path / name).exists():
                shutil.copyfile(self.top / name, self.path / name)

    def _git(self, *arguments: str) -> None:
        _run_git(self.path, arguments, self.deadline)


@contextmanager
def throwaway_worktree(top: Path, commit: str, deadline: Deadline) -> Iterator[ThrowawayWorktree]:
    """Make a worktree with a commit checked out, and remove it at the end.

    Another process removes it as soon as this one is gone, however it ended.

    Raises:
        Cancelled: the caller no longer wants it.
        Failure: COMMAND_FAILED where git cannot make it.
    """
    folder = Path(tempfile.mkdtemp(prefix="rca-bisect-")).resolve()
    path = folder / "worktree"
    watcher = _start_remover(top, folder)
    try:
        _run_git(top, ("worktree", "add", "--quiet", "--detach", "--force", str(path), commit), deadline)
        worktree = ThrowawayWorktree(path, top, deadline)
        worktree.check_out(commit)
        yield worktree
    finally:
        assert watcher.stdin is not None
        watcher.stdin.close()  # its sign to remove the worktree
        with contextlib.suppress(subprocess.TimeoutExpired):
            watcher.wait(_REMOVAL_SECONDS)


def _start_remover(top: Path, folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "rca.bisection.worktree_remover", str(top), str(folder)]
    package_root = str(Path(__file__).resolve().parents[2])
    return subprocess.Popen(  # noqa: S603 - this interpreter, a module of ours, two folders
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": package_root},
        start_new_session=True,  # a kill of this process' group must not take it along
    )


def _run_git(directory: Path, arguments: tuple[str, ...], deadline: Deadline) -> None:
    output = OutputReader(_KEPT_BYTES, _KEPT_BYTES)
    ended = run(
        quiet_command(arguments),
        directory=directory,
        environment=quiet_environment(),
        seconds=_CHECKOUT_SECONDS,
        deadline=deadline,
        output=output,
        poll=0.02,
        grace=1.0,
    )
    if ended.stopped == "cancelled":
        raise Cancelled
    if ended.exit_code != 0:
        why = "it took too long" if ended.stopped else output.kept.text()[0].strip()[-600:]
        raise Failure(
            ErrorCode.COMMAND_FAILED,
            f"git {arguments[0]} failed in a throw-away worktree: {why}",
            "Try the command in a clone of the repository; a partial clone may lack the commit's files.",
        )
